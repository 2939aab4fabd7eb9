"use client";
/** The one thing the payer needs now: a code to scan, a code to dial, or a look at the phone. */
import { Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { filledDialCode } from "#components/payments/payer/dial-code.ts";
import { LinkCard } from "#components/payments/payer/link-card.tsx";
import { TimeLeft } from "#components/payments/time-left.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import type { Payment } from "#lib/contracts/payment.ts";

interface PayCardProps {
	payment: Payment;
	dialCode: string | null;
	start: string;
	/** Drawn on the server, where the link was known. */
	qr: ReactNode;
}

export function PayCard({ payment, dialCode, start, qr }: PayCardProps) {
	const isOpen = payment.state === "pending";
	return (
		<Card className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
			<FlowPart payment={payment} dialCode={dialCode} qr={qr} />
			{isOpen && payment.payerDeadline ? <TimeLeft deadline={payment.payerDeadline} start={start} /> : null}
		</Card>
	);
}

function FlowPart({ payment, dialCode, qr }: Omit<PayCardProps, "start">) {
	if (payment.flow === "payment_url" || payment.paymentUrl) return <LinkCard payment={payment} qr={qr} />;
	return payment.flow === "otp" ? (
		<DialPart payment={payment} dialCode={dialCode} />
	) : (
		<PromptPart payment={payment} dialCode={dialCode} />
	);
}

function DialPart({ payment, dialCode }: { payment: Payment; dialCode: string | null }) {
	const t = useTranslations("deposits");
	if (!dialCode) return <p>{t("otp.dialUnknown", { operator: payment.operatorName })}</p>;
	const code = filledDialCode(dialCode, payment.amount, t("otp.secret"));
	return (
		<div className="grid gap-1 text-center">
			<p className="text-ink-2 text-xs">{t("otp.dialCode")}</p>
			<p className="flex items-center justify-center gap-1.5 py-2">
				<span className="break-all font-mono font-semibold text-2xl tracking-tight">{code}</span>
				<CopyButton value={code} what={t("otp.dialCode")} />
			</p>
			<p className="text-ink-2 text-sm">{payment.operatorName}</p>
		</div>
	);
}

function PromptPart({ payment, dialCode }: { payment: Payment; dialCode: string | null }) {
	const t = useTranslations("deposits.ussd");
	return (
		<div className="grid justify-items-center gap-1 text-center">
			<span className="mb-2 grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
				<Smartphone aria-hidden="true" className="size-7" strokeWidth={1.6} />
			</span>
			<p className="font-[560] text-md">{t("card")}</p>
			<p className="text-balance text-ink-2 text-sm">{t("cardWhy", { operator: payment.operatorName })}</p>
			{dialCode ? (
				<p className="mt-2 text-ink-2 text-sm">
					{t("cardCode")}{" "}
					<span className="code font-[560] text-ink">{filledDialCode(dialCode, payment.amount, "")}</span>
				</p>
			) : null}
		</div>
	);
}
