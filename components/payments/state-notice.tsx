"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CauseWords } from "#components/payments/cause-words.tsx";
import { stateCause } from "#components/payments/state-cause.ts";
import { useHeldBack } from "#components/payments/use-held-back.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { formatAmount } from "#lib/money.ts";
import type { PaymentState } from "#lib/payment-state.ts";

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

// Where the last event's own words say why it came to this.
const EXPLAINED: readonly PaymentState[] = ["refused", "not_sent", "rejected", "unknown", "may_have_left"];

/** What is true of the money now, in words. Three never mix: not sent, not known, not paid. */
export function StateNotice({ payment, action }: { payment: Payment; action?: ReactNode }) {
	const t = useTranslations(payment.kind === "deposit" ? "deposits.notice" : "payouts.notice");
	const shared = useTranslations("payments");
	const locale = useLocale();
	const last = stateCause(payment);
	const key = noticeKey(payment, last?.event, useHeldBack());
	if (!t.has(`${key}.title`)) return null;
	const amount = `${formatAmount(payment.amount, payment.currency, locale)}\u00a0${payment.currency}`;
	const why = last ? whyKey(last.event) : null;
	return (
		<Notice
			tone={key === HELD ? "warning" : TONES[payment.state]}
			title={t(`${key}.title`)}
			action={action}
			className="mb-6"
		>
			<span aria-live="polite">
				{why && shared.has(why)
					? shared(why)
					: t(`${key}.${bodyKey(payment)}`, { amount, status: payment.serviceStatus ?? "" })}
				{EXPLAINED.includes(payment.state) && last?.note ? (
					<span className="mt-1 block break-words text-ink-2">
						{last.by.kind === "member" ? `${last.by.name ?? ""}: ${last.note}` : <CauseWords note={last.note} />}
					</span>
				) : null}
			</span>
		</Notice>
	);
}

const HELD = "approvedHeld";

/** Where the state alone does not say what people must know. */
function noticeKey({ state, late }: Payment, event: string | undefined, heldBack: boolean): string {
	if (state === "succeeded" && late) return "succeededLate";
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
