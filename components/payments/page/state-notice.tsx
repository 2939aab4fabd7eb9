"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FailureReasonText, FaultText } from "#components/payments/fault-text.tsx";
import { faultOf, stateCause } from "#components/payments/page/state-cause.ts";
import { useSendingBlocked } from "#components/payments/use-sending-blocked.ts";
import { WaitText } from "#components/payments/wait-text.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Tone } from "#components/ui/tone.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Payment, PaymentSummary } from "#lib/contracts/payment.ts";
import { EXPLAINED_STATES, isFinal, isInDoubt, type PaymentState, stateTone } from "#lib/payment-state.ts";
import { failedReason, failureReasonInRefusal } from "#lib/payments/failure-reasons.ts";

/** Open payments that need no action are "accent" here, not "warning" as in the list. */
function noticeTone(state: PaymentState): Tone {
	return isFinal(state) || isInDoubt(state) ? stateTone(state) : "accent";
}

interface StateNoticeProps {
	payment: Payment;
	action?: ReactNode;
}

/** Says where the money is now. Not sent, not known and not paid are three distinct cases. */
export function StateNotice(props: StateNoticeProps) {
	// A live region that is inserted together with its text is not read out.
	return (
		<div aria-live="polite">
			<StateText {...props} />
		</div>
	);
}

function StateText({ payment, action }: StateNoticeProps) {
	const t = useTranslations(payment.kind === "deposit" ? "deposits.notice" : "payouts.notice");
	const shared = useTranslations("payments");
	const locale = useLocale();
	const last = stateCause(payment);
	const fault = last ? faultOf(last) : null;
	const isSendingBlocked = useSendingBlocked(payment);
	if (payment.waits && (isGone(payment) || !isSendingBlocked)) return <WaitNotice payment={payment} />;
	const key = noticeKey(payment, last?.event, isSendingBlocked);
	if (!t.has(`${key}.title`)) return null;
	const textOf = (decimal: string) => moneyText(decimal, payment.currency, locale);
	const [amount, paid] = [textOf(payment.amount), textOf(payment.paidAmount ?? payment.amount)];
	// Some events tell better than the state why nothing was sent.
	const why = last ? `why.${last.event}` : null;
	return (
		<Notice
			tone={key === HELD ? "warning" : noticeTone(payment.state)}
			title={t(`${key}.title`)}
			action={action}
			className="mb-6"
		>
			<FailureText payment={payment} words={fault?.words ?? null} />
			{why && shared.has(why)
				? shared(why)
				: t(`${key}.${bodyKey(payment)}`, { amount, paid, status: payment.serviceStatus ?? "" })}
			{EXPLAINED_STATES.includes(payment.state) && (fault || last?.note) ? (
				<span className="mt-1 block break-words text-ink-2">
					{fault ? (
						<FaultText fault={fault} />
					) : (
						shared("reasonBy", { name: last?.by.name ?? "", reason: last?.note ?? "" })
					)}
				</span>
			) : null}
		</Notice>
	);
}

function FailureText({ payment, words }: { payment: Payment; words: string | null }) {
	const t = useTranslations("reasons");
	if (payment.state === "refused") {
		const reason = words === null ? null : failureReasonInRefusal(words);
		return reason === null ? null : `${t(reason)} `;
	}
	const status = failedReason(payment);
	if (status === null) return null;
	return (
		<>
			<FailureReasonText status={status} />{" "}
		</>
	);
}

/** True when the desk no longer has the wallet of the payment. The page says so even while all sending is stopped. */
const isGone = ({ waits }: Pick<Payment, "waits">) => waits?.kind === "wallet_not_configured";

const HELD = "approvedHeld";

function noticeKey({ state, late, paidAmount }: Payment, event: string | undefined, isSendingBlocked: boolean): string {
	if (state === "succeeded" && late) return "succeededLate";
	if (state === "settled_paid" && paidAmount !== null) return "settledPaidOther";
	if (state === "approved" && isSendingBlocked) return HELD;
	return event === "refused_keys" ? event : state;
}

function bodyKey({ state, approval }: Payment): string {
	if (state !== "awaiting_approval" || !approval?.needed || approval.needed < 2) return "body";
	return approval.given.length > 0 ? "bodySecond" : "bodyTwo";
}

/** The waits that a person must end. After any other wait the payout leaves automatically. */
const ENDED_BY_PEOPLE: Readonly<Record<string, "bodyGone" | "bodyPaused" | "bodyBlocked" | undefined>> = {
	wallet_not_configured: "bodyGone",
	batch_paused: "bodyPaused",
	number_blocked: "bodyBlocked",
};

/** Explains why an approved payout has not left, what must happen first, and until when it waits. */
function WaitNotice({ payment }: { payment: PaymentSummary }) {
	const { waits, expiresAt } = payment;
	const t = useTranslations("payouts.notice.approvedWaits");
	return (
		<Notice tone="warning" title={t("title")} className="mb-6">
			<WaitText payment={payment} className="block first-letter:uppercase" />
			{waits?.fault ? (
				<span className="block break-words text-ink-2">
					<FaultText fault={waits.fault} />
				</span>
			) : null}
			<span className="mt-1 block">
				{t(ENDED_BY_PEOPLE[waits?.kind ?? ""] ?? "body")}{" "}
				{expiresAt && !isGone(payment)
					? t.rich("expiry", { at: () => <Time at={expiresAt} as="momentShort" className="num in-sentence" /> })
					: null}
			</span>
		</Notice>
	);
}

/** Shows a status of the service whose meaning no admin has defined: unchanged, and without effect on the payment. */
export function UnrecognisedNotice({ payment }: { payment: Payment }) {
	const t = useTranslations("payments");
	const { serviceStatus: status, failureReason: reason } = payment;
	if (!status || payment.statusMeaning !== "unrecognised" || isFinal(payment.state)) return null;
	return (
		<Notice
			tone="warning"
			className="mb-6"
			title={
				<>
					<span className="code break-words">{status}</span> {t("notRecognised")}.
				</>
			}
		>
			{t("serviceWordWhy")}
			{reason ? (
				<span className="mt-1 block">
					<FailureReasonText status={reason} />
				</span>
			) : null}
		</Notice>
	);
}
