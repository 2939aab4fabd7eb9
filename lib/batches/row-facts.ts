/** Reads the facts of a row of a batch, or its faults. The server adds faults that depend on other payments. */
import { isUnitOf, parseWrittenAmount } from "#lib/amounts/written-amount.ts";
import { plain, type RowField } from "#lib/batches/recognise-columns.ts";
import type { RowFacts, RowFault } from "#lib/contracts/batch.ts";
import type { Operator } from "#lib/contracts/operator.ts";
import { COUNTRIES, countryName, findCountry } from "#lib/countries.ts";
import { toDecimal } from "#lib/money.ts";
import { fitsNumber, suggestOperator } from "#lib/operator-options.ts";
import { parseWrittenPhone, WRITTEN_DATE } from "#lib/written-phone.ts";

/** The cells of a row as typed or read from a file; an empty text for a missing cell. */
export type TypedRow = Record<RowField, string>;

type RowOperator = Pick<Operator, "code" | "name" | "country" | "currency" | "prefixes" | "enabled">;

export interface RowSetting {
	/** The enabled operators in the currencies of the desk's wallets. */
	operators: readonly RowOperator[];
	wallets: readonly string[];
	/** The country of a number without a calling code, in a row that names neither a country nor an operator; "" for none. */
	homeCountry: string;
	/** E.164 number → its usual operator, for rows without an operator. For any other number the prefix suggests the operator. */
	usualOperators?: ReadonlyMap<string, string>;
}

/** Maximum number of characters that the service and the desk's tables accept for each field. */
const LONGEST = {
	destination: 40,
	amount: 40,
	currency: 10,
	operator: 64,
	country: 60,
	name: 120,
	purpose: 140,
} as const;
const FIELDS = Object.keys(LONGEST) as (keyof typeof LONGEST)[];
export function readRowFacts(row: TypedRow, setting: RowSetting): { facts: RowFacts } | { faults: RowFault[] } {
	const odd = FIELDS.flatMap((field): RowFault[] => {
		if (row[field].length > LONGEST[field]) return [{ field, code: "text_too_long" }];
		return field === "amount" && WRITTEN_DATE.test(row[field]) ? [{ field, code: "is_date" }] : [];
	});
	if (odd.length > 0) return { faults: odd };
	const faults: RowFault[] = [];
	const currency = currencyOf(row, setting);
	if (currency === null) faults.push({ field: "currency", code: row.currency ? "wallet_unknown" : "required" });
	const named = operatorsNamed(row.operator, setting);
	if (row.operator && named.length === 0) faults.push({ field: "operator", code: "operator_unknown" });
	const country = countryOf(row, named, setting);
	const isNowhere = row.country !== "" && country === null;
	if (isNowhere) faults.push({ field: "country", code: "country_unknown" });
	const phone = row.destination
		? readPhone(row.destination, country, setting, namesCountry(row, named))
		: { fault: "required" as const };
	if ("fault" in phone && !(isNowhere && phone.fault === "country_missing"))
		faults.push({ field: "destination", code: phone.fault });
	const amount = row.amount ? parseWrittenAmount(row.amount, currency ?? "") : { fault: "required" as const };
	if ("fault" in amount) faults.push({ field: "amount", code: amount.fault });
	if ("fault" in phone || currency === null) return { faults };
	if (row.country && !isNowhere && phone.country !== country) faults.push({ field: "country", code: "other_country" });
	const here = setting.operators.filter((one) => one.country === phone.country && one.currency === currency);
	const choices = here.filter((one) => named.includes(one));
	const usual = setting.usualOperators?.get(phone.e164);
	const unnamed = () => here.find(({ code }) => code === usual) ?? suggestOperator(phone.e164, here) ?? undefined;
	const operator = row.operator ? choices[0] : unnamed();
	const missing = row.operator ? "other_country" : "operator_unclear";
	if (!operator && (named.length > 0 || !row.operator))
		faults.push({ field: "operator", code: here.length === 0 ? "country_not_served" : missing });
	if (!operator || "fault" in amount || faults.length > 0) return { faults };
	return {
		facts: {
			number: phone.e164,
			amount: toDecimal(amount.amountMinor),
			currency,
			...{ operator: operator.code, operatorName: operator.name, country: phone.country },
		},
	};
}

/** Returns the E.164 number of a row without an operator, so that its usual operator can be looked up; null for any other row. */
export function unnamedNumber(row: TypedRow, setting: RowSetting): string | null {
	if (row.operator) return null;
	const phone = readPhone(row.destination, countryOf(row, [], setting), setting, namesCountry(row, []));
	return "fault" in phone ? null : phone.e164;
}

/**
 * Reads a number. Restores a first zero that a spreadsheet dropped, if all known prefixes of the country begin with a zero. In a row that
 * names no country, the digits must also be no number of another country as they stand.
 */
export function readPhone(
	text: string,
	country: string | null,
	{ operators }: Pick<RowSetting, "operators">,
	isCountryNamed: boolean,
) {
	const phone = parseWrittenPhone(text, country);
	if (!("fault" in phone) || phone.fault !== "too_short" || !/^[1-9]\d*(?:[.,]0+)?$/.test(text)) return phone;
	const known = operators.filter((one) => one.country === country && one.prefixes.length > 0);
	const isZeroFirst = known.every(({ prefixes }) => prefixes.every((prefix) => prefix.startsWith("0")));
	if (findCountry(country)?.leadingZero !== "kept" || !isZeroFirst) return phone;
	const isOf = (one: RowOperator, digits: string) => {
		const read = parseWrittenPhone(digits, one.country);
		const mobile = findCountry(one.country)?.mobile;
		return !("fault" in read) && (mobile ? digits.startsWith(mobile) : fitsNumber(one, read.e164));
	};
	const isElsewhere = !isCountryNamed && operators.some((one) => one.country !== country && isOf(one, text));
	return isElsewhere || !known.some((one) => isOf(one, `0${text}`)) ? phone : parseWrittenPhone(`0${text}`, country);
}

/** Returns the currency that a cell names, such as "XOF" or "F CFA", if exactly one wallet has it. An empty cell means the only wallet. */
export function currencyOf(
	{ currency }: Pick<TypedRow, "currency">,
	{ wallets }: Pick<RowSetting, "wallets">,
): string | null {
	const [only = null] = wallets;
	if (!currency) return wallets.length === 1 ? only : null;
	const named = wallets.filter((wallet) => isUnitOf(currency, wallet));
	return named.length === 1 ? (named[0] ?? null) : null;
}

/** Finds operators by code, else by their whole name, else by its first words, in upper or lower case: "Orange Money", "orange". */
export function operatorsNamed(text: string, { operators }: Pick<RowSetting, "operators">): RowOperator[] {
	const written = text.toLowerCase();
	if (!written) return [];
	const byCode = operators.filter(({ code }) => code === written);
	if (byCode.length > 0) return byCode;
	const byName = operators.filter(({ name }) => name.toLowerCase() === written);
	return byName.length > 0 ? byName : operators.filter(({ name }) => name.toLowerCase().startsWith(`${written} `));
}

/** True if the row's country, or its operator's, is not just that of the desk. */
export function namesCountry(row: Pick<TypedRow, "country">, named: readonly RowOperator[]): boolean {
	return row.country !== "" || new Set(named.map(({ country }) => country)).size === 1;
}

export function countryOf(
	row: Pick<TypedRow, "country">,
	named: readonly RowOperator[],
	{ homeCountry }: Pick<RowSetting, "homeCountry">,
): string | null {
	if (row.country) {
		const written = plain(row.country);
		const namesOf = (code: string) => [code, countryName(code, "en"), countryName(code, "fr")];
		return COUNTRIES.find(({ code }) => namesOf(code).some((name) => plain(name) === written))?.code ?? null;
	}
	const countries = new Set(named.map(({ country }) => country));
	const [only = homeCountry] = countries;
	return countries.size === 1 ? only : homeCountry;
}
