/**
 * Events from before there were details: all that was told stood in `note`; and details of an older shape. Events are never rewritten,
 * so this reads them for good, and their timeline says what it said. Answers that wait in a file are read by it too. Pure.
 */
import { timeSchema } from "#lib/contracts/common-fields.ts";
import {
	DIFFERING_FACTS,
	type DifferingFact,
	type EventContent,
	type EventDetails,
	type OldCorrection,
	OUTSIDE_PLACES,
} from "#lib/contracts/payment-event.ts";
import { oldCause } from "#lib/old-causes.ts";
import { REFERENCE_PATTERN } from "#lib/paths.ts";
import type { PaymentEventKey } from "#lib/payment-events.ts";
import { PAYMENT_STATES, type PaymentState } from "#lib/payment-state.ts";

/** `note` of what comes back: what a person wrote. `reference`: the payment's own, which the first answer had brought. */
export interface OldEvent {
	event: PaymentEventKey;
	note: string | null;
	reference: string | null;
}

export function readOldEvent({ event, note, reference }: OldEvent): EventContent & { note: string | null } {
	switch (event) {
		case "accepted":
			return { event, note: null, details: { reference, status: note } };
		case "reference_attached":
			return { event, note: null, details: { reference: note, status: null } };
		case "succeeded":
		case "succeeded_late":
		case "failed":
		case "final_word_changed":
		case "status_changed":
		case "hint_confirmed":
			return { event, note: null, details: { reference: null, status: note } };
		case "refused":
		case "refused_keys":
		case "not_sent":
		case "answer_unclear":
			return { event, note: null, details: faultOf(note) };
		case "late_answer":
			return { event, note: null, details: lateAnswer(note) };
		case "contradiction":
			return { event, note: null, details: contradiction(note) };
		case "reference_reused":
			return { event, note: null, details: { otherReference: note } };
		case "reference_older": {
			const [otherReference = null, createdAt = null] = note?.split(" · ") ?? [];
			const isTime = timeSchema.safeParse(createdAt).success;
			return { event, note: null, details: { otherReference, createdAt: isTime ? createdAt : null } };
		}
		case "hint_set_aside": {
			const [otherReference = null, placed] = note?.split(" · ") ?? [];
			return { event, note: null, details: { otherReference, placed: oneOf(OUTSIDE_PLACES, placed) } };
		}
		case "words_disagree":
			return { event, note: null, details: { statuses: splitOnce(note ?? "", " / ") } };
		case "corrected":
			return { event, note: null, details: { changes: changes(note ?? "") } };
		case "approvals_voided":
		case "approvals_lapsed":
			return { event, note: null, details: { people: note?.split(", ") ?? [] } };
		case "confirmed_duplicate":
			return { event, note, details: { earlier: [] } };
		case "approved_in_part":
			return { event, note, details: { approvals: null } };
		case "word_withdrawn":
			return { event, note, details: { outcome: null } };
		case "said_paid_other":
			return { event, note, details: { paid: null } };
		case "settled_paid":
		case "settled_not_paid":
			return { event, note, details: { first: null } };
		case "settled_paid_other":
			return { event, note, details: { first: null, paid: null } };
		default:
			return { event, note, details: {} };
	}
}

/** What a correction changed told no fields once: they are not guessed from what stands there. */
export function readKeptDetails(details: EventDetails | OldCorrection): EventDetails {
	if (!("changes" in details)) return details;
	return { changes: details.changes.map((change) => ("field" in change ? change : { field: null, ...change })) };
}

function faultOf(note: string | null): EventDetails<"refused"> {
	const cause = note === null ? null : oldCause(note);
	return { cause, words: cause === null ? note : null };
}

/** "amount, currency", a cause, or the reference that the answer named beside the payment's own. */
function contradiction(note: string | null): EventDetails<"contradiction"> {
	const facts = note?.split(", ") ?? [];
	const isFacts = facts.every((fact): fact is DifferingFact => oneOf(DIFFERING_FACTS, fact) !== null);
	const cause = note === null ? null : oldCause(note);
	return { differing: isFacts ? facts : [], otherReference: isFacts || cause !== null ? null : note, cause };
}

/** "state · reference · words", each of the last two where there was one. */
function lateAnswer(note: string | null): EventDetails<"late_answer"> {
	const [state, ...rest] = note?.split(" · ") ?? [];
	const outcome = oneOf(PAYMENT_STATES, state) ?? "unknown";
	const [first = ""] = rest;
	const hasReference = WITH_REFERENCE.includes(outcome) && REFERENCE_PATTERN.test(first);
	const told = (hasReference ? rest.slice(1) : rest).join(" · ") || null;
	const reference = hasReference ? first : null;
	if (hasReference && outcome !== "needs_review") return { outcome, reference, status: told, cause: null, words: null };
	return { outcome, reference, status: null, ...faultOf(told) };
}

const WITH_REFERENCE: readonly PaymentState[] = ["pending", "succeeded", "failed", "needs_review"];

/** "before → after · before → after": read so that, written in the same way again, it is what it was. */
function changes(note: string): EventDetails<"corrected">["changes"] {
	const found: { field: null; from: string; to: string }[] = [];
	for (const part of note.split(" · ")) {
		const [from = "", to] = splitOnce(part, " → ");
		const last = found.at(-1);
		if (to !== undefined) found.push({ field: null, from, to });
		else if (last) last.to += ` · ${part}`;
	}
	return found;
}

function splitOnce(text: string, sign: string): string[] {
	const at = text.indexOf(sign);
	return at < 0 ? [text] : [text.slice(0, at), text.slice(at + sign.length)];
}

function oneOf<const Known extends string>(known: readonly Known[], text: string | undefined): Known | null {
	return known.find((one) => one === text) ?? null;
}
