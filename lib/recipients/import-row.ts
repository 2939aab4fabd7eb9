/** Reads a recipient from a row of an imported list, or the faults of the row. */
import { countryOf, namesCountry, operatorsNamed, type RowSetting, readPhone } from "#lib/batches/row-facts.ts";
import { type ImportRow, MOST_GROUPS, type Recipient } from "#lib/contracts/recipient.ts";
import { suggestOperator } from "#lib/operator-options.ts";
import { typedText } from "#lib/text/typed-text.ts";

export type ImportedRecipient = Pick<
	Recipient,
	"name" | "number" | "operator" | "country" | "purpose" | "reference" | "note" | "groups"
>;

export interface ImportFault {
	field: keyof ImportRow;
	code: string;
}

const LONGEST_GROUP = 40;
const LONGEST: Record<keyof ImportRow, number> = {
	...{ name: 120, number: 40, operator: 64, country: 60, purpose: 140, reference: 60, note: 280 },
	// Each group has a comma and a blank after it.
	groups: MOST_GROUPS * (LONGEST_GROUP + 2),
};
const FIELDS = Object.keys(LONGEST) as (keyof ImportRow)[];

export interface ImportSetting extends RowSetting {
	/** Disabled, or of a currency without a wallet. Only a code names one, as in the book's own export. */
	unusedOperators: RowSetting["operators"];
}

/** A row without an operator gets the one that the number's prefix suggests, or none when no prefix fits. */
export function readImportRow(
	row: ImportRow,
	setting: ImportSetting,
): { recipient: ImportedRecipient } | { faults: ImportFault[] } {
	const groups = groupsOf(row.groups ?? "");
	const isLong = groups.length > MOST_GROUPS || groups.some((name) => name.length > LONGEST_GROUP);
	const long = FIELDS.filter((field) => (row[field] ?? "").length > LONGEST[field] || (field === "groups" && isLong));
	if (long.length > 0) return { faults: long.map((field) => ({ field, code: "text_too_long" })) };
	const faults: ImportFault[] = [];
	if (!row.name) faults.push({ field: "name", code: "required" });
	const written = row.operator ?? "";
	const used = operatorsNamed(written, setting);
	const named = used.length > 0 ? used : setting.unusedOperators.filter(({ code }) => code === written.toLowerCase());
	if (written && named.length === 0) faults.push({ field: "operator", code: "operator_unknown" });
	const place = { country: row.country ?? "" };
	const country = countryOf(place, named, setting);
	if (country === null) faults.push({ field: "country", code: "country_unknown" });
	const phone = row.number
		? readPhone(row.number, country, setting, namesCountry(place, named))
		: { fault: "required" as const };
	if ("fault" in phone) {
		if (country !== null || phone.fault !== "country_missing") faults.push({ field: "number", code: phone.fault });
		return { faults };
	}
	if (row.country && country !== null && phone.country !== country)
		faults.push({ field: "country", code: "other_country" });
	const there = (written ? named : setting.operators).filter((one) => one.country === phone.country);
	const operator = written ? there[0] : suggestOperator(phone.e164, there);
	if (written && named.length > 0 && !operator) faults.push({ field: "operator", code: "other_country" });
	if (faults.length > 0) return { faults };
	return {
		recipient: {
			...{ name: row.name, number: phone.e164, operator: operator?.code ?? null, country: phone.country },
			...{ purpose: row.purpose || null, reference: row.reference || null, note: row.note || null },
			groups,
		},
	};
}

/** "Salariés; Abidjan, Nuit" → three groups. */
export function groupsOf(text: string): string[] {
	const names = text.split(/[,;]/).map((name) => typedText(name));
	return [...new Set(names.filter((name) => name !== ""))];
}
