/** The facts of an audit entry in the order for reading, with label and value in the reader's language, for the screen and for files. */
import { moneyText } from "#lib/amounts/money-text.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";
import { formatExact, formatFullDay, formatWalletMonth, isCalendarDay, type Place } from "#lib/dates.ts";
import { causeMessage, isCause } from "#lib/failure-causes.ts";
import { type AnyText, changedValue } from "#lib/text/change-text.ts";

type Entry = Pick<AuditEntry, "action" | "details">;

export interface FactReader {
	texts: AnyText;
	place: Place;
	/** Returns the name of a member or an operator, or null. */
	nameOf(kind: "member" | "operator", code: string): string | null;
}

interface AuditFact {
	/** The fact's key in `details`, or "money" for an amount with its currency. */
	key: string;
	value: string;
	label?: string;
	/** Null when the value is a code for which there is no text or name. */
	text: string | null;
}

export function auditFacts(entry: Entry, reader: FactReader): AuditFact[] {
	return listedFacts(entry).map(([key, value]) => ({ key, value, ...factText(key, value, entry.details, reader) }));
}

// First the subject's facts, then those of the service's answer, then a person's text. Facts that are not listed here come last.
const ORDER = [
	"name",
	"email",
	"role",
	"number",
	"operator",
	"reference",
	"status",
	"httpStatus",
	"cause",
	"words",
	"note",
];
// Facts that the entry shows elsewhere: in the text of its action, in its link, as an amount or a change of role, and as counts of
// answers or by the name in `emergency`.
const SAID_ELSEWHERE = ["kind", "state", "amount", "currency", "from", "to", "payment", "answers", "emergencyMemberId"];

export function listedFacts({ action, details }: Entry): (readonly [key: string, value: string])[] {
	const isRole = action === "member.role_changed";
	// An export's text contains none of its filters, so all of them are shown.
	const isExport = action.endsWith(".exported");
	const { amount, currency, note, status, password, from, to } = details;
	const keys = Object.keys(details)
		.filter((key) => (key !== "note" || note !== status) && (key !== "password" || password !== "false"))
		.filter((key) => !SAID_ELSEWHERE.includes(key) || (isExport ? key !== "kind" : !isRole && isShown(key, details)))
		.sort((a, b) => place(a) - place(b));
	return [
		...(amount && currency ? [["money", amount] as const] : []),
		...keys.map((key) => [key, details[key] ?? ""] as const),
		...(isRole ? [["role", `${from} → ${to}`] as const] : []),
	];
}

/**
 * True for facts of SAID_ELSEWHERE that must be shown after all: `from` and `to` of an entry without `state`, and `currency` of an entry
 * without `amount` and `change`.
 */
function isShown(key: string, { state, amount, change }: Record<string, string>): boolean {
	if (key === "currency") return amount === undefined && change === undefined;
	return (key === "from" || key === "to") && state === undefined;
}

function place(key: string): number {
	const at = ORDER.indexOf(key);
	return at < 0 ? ORDER.length : at;
}

/** Facts whose label and value make one phrase, such as "With app code". All others get a colon after the label. */
const PHRASES = ["method", "purpose", "provider", "backup"];
/** Facts that need no label, and hold no code. */
const PLAIN = ["name", "email", "number", "note"];
const MEMBER_FACTS = ["memberId", "member"];

function factText(
	key: string,
	value: string,
	details: AuditEntry["details"],
	reader: FactReader,
): Pick<AuditFact, "label" | "text"> {
	const { texts, place } = reader;
	if (key === "money") return { text: moneyText(value, details.currency ?? "", place.locale) };
	if (key === "cause" && isCause(value)) {
		const cause = causeMessage(value);
		return { text: texts(`causes.${cause.key}`, { status: cause.status }) };
	}
	if (PLAIN.includes(key)) return { text: value };
	const sides = value.split(" → ");
	const read = sides.map((side) => sideText({ fact: key, value: side, details }, reader));
	// If only one side has a text, the other is shown as it was recorded.
	const text = read.every((side) => side === null) ? null : read.map((side, n) => side ?? sides[n]).join(" → ");
	return key === "role" ? { text } : { label: factLabel(key, texts), text };
}

function factLabel(fact: string, texts: AnyText): string {
	const key = [`audit.details.${fact}`, `changes.field.${fact}`].find((one) => texts.has(one));
	const label = key ? texts(key) : fact;
	return PHRASES.includes(fact) ? label : texts("audit.fact", { label });
}

interface Side {
	fact: string;
	value: string;
	details: AuditEntry["details"];
}

function sideText({ fact, value, details }: Side, { texts, place, nameOf }: FactReader): string | null {
	if (MEMBER_FACTS.includes(fact)) return nameOf("member", value);
	if (fact === "operator") return nameOf("operator", value);
	if (/^\d{4}-\d{2}-\d{2}T.*Z$/.test(value) && !Number.isNaN(Date.parse(value)))
		return formatExact(new Date(value), place);
	if (isCalendarDay(value)) return formatFullDay(value, place.locale);
	if (fact === "month") return formatWalletMonth(value, place);
	const { currency, status, operator = "", number, month = "", member = "" } = details;
	const plain = [
		`audit.details.values.${fact}.${value}`,
		...(fact === "state" ? [`states.payout.${value}`] : []),
		...(fact === "verdict" ? [`reconciliation.verdicts.${value}`] : []),
	].find((key) => texts.has(key));
	if (plain) return texts(plain);
	const changed = changedValue(fact, value === "–" ? "null" : value, { texts, place, currency });
	if (changed !== null) return changed;
	if (fact !== "change" || !texts.has(`changes.of.${value}`)) return null;
	const { name = nameOf("member", member) ?? "" } = details;
	const named = nameOf("operator", operator) ?? (operator || undefined);
	const subject = currency ?? status ?? named ?? number ?? formatWalletMonth(month, place);
	return texts(`changes.of.${value}`, { subject, name });
}
