/** Title and values of a change in the reader's language, for the screen, for mails and for the audit log. */
import { moneyText } from "#lib/amounts/money-text.ts";
import { CHANGE_KIND_FACTS, type ChangeKindFacts } from "#lib/change-kinds.ts";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";
import { formatWalletMonth, type Place, wholeUnit } from "#lib/dates.ts";

/** Translates any key of lib/i18n. */
export interface AnyText {
	(key: string, values?: Record<string, string | number>): string;
	has(key: string): boolean;
}

export interface ChangeRow {
	field: string;
	label: string;
	before: string | null;
	after: string;
}

export interface ChangeTexts {
	title: string;
	asker: string;
	rows: ChangeRow[];
}

export function changeText(request: ChangeRequest, texts: AnyText, place: Place): ChangeTexts {
	const { kind, subject, before, after, memberName } = request;
	const valueText = (field: string, value: ChangeRequest["after"][string] | undefined) =>
		changedValue(field, String(value), { texts, place, currency: subject }) ?? String(value ?? "–");
	const changed = (CHANGE_KIND_FACTS[kind] as ChangeKindFacts).fields.filter(
		(field) => field in after && before[field] !== after[field],
	);
	return {
		title: texts(`changes.of.${kind}`, {
			subject: kind === "statement_reopened" ? formatWalletMonth(subject, place) : subject,
			name: String(memberName ?? after.name ?? ""),
		}),
		asker: request.byProvider ? texts("changes.provider") : request.askedBy.name,
		rows: changed
			// Leaves out `password` when the member keeps it: the field is then false.
			.filter((field) => field !== "password" || after.password === true)
			.map((field) => ({
				field,
				label: texts(`changes.field.${field}`),
				before: field in before ? valueText(field, before[field]) : null,
				after: valueText(field, after[field]),
			})),
	};
}

interface ValueReader {
	texts: AnyText;
	place: Place;
	currency: string | undefined;
}

/** `value` is "null" for none. Returns null when there is no text for the value. */
export function changedValue(field: string, value: string, { texts, place, currency }: ValueReader): string | null {
	const keys = [
		`changes.value.${field}.${value === "0.00" ? "0" : value}`,
		...(field === "role" ? [`roles.${value}`] : []),
	];
	const key = keys.find((each) => texts.has(each));
	if (key) return texts(key);
	if (/^\d+$/.test(value)) {
		if (field.endsWith("Minutes")) return texts("changes.duration", wholeUnit(Number(value)));
		if (field.endsWith("Percent")) return texts("changes.percent", { count: Number(value) });
	}
	return currency && /^-?\d+\.\d{2}$/.test(value) ? moneyText(value, currency, place.locale) : null;
}
