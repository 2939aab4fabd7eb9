/** Label and value of an audit fact in the reader's language, for the screen and for files. */
import { moneyText } from "#lib/amounts/money-text.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";
import { formatExact, formatFullDay, formatWalletMonth, isCalendarDay, type Place } from "#lib/dates.ts";

/** Translates any key of lib/i18n. */
export interface FactTexts {
	(key: string, values?: Record<string, string | number>): string;
	has(key: string): boolean;
}

export interface FactReader {
	texts: FactTexts;
	place: Place;
	/** Returns the name of a member or an operator, or null. */
	nameOf(kind: "member" | "operator", code: string): string | null;
}

/** Facts whose label and value make one phrase, such as "With app code". All others get a colon after the label. */
const PHRASES = ["method", "purpose", "provider", "backup"];
const MEMBER_FACTS = ["memberId", "emergencyMemberId", "member"];

export function factLabel(fact: string, texts: FactTexts): string {
	const key = [`audit.details.${fact}`, `changes.field.${fact}`].find((one) => texts.has(one));
	const label = key ? texts(key) : fact;
	return PHRASES.includes(fact) ? label : texts("audit.fact", { label });
}

/** Returns null for a code without a text or name, and for free text: callers then show the value itself. */
export function factValue(fact: string, details: AuditEntry["details"], reader: FactReader): string | null {
	const sides = (details[fact] ?? "").split(" → ").map((value) => sideText({ fact, value, details }, reader));
	return sides.includes(null) ? null : sides.join(" → ");
}

interface Side {
	fact: string;
	value: string;
	details: AuditEntry["details"];
}

function sideText({ fact, value, details }: Side, { texts, place, nameOf }: FactReader): string | null {
	if (MEMBER_FACTS.includes(fact)) return value === "–" ? value : nameOf("member", value);
	if (fact === "operator") return nameOf("operator", value);
	if (/^\d{4}-\d{2}-\d{2}T.*Z$/.test(value) && !Number.isNaN(Date.parse(value)))
		return formatExact(new Date(value), place);
	if (isCalendarDay(value)) return formatFullDay(value, place.locale);
	if (fact === "month") return formatWalletMonth(value, place);
	const { currency, status, operator = "", number, month = "", member = "" } = details;
	const code = value === "–" ? "null" : value === "0.00" ? "0" : value;
	const plain = [
		`audit.details.values.${fact}.${value}`,
		`changes.value.${fact}.${code}`,
		...(fact === "state" ? [`states.payout.${value}`] : []),
		...(fact === "verdict" ? [`reconciliation.verdicts.${value}`] : []),
	].find((key) => texts.has(key));
	if (plain) return texts(plain);
	if (currency && /^-?\d+\.\d{2}$/.test(value)) return moneyText(value, currency, place.locale);
	if (fact !== "change" || !texts.has(`changes.of.${value}`)) return null;
	const { name = nameOf("member", member) ?? "" } = details;
	const named = nameOf("operator", operator) ?? (operator || undefined);
	const subject = currency ?? status ?? named ?? number ?? formatWalletMonth(month, place);
	return texts(`changes.of.${value}`, { subject, name });
}
