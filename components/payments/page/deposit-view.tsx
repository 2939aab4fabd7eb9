"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CheckStatus } from "#components/payments/check-status.tsx";
import { ReceiptLink } from "#components/payments/page/header-actions.tsx";
import { type PageProps, PaymentPage } from "#components/payments/page/payment-page.tsx";
import { filledDialCode, PayCard } from "#components/payments/payer/pay-card.tsx";
import { useNow } from "#components/payments/use-now.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { isFinal, isLeaving, moneyMoved } from "#lib/payment-state.ts";
import { awaitsPayer } from "#lib/payments/status-meaning.ts";
import { may } from "#lib/roles.ts";

interface DepositViewProps extends PageProps {
	/** `dialCode` and `windowMinutes` come from the operator's settings as they are now. */
	dialCode: string | null;
	windowMinutes: number | null;
	qr: ReactNode;
}

export function DepositView({ dialCode, windowMinutes, qr, ...props }: DepositViewProps) {
	const { viewer } = props;
	const partsOf = (payment: Payment) => {
		const { state } = payment;
		const isOpen = state === "pending";
		const hasNext = may(viewer.role, "deposit.start") && isFinal(state);
		return {
			card: isOpen || isLeaving(state) ? <PayCard payment={payment} dialCode={dialCode} qr={qr} /> : null,
			action: (
				<>
					{moneyMoved(state) === "yes" ? <ReceiptLink payment={payment} /> : null}
					{hasNext ? <NextDeposit deposit={payment} /> : null}
				</>
			),
			notes: isOpen ? (
				<>
					<WindowNotice payment={payment} />
					{awaitsPayer(payment) ? <PayerSteps payment={payment} dialCode={dialCode} /> : null}
				</>
			) : null,
		};
	};
	return <PaymentPage {...props} kind="deposit" windowMinutes={windowMinutes} partsOf={partsOf} />;
}

function NextDeposit({ deposit: { id, state } }: { deposit: Payment }) {
	const t = useTranslations("deposits");
	const isPaid = moneyMoved(state) === "yes";
	return (
		<LinkButton
			href={isPaid ? "/deposits/new" : `/deposits/new?again=${encodeURIComponent(id)}`}
			variant={isPaid ? "primary" : "secondary"}
			className="max-sm:flex-1"
		>
			{t(isPaid ? "new" : "notice.again")}
		</LinkButton>
	);
}

/** Shown when the usual time to pay is over. The deposit has not failed: a late success still counts. */
function WindowNotice({ payment }: { payment: Payment }) {
	const t = useTranslations("deposits.window");
	const shared = useTranslations("payments");
	const now = useNow();
	if (!payment.payerDeadline || Date.parse(payment.payerDeadline) > now) return null;
	return (
		<Notice tone="warning" title={`${shared("windowOver")}.`} className="mb-6">
			{t("over")}
		</Notice>
	);
}

interface PayerStepsProps {
	payment: Payment;
	dialCode: string | null;
}

/** Assumption: a one-time code goes to the operator, never to the desk; the interface has no call that takes one. */
export function PayerSteps({ payment, dialCode }: PayerStepsProps) {
	const t = useTranslations("deposits");
	const shared = useTranslations("payments");
	const steps = useSteps(payment, dialCode);
	return (
		<section className="mb-7">
			<SectionTitle>{t("guide")}</SectionTitle>
			<ol className="grid gap-2.5 [counter-reset:step]">
				{steps.map(({ key, text }) => (
					<Step key={key}>{text}</Step>
				))}
				<Step>
					{shared("itself")} <CheckStatus payment={payment} />
				</Step>
			</ol>
		</section>
	);
}

function useSteps(payment: Payment, dialCode: string | null): { key: string; text: ReactNode }[] {
	const t = useTranslations("deposits");
	const locale = useLocale();
	const amount = moneyText(payment.amount, payment.currency, locale);
	const m = (chunks: ReactNode) => <span className="text-ink-2">{chunks}</span>;
	const operator = payment.operatorName;
	const dialled = dialCode && filledDialCode(dialCode, payment.amount, t("otp.secret"));
	const code = <span className="code num font-[560]">{dialled}</span>;
	switch (payment.flow) {
		case "payment_url":
			return [
				{ key: "show", text: t.rich("link.show", { operator, m }) },
				{ key: "confirm", text: t("link.confirm", { amount }) },
			];
		case "otp":
			return [
				{
					key: "dial",
					text: dialled ? (
						<>
							{t("otp.dial")} {code}
						</>
					) : (
						t("otp.dialUnknown", { operator })
					),
				},
				{ key: "receive", text: t.rich("otp.receive", { m }) },
				{ key: "type", text: t.rich("otp.type", { operator, m }) },
			];
		default:
			return [
				{ key: "look", text: t.rich("ussd.look", { operator, amount, m }) },
				{ key: "pin", text: t.rich("ussd.pin", { m }) },
				{
					key: "again",
					text: dialled ? t.rich("ussd.again", { code: () => code }) : t("ussd.againUnknown", { operator }),
				},
			];
	}
}

function Step({ children }: { children: ReactNode }) {
	return (
		<li className="grid grid-cols-[22px_minmax(0,1fr)] gap-2.5 [counter-increment:step] before:grid before:size-[22px] before:place-items-center before:rounded-full before:bg-accent-soft before:font-semibold before:text-accent before:text-xs before:content-[counter(step)]">
			<span>{children}</span>
		</li>
	);
}
