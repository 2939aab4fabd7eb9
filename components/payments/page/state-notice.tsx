"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FailureReasonText } from "#components/payments/failure-reason-text.tsx";
import { FaultText } from "#components/payments/fault-text.tsx";
import { faultOf, stateCause } from "#components/payments/page/state-cause.ts";
import { WaitNotice } from "#components/payments/page/wait-notice.tsx";
import { useHeldBack } from "#components/payments/use-held-back.ts";
import { Notice } from "#components/ui/page/notice.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { failureReasonInRefusal, knownFailureReason } from "#lib/failure-reasons.ts";
import { moneyText } from "#lib/money-text.ts";
import { EXPLAINED_STATES, type PaymentState } from "#lib/payment-state.ts";

const TONES: Record<PaymentState, Tone> = {
	awaiting_approval: "accent",
	approved: "accent",
	sending: "accent",
	pending: "accent",
	succeeded: "positive",
	failed: "danger",
	not_sent: "danger",
	refused: "danger",
	unknown: "warning",
	may_have_left: "danger",
	needs_review: "warning",
	settled_paid: "positive",
	settled_not_paid: "neutral",
	rejected: "neutral",
	cancelled: "neutral",
	expired: "neutral",
};

/** What is true of the money now, in words. Three never mix: not sent, not known, not paid. */
export function StateNotice({ payment, action }: { payment: Payment; action?: ReactNode }) {
	const t = useTranslations(payment.kind === "deposit" ? "deposits.notice" : "payouts.notice");
	const shared = useTranslations("payments");
	const locale = useLocale();
	const last = stateCause(payment);
	const fault = last ? faultOf(last) : null;
	const heldBack = useHeldBack();
	if (payment.waits && !heldBack) return <WaitNotice payment={payment} />;
	const key = noticeKey(payment, last?.event, heldBack);
	if (!t.has(`${key}.title`)) return null;
	const textOf = (decimal: string) => moneyText(decimal, payment.currency, locale);
	const [amount, paid] = [textOf(payment.amount), textOf(payment.paidAmount ?? payment.amount)];
	const why = last ? whyKey(last.event) : null;
	return (
		<Notice
			tone={key === HELD ? "warning" : TONES[payment.state]}
			title={t(`${key}.title`)}
			action={action}
			className="mb-6"
		>
			<span aria-live="polite">
				<FailureText payment={payment} said={fault?.words ?? null} />
				{why && shared.has(why)
					? shared(why)
					: t(`${key}.${bodyKey(payment)}`, { amount, paid, status: payment.serviceStatus ?? "" })}
				{EXPLAINED_STATES.includes(payment.state) && (fault || last?.note) ? (
					<span className="mt-1 block break-words text-ink-2">
						{fault ? <FaultText fault={fault} /> : `${last?.by.name ?? ""}: ${last?.note ?? ""}`}
					</span>
				) : null}
			</span>
		</Notice>
	);
}

/** What a cashier can say to the customer, before what it means for the books. */
function FailureText({ payment, said }: { payment: Payment; said: string | null }) {
	const t = useTranslations("reasons");
	const { state, serviceStatus } = payment;
	if (state === "refused") {
		const reason = said === null ? null : failureReasonInRefusal(said);
		return reason === null ? null : `${t(reason)} `;
	}
	// Where the history says no more than the status, the status may say it.
	const status =
		payment.failureReason ?? (serviceStatus !== null && knownFailureReason(serviceStatus) ? serviceStatus : null);
	if (state !== "failed" || status === null) return null;
	return (
		<>
			<FailureReasonText status={status} />{" "}
		</>
	);
}

const HELD = "approvedHeld";

/** Where the state alone does not say what people must know. */
function noticeKey({ state, late, paidAmount }: Payment, event: string | undefined, heldBack: boolean): string {
	if (state === "succeeded" && late) return "succeededLate";
	if (state === "settled_paid" && paidAmount !== null) return "settledPaidOther";
	if (state === "approved" && heldBack) return HELD;
	// Acknowledged by a version that had no other word for it.
	if (state === "expired" && event === "expired_by_doubt") return "expiredByDoubt";
	return event === "refused_keys" ? event : state;
}

/** Where two people must agree, it says how many have. */
function bodyKey({ state, approval }: Payment): string {
	if (state !== "awaiting_approval" || !approval?.needed || approval.needed < 2) return "body";
	return approval.given.length > 0 ? "bodySecond" : "bodyTwo";
}

/** Some events know better than their state why nothing was sent. */
function whyKey(event: string): string {
	return `why.${event}`;
}
