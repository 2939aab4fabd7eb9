"use client";
import { useLocale, useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { FaultText } from "#components/payments/fault-text.tsx";
import { faultOf } from "#components/payments/page/state-cause.ts";
import { Time } from "#components/ui/time.tsx";
import type { CorrectedFact, PaymentEvent } from "#lib/contracts/payment-event.ts";
import { moneyText } from "#lib/money-text.ts";
import type { PaymentEventKey } from "#lib/payment-events.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

/** What an event tells beside its title: its facts in words of the member's language, then what somebody wrote, as it came. */
export function EventDetails({ event, kind }: { event: PaymentEvent; kind: PaymentKind }) {
	const fault = faultOf(event);
	const told = [...useDetails(event, kind), fault && <FaultText fault={fault} />, event.note].filter(Boolean);
	if (told.length === 0) return null;
	return (
		<span className="whitespace-normal break-words">
			{told.map((text, place) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the facts of an event do not change
				<Fragment key={place}>
					{" · "}
					{text}
				</Fragment>
			))}
		</span>
	);
}

/** The event's name says what it was; here stands about what. Empty places are left out. */
function useDetails({ event, details }: PaymentEvent, kind: PaymentKind): ReactNode[] {
	const t = useTranslations("payments");
	const states = useTranslations(`states.${kind}`);
	const locale = useLocale();
	/** A fact without a field is of before there were any: it says what it said. */
	const changeText = (change: CorrectedFact) => {
		const { field } = change;
		const [from, to] = [change.from, change.to].map((text) =>
			text !== null && field === "amount" ? moneyText(text, change.currency, locale) : (text ?? "–"),
		);
		return field === null ? `${from} → ${to}` : `${t(`corrected.${field}`)} ${from} → ${to}`;
	};
	const code = (text: string | null) => text && <span className="code">{text}</span>;
	return [
		"outcome" in details && isState(states, details.outcome) && states(details.outcome),
		"reference" in details && code(details.reference),
		"otherReference" in details && code(details.otherReference),
		"placed" in details && details.placed && t(`placed.${details.placed}`),
		"createdAt" in details && details.createdAt && <Time at={details.createdAt} as="moment" />,
		"status" in details && details.status && !SAID.includes(event) && (
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

// The name of the event is the status.
const SAID: readonly PaymentEventKey[] = ["succeeded", "succeeded_late"];

/** What an answer came to has words; what a person withdrew is in the name of the event. */
function isState(states: { has(key: never): boolean }, outcome: string | null): outcome is string {
	return outcome !== null && states.has(outcome as never);
}
