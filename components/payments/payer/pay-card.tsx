"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkCard } from "#components/payments/payer/link-card.tsx";
import { useNow } from "#components/payments/use-now.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Card } from "#components/ui/page/card.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { minorOf, toPlainDigits } from "#lib/money.ts";
import { isLeaving } from "#lib/payment-state.ts";
import { awaitsPayer } from "#lib/payments/status-meaning.ts";

interface PayCardProps {
	payment: Payment;
	dialCode: string | null;
	/** The QR code of the payment link, drawn on the server. */
	qr: ReactNode;
}

/** The link stays after another word of the service, because no other place has it. A code is shown only once a payment waits for it. */
export function PayCard({ payment, dialCode, qr }: PayCardProps) {
	const isAsked = awaitsPayer(payment);
	const isComing = payment.flow !== "otp" && isLeaving(payment.state);
	if (!isAsked && !isComing && !payment.paymentUrl && !payment.qrCode) return null;
	return (
		<Card className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
			<FlowPart payment={payment} dialCode={dialCode} qr={qr} />
			{isAsked && payment.payerDeadline ? <TimeLeft deadline={payment.payerDeadline} /> : null}
		</Card>
	);
}

function FlowPart({ payment, dialCode, qr }: PayCardProps) {
	if (payment.flow === "payment_url" || payment.paymentUrl || payment.qrCode)
		return <LinkCard payment={payment} qr={qr} />;
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
	const secret = useTranslations("deposits.otp")("secret");
	const isAsked = payment.state === "pending";
	return (
		<div className="grid justify-items-center gap-1 text-center">
			<span className="mb-2 grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
				<Icon name="smartphone" className="size-7" thin />
			</span>
			<p className="text-balance font-[560] text-md">{t(isAsked ? "card" : "leaving")}</p>
			<p className="text-balance text-ink-2 text-sm">
				{t(isAsked ? "cardWhy" : "leavingWhy", { operator: payment.operatorName })}
			</p>
			{isAsked && dialCode ? (
				<p className="mt-2 text-ink-2 text-sm">
					{t("cardCode")}{" "}
					<span className="code font-[560] text-ink">{filledDialCode(dialCode, payment.amount, secret)}</span>
				</p>
			) : null}
		</div>
	);
}

function TimeLeft({ deadline }: { deadline: string }) {
	const t = useTranslations("payments");
	const left = Math.max(0, Math.ceil((Date.parse(deadline) - useNow()) / 1_000));
	const minutes = Math.floor(left / 60);
	return (
		<p className="flex items-center justify-between gap-3 border-line border-t pt-3 text-ink-2 text-sm print:hidden">
			<span className="flex items-center gap-2">
				<Icon name="hourglass" className="size-4 text-warning" />
				{left > 0 ? t("timeLeft") : t("windowOver")}
			</span>
			<span role="timer" className="num font-[560] text-ink text-md" suppressHydrationWarning>
				{left > 0 ? `${minutes}:${String(left % 60).padStart(2, "0")}` : null}
			</span>
		</p>
	);
}

/** Fills the operator's dial code: `{amount}` becomes the plain amount, `{pin}` a placeholder, because only the payer knows the PIN. */
export function filledDialCode(code: string, amount: string, secretText: string): string {
	return code.replaceAll("{amount}", toPlainDigits(minorOf(amount))).replaceAll("{pin}", `‹${secretText}›`);
}
