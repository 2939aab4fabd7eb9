"use client";
import { useLocale, useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { FaultText } from "#components/payments/fault-text.tsx";
import { faultOf } from "#components/payments/page/state-cause.ts";
import { useNow } from "#components/payments/use-now.ts";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Timeline, TimelineItem } from "#components/ui/page/timeline.tsx";
import { Time } from "#components/ui/time.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import type { CorrectedFact, PaymentEvent, PaymentEventKey } from "#lib/contracts/payment-event.ts";
import { isFinal, isInDoubt, PAID_STATES, type PaymentKind, TURNED_DOWN_STATES } from "#lib/payment-state.ts";
import { awaitsPayer } from "#lib/payments/status-meaning.ts";

interface PaymentTimelineProps {
	payment: Payment;
	windowMinutes: number | null;
	/** The time from which two people may resolve it, ISO; null without one. */
	settleableAt: string | null;
}

export function PaymentTimeline({ payment, windowMinutes, settleableAt }: PaymentTimelineProps) {
	const t = useTranslations("payments");
	const { history, kind, state } = payment;
	const next = expectedKey(payment);
	const hasWindow = next === "pendingDeposit" && windowMinutes !== null;
	const deadline = state === "sending" ? payment.sendDeadline : null;
	return (
		<section>
			<SectionTitle>{t("timeline")}</SectionTitle>
			<Timeline label={t("timeline")}>
				{history.map((event, index) => (
					<EventItem
						// biome-ignore lint/suspicious/noArrayIndexKey: events are only added, at the end
						key={index}
						event={event}
						kind={kind}
						isLast={index === history.length - 1}
						isSent={payment.sentAt !== null}
					/>
				))}
				{next ? (
					<TimelineItem tone="next" title={t(`expected.${next}`)}>
						{isInDoubt(state) && settleableAt ? <SettleableFrom at={settleableAt} /> : null}
						{hasWindow ? t("expectedWindow", { minutes: windowMinutes }) : null}
						{deadline ? t.rich("expectedDeadline", { at: () => <Time at={deadline} as="time" /> }) : null}
					</TimelineItem>
				) : null}
			</Timeline>
		</section>
	);
}

/** Disappears once two people may resolve the payment. */
function SettleableFrom({ at }: { at: string }) {
	const t = useTranslations("payments");
	return useNow() < Date.parse(at) ? t.rich("expectedFrom", { at: () => <Time at={at} as="asOf" /> }) : null;
}

interface EventItemProps {
	event: PaymentEvent;
	kind: PaymentKind;
	isLast: boolean;
	/** False: nothing left the desk, even if sending started. The texts "sent" and "not sent" must not both appear. */
	isSent: boolean;
}

function EventItem({ event, kind, isLast, isSent }: EventItemProps) {
	const t = useTranslations("payments");
	const key = event.event === "sending" && !isSent ? "sending_started" : event.event;
	const title = t(`events.${key}`, { name: event.by.name ?? "Cauri" });
	return (
		<TimelineItem tone={eventTone(event, isLast)} title={title}>
			<Time at={event.at} as="moment" />
			<EventDetails event={event} kind={kind} />
		</TimelineItem>
	);
}

/** Returns the tone of an event. Failures, refusals and doubt always keep their tone; other events are "done" once another follows. */
export function eventTone(event: PaymentEvent, isLast: boolean): "done" | "positive" | "warning" | "danger" {
	if (TURNED_DOWN_STATES.includes(event.state)) return "danger";
	if (isInDoubt(event.state)) return "warning";
	if (!isLast) return "done";
	if (PAID_STATES.includes(event.state)) return "positive";
	return isFinal(event.state) ? "done" : "warning";
}

/** The key under `payments.expected` of the next step; null without one. */
export function expectedKey(payment: Pick<Payment, "kind" | "state" | "statusMeaning">): string | null {
	const { kind, state } = payment;
	if (isFinal(state)) return null;
	if (state !== "pending") return state;
	if (kind === "payout") return "pendingPayout";
	return awaitsPayer(payment) ? "pendingDeposit" : null;
}

export function EventDetails({ event, kind }: { event: PaymentEvent; kind: PaymentKind }) {
	const fault = faultOf(event);
	const shown = [...useDetails(event, kind), fault && <FaultText fault={fault} />, event.note].filter(Boolean);
	if (shown.length === 0) return null;
	return (
		<span className="whitespace-normal break-words">
			{shown.map((text, place) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the facts of an event do not change
				<Fragment key={place}>
					{" · "}
					{text}
				</Fragment>
			))}
		</span>
	);
}

function useDetails({ event, details }: PaymentEvent, kind: PaymentKind): ReactNode[] {
	const t = useTranslations("payments");
	const states = useTranslations(`states.${kind}`);
	const locale = useLocale();
	const changeText = (change: CorrectedFact) => {
		const { field } = change;
		const [from, to] = [change.from, change.to].map((text) =>
			text !== null && field === "amount" ? moneyText(text, change.currency, locale) : (text ?? "–"),
		);
		return `${t(`corrected.${field}`)} ${from} → ${to}`;
	};
	const code = (text: string | null) => text && <span className="code">{text}</span>;
	return [
		"outcome" in details && isState(states, details.outcome) && states(details.outcome),
		"reference" in details && code(details.reference),
		"otherReference" in details && code(details.otherReference),
		"placed" in details && details.placed && t(`placed.${details.placed}`),
		"createdAt" in details && details.createdAt && <Time at={details.createdAt} as="moment" />,
		"status" in details && details.status && !isInTitle(event, details.status) && (
			<>
				{t("serviceAnswers")} {code(details.status)}
			</>
		),
		"statuses" in details && t("quoted", { words: details.statuses.join(" / ") }),
		"differing" in details &&
			details.differing.length > 0 &&
			t("differs", { facts: details.differing.map((text) => t(`differing.${text}`)).join(", ") }),
		"changes" in details && details.changes.map(changeText).join(" · "),
		"people" in details && details.people.join(", "),
	];
}

function isInTitle(event: PaymentEventKey, status: string): boolean {
	return event === "succeeded" || event === "succeeded_late" || (event === "accepted" && status === "pending");
}

/** False for the outcome of a withdrawn verdict, which is not a state: the event's title already names the withdrawal. */
function isState(states: { has(key: never): boolean }, outcome: string): boolean {
	return states.has(outcome as never);
}
