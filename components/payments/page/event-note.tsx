"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CauseWords } from "#components/payments/cause-words.tsx";
import type { PaymentEvent } from "#lib/contracts/payment.ts";

const FACTS = ["amount", "currency", "type", "reference", "opaque_id"];
const STATUS_EVENTS = ["accepted", "status_changed", "succeeded", "succeeded_late", "failed", "final_word_changed"];

/** Words beside an event: the service's status, the facts that differ, or what somebody wrote, as it came. */
export function EventNote({ event }: { event: PaymentEvent }) {
	if (!event.note) return null;
	return (
		<span className="whitespace-normal break-words">
			{" · "}
			<Words event={event} note={event.note} />
		</span>
	);
}

function Words({ event, note }: { event: PaymentEvent; note: string }): ReactNode {
	const t = useTranslations("payments");
	const facts = note.split(", ");
	if (event.event === "contradiction" && facts.every((fact) => FACTS.includes(fact)))
		return t("differs", { facts: facts.map((fact) => t(`differing.${fact}`)).join(", ") });
	if (STATUS_EVENTS.includes(event.event)) {
		return (
			<>
				{t("serviceAnswers")} <span className="code">{note}</span>
			</>
		);
	}
	if (event.event === "approvals_lapsed") return note;
	if (event.event === "reference_attached") return <span className="code">{note}</span>;
	return event.by.kind === "member" ? note : <CauseWords note={note} />;
}
