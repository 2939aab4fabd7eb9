"use client";
import { useTranslations } from "next-intl";
import { EventNote } from "#components/payments/page/event-note.tsx";
import { eventTone, expectedKey } from "#components/payments/page/timeline-tone.ts";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import { Timeline, TimelineItem } from "#components/ui/timeline.tsx";
import type { Payment, PaymentEvent } from "#lib/contracts/payment.ts";
import { isInDoubt } from "#lib/payment-state.ts";

interface PaymentTimelineProps {
	payment: Payment;
	windowMinutes: number | null;
	/** From when on two people may settle it, ISO; null when they may already. */
	settleableAt: string | null;
}

/** What we did, what the service said, what people decided; newest last, and what is still to come. */
export function PaymentTimeline({ payment, windowMinutes, settleableAt }: PaymentTimelineProps) {
	const t = useTranslations("payments");
	const { history, kind, state } = payment;
	const next = expectedKey(kind, state);
	const hasWindow = kind === "deposit" && state === "pending" && windowMinutes !== null;
	const hasDeadline = state === "sending" && payment.deadlineAt !== null;
	return (
		<section>
			<SectionTitle>{t("timeline")}</SectionTitle>
			<Timeline label={t("timeline")}>
				{history.map((event, index) => (
					<EventItem
						key={`${event.at} ${event.event} ${event.note ?? ""}`}
						event={event}
						isLast={index === history.length - 1}
						neverLeft={state === "not_sent"}
						reference={event.event === "accepted" ? payment.reference : null}
					/>
				))}
				{next ? (
					<TimelineItem tone="next" title={t(`expected.${next}`)}>
						{isInDoubt(state) && settleableAt
							? t.rich("expectedFrom", { at: () => <Time at={settleableAt} as="asOf" /> })
							: null}
						{hasWindow ? t("expectedWindow", { minutes: windowMinutes }) : null}
						{hasDeadline && payment.deadlineAt
							? t.rich("expectedDeadline", { at: () => <Time at={payment.deadlineAt ?? ""} as="time" /> })
							: null}
					</TimelineItem>
				) : null}
			</Timeline>
		</section>
	);
}

interface EventItemProps {
	event: PaymentEvent;
	isLast: boolean;
	reference: string | null;
	/** It set out and was not sent after all: the two words must not stand under each other. */
	neverLeft: boolean;
}

function EventItem({ event, isLast, reference, neverLeft }: EventItemProps) {
	const t = useTranslations("payments");
	const key = event.event === "sending" && neverLeft ? "sending_tried" : event.event;
	// An event that a newer server knows and this page does not is shown by its key, never hidden.
	const title = t.has(`events.${key}`) ? t(`events.${key}`, { name: event.by.name ?? "Cauri" }) : event.event;
	return (
		<TimelineItem tone={eventTone(event, isLast)} title={title}>
			<Time at={event.at} as="moment" />
			{reference ? (
				<>
					{" · "}
					<span className="code">{reference}</span>
				</>
			) : null}
			<EventNote event={event} />
		</TimelineItem>
	);
}
