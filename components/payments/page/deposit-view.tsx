"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ReceiptLink } from "#components/payments/page/header-actions.tsx";
import { type PageProps, PaymentPage } from "#components/payments/page/payment-page.tsx";
import { PayCard } from "#components/payments/payer/pay-card.tsx";
import { PayerSteps } from "#components/payments/payer/payer-steps.tsx";
import { useNow } from "#components/payments/use-now.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { AWAITING_STATUS_STATES, isFinal, isLeaving, moneyMoved } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";

interface DepositViewProps extends PageProps {
	/** `dialCode` and `windowMinutes` come from the operator's settings as they are now. */
	dialCode: string | null;
	windowMinutes: number | null;
	qr: ReactNode;
}

export function DepositView({ dialCode, windowMinutes, qr, ...props }: DepositViewProps) {
	const t = useTranslations("deposits");
	const { start, viewer } = props;
	const partsOf = (payment: Payment) => {
		const { state } = payment;
		const isWaiting = state === "pending";
		const hasNext = may(viewer.role, "deposit.start") && isFinal(state);
		return {
			mayCheck: AWAITING_STATUS_STATES.includes(state),
			card:
				isWaiting || isLeaving(state) ? <PayCard payment={payment} dialCode={dialCode} start={start} qr={qr} /> : null,
			action: (
				<>
					{moneyMoved(state) === "yes" ? <ReceiptLink payment={payment} /> : null}
					{hasNext ? <NextDeposit isPaid={moneyMoved(state) === "yes"} /> : null}
				</>
			),
			notes: isWaiting ? (
				<>
					<WindowNotice payment={payment} start={start} />
					<PayerSteps payment={payment} dialCode={dialCode} start={start} />
				</>
			) : null,
		};
	};
	return <PaymentPage {...props} kind="deposit" list={t("title")} windowMinutes={windowMinutes} partsOf={partsOf} />;
}

/** After "Paid" the next customer follows; an unpaid deposit may be tried again. */
function NextDeposit({ isPaid }: { isPaid: boolean }) {
	const t = useTranslations("deposits");
	return (
		<LinkButton href="/deposits/new" variant={isPaid ? "primary" : "secondary"} className="max-sm:h-11 max-sm:w-full">
			{t(isPaid ? "new" : "notice.again")}
		</LinkButton>
	);
}

/** After the usual time nothing has failed yet: a late success still counts. */
function WindowNotice({ payment, start }: { payment: Payment; start: string }) {
	const t = useTranslations("deposits.window");
	const shared = useTranslations("payments");
	const now = useNow(start);
	if (!payment.payerDeadline || Date.parse(payment.payerDeadline) > now) return null;
	return (
		<Notice tone="warning" title={`${shared("windowOver")}.`} className="mb-6">
			{t("over")}
		</Notice>
	);
}
