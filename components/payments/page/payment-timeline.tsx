"use client";
import { useTranslations } from "next-intl";
import { EventDetails } from "#components/payments/page/event-details.tsx";
import { eventTone, expectedKey } from "#components/payments/page/timeline-tone.ts";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import { Timeline, TimelineItem } from "#components/ui/timeline.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import type { PaymentEvent } from "#lib/contracts/payment-event.ts";
import { isInDoubt, type PaymentKind } from "#lib/payment-state.ts";

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
						neverLeft={state === "not_sent"}
					/>
				))}
				{next ? (
					<TimelineItem tone="next" title={t(`expected.${next}`)}>
						{isInDoubt(state) && settleableAt
							? t.rich("expectedFrom", { at: () => <Time at={settleableAt} as="asOf" /> })
							: null}
						{hasWindow ? t("expectedWindow", { minutes: windowMinutes }) : null}
						{deadline ? t.rich("expectedDeadline", { at: () => <Time at={deadline} as="time" /> }) : null}
					</TimelineItem>
				) : null}
			</Timeline>
		</section>
	);
}

interface EventItemProps {
	event: PaymentEvent;
	kind: PaymentKind;
	isLast: boolean;
	/** It set out and was not sent after all: the two words must not stand under each other. */
	neverLeft: boolean;
}

function EventItem({ event, kind, isLast, neverLeft }: EventItemProps) {
	const t = useTranslations("payments");
	const key = event.event === "sending" && neverLeft ? "sending_tried" : event.event;
	const title = t(`events.${key}`, { name: event.by.name ?? "Cauri" });
	return (
		<TimelineItem tone={eventTone(event, isLast)} title={title}>
			<Time at={event.at} as="moment" />
			<EventDetails event={event} kind={kind} />
		</TimelineItem>
	);
}
