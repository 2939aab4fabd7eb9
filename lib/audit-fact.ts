/** Label and value of an audit fact in the reader's language, for the screen and for files. */
import { moneyText } from "#lib/amounts/money-text.ts";
import type { AuditDetail } from "#lib/audit-details.ts";
import { causeMessage } from "#lib/causes.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";
import { formatExact, formatFullDay, formatWalletMonth, isCalendarDay, type Place } from "#lib/dates.ts";
import { type AnyText, changedValue } from "#lib/text/change-text.ts";

export interface FactReader {
	texts: AnyText;
	place: Place;
	/** Returns the name of a member or an operator, or null. */
	nameOf(kind: "member" | "operator", code: string): string | null;
}

/** Facts whose label and value make one phrase, such as "With app code". All others get a colon after the label. */
const PHRASES = ["method", "purpose", "provider", "backup"];
/** Facts that need no label, and hold no code. */
const PLAIN = ["name", "email", "number", "note"];
const MEMBER_FACTS = ["memberId", "member"];

/** `text` is null when the fact holds a code for which there is no text or name. */
export function detailText(
	detail: AuditDetail,
	details: AuditEntry["details"],
	reader: FactReader,
): { label?: string; text: string | null } {
	const { texts, place } = reader;
	if (detail.kind === "money") return { text: moneyText(detail.amount, detail.currency, place.locale) };
	if (detail.kind === "cause") {
		const { key, status } = causeMessage(detail.cause);
		return { text: texts(`causes.${key}`, { status }) };
	}
	const { key, value } = detail;
	if (PLAIN.includes(key)) return { text: value };
	const sides = value.split(" → ");
	const read = sides.map((side) => sideText({ fact: key, value: side, details }, reader));
	// Beside a side that has a text, one without is shown as it was recorded.
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
