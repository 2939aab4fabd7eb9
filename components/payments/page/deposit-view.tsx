"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { CheckButton } from "#components/payments/page/check-button.tsx";
import { PaymentColumns } from "#components/payments/page/payment-columns.tsx";
import { PaymentDetails } from "#components/payments/page/payment-details.tsx";
import { PaymentHeader } from "#components/payments/page/payment-header.tsx";
import { PaymentTimeline } from "#components/payments/page/payment-timeline.tsx";
import { ReceiptLink } from "#components/payments/page/receipt-link.tsx";
import { StateNotice } from "#components/payments/page/state-notice.tsx";
import { SupportButton } from "#components/payments/page/support-button.tsx";
import { UnrecognisedNotice } from "#components/payments/page/unrecognised-notice.tsx";
import { PayCard } from "#components/payments/payer/pay-card.tsx";
import { PayerSteps } from "#components/payments/payer/payer-steps.tsx";
import { SettleCard } from "#components/payments/settle/settle-card.tsx";
import { SettlePanel } from "#components/payments/settle/settle-panel.tsx";
import { laterThan, useEvidence } from "#components/payments/settle/use-evidence.ts";
import { useAwaited } from "#components/payments/use-awaited.ts";
import { useNow } from "#components/payments/use-now.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import {
	AWAITING_STATUS_STATES,
	isFinal,
	isInDoubt,
	isLeaving,
	moneyMoved,
	type PaymentState,
} from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { may } from "#lib/roles.ts";

interface DepositViewProps {
	id: string;
	/** `dialCode` and `windowMinutes` come from the operator's settings as they are now. */
	dialCode: string | null;
	windowMinutes: number | null;
	viewer: Viewer;
	/** The server's render time, ISO. */
	start: string;
	qr: ReactNode;
}

export function DepositView({ id, dialCode, windowMinutes, viewer, start, qr }: DepositViewProps) {
	const t = useTranslations("deposits");
	const query = useQuery(paymentQueries.detail("deposit", id));
	const payment = query.data;
	useAwaited(payment);
	const evidence = useEvidence(payment, "deposit", id);
	if (!payment) return null;
	const isWaiting = payment.state === "pending";
	const hasCard = isWaiting || isLeaving(payment.state);
	const inDoubt = isInDoubt(payment.state);
	// After "Paid" the receipt stands where the cashier reads it.
	const isPaid = moneyMoved(payment.state) === "yes";
	const next = may(viewer.role, "deposit.start") && isFinal(payment.state) ? nextKey(payment.state) : null;
	return (
		<>
			<PaymentHeader
				payment={payment}
				back={{ href: "/deposits", label: t("title") }}
				actions={
					<>
						{isPaid ? null : <ReceiptLink payment={payment} />}
						{AWAITING_STATUS_STATES.includes(payment.state) ? <CheckButton payment={payment} /> : null}
						{inDoubt ? <SupportButton payment={payment} keyFingerprint={evidence?.keyFingerprint ?? null} /> : null}
					</>
				}
			/>
			<PaymentColumns
				cardFirst={!inDoubt}
				card={
					inDoubt && may(viewer.role, "payout.resolve") ? (
						<SettleCard payment={payment} evidence={evidence} viewer={viewer} start={start} />
					) : hasCard ? (
						<PayCard payment={payment} dialCode={dialCode} start={start} qr={qr} />
					) : null
				}
				main={
					<>
						<ReadFault query={query} />
						<StateNotice
							payment={payment}
							action={
								<>
									{isPaid ? <ReceiptLink payment={payment} /> : null}
									{next ? <NextDeposit text={t(next)} isPrimary={next === "new"} /> : null}
								</>
							}
						/>
						<UnrecognisedNotice payment={payment} />
						{isWaiting ? <WindowNotice payment={payment} start={start} /> : null}
						{isWaiting ? <PayerSteps payment={payment} dialCode={dialCode} start={start} /> : null}
						<SettlePanel payment={payment} evidence={evidence} role={viewer.role} />
						<PaymentTimeline
							payment={payment}
							windowMinutes={windowMinutes}
							settleableAt={laterThan(start, evidence?.settleableAt)}
						/>
					</>
				}
				details={<PaymentDetails payment={payment} />}
			/>
		</>
	);
}

/** After "Paid" the next customer follows; an unpaid deposit may be tried again. */
function nextKey(state: PaymentState): "new" | "notice.again" {
	return moneyMoved(state) === "yes" ? "new" : "notice.again";
}

function NextDeposit({ text: shown, isPrimary }: { text: string; isPrimary: boolean }) {
	return (
		<LinkButton
			href="/deposits/new"
			variant={isPrimary ? "primary" : "secondary"}
			className="max-sm:h-11 max-sm:w-full"
		>
			{shown}
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
