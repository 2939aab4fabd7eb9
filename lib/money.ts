/** Amounts: decimal text in JSON and database, whole hundredths in calculations, never a float (payments.md rule 8). */
import { decimalSign, thousands } from "#lib/amounts/thousands.ts";

/** Hundredths of a currency unit, even for currencies without decimals: 45 000 XOF is 4500000n. */
export type AmountMinor = bigint;

declare const read: unique symbol;
/** Two-decimal text, which only this file creates. */
export type Decimal = string & { readonly [read]: true };

/** The largest amount: 10^13 hundredths. A float preserves 15 digits, so this amount loses none as a JSON number. */
export const MAX_AMOUNT_MINOR: AmountMinor = 10_000_000_000_000n;

// Mobile money currencies with ISO 4217 exponent 0; all others have two decimals.
const CURRENCIES_WITHOUT_DECIMALS = new Set(["XOF", "XAF", "GNF", "RWF", "UGX", "BIF", "DJF", "KMF"]);

export function currencyDecimals(currency: string): 0 | 2 {
	return CURRENCIES_WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}

const DECIMAL_TEXT = /^(-?)(0|[1-9]\d{0,27})(?:\.(\d{1,2}))?$/;
/** An amount has at most eighteen digits before the point; only sums may have more. */
const END_MINOR: AmountMinor = 100_000_000_000_000_000_000n;

/**
 * Reads a plain decimal ("45000", "12.5", "-3.00") as hundredths. Null for any other text, such as one with an exponent, a space, a + sign
 * or a third decimal.
 */
export function parseDecimal(text: string): AmountMinor | null {
	const minor = parseSum(text);
	return minor === null || absolute(minor) >= END_MINOR ? null : minor;
}

function parseSum(text: string): AmountMinor | null {
	const match = DECIMAL_TEXT.exec(text);
	if (!match) return null;
	const [, sign, whole = "", fraction = ""] = match;
	const minor = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
	return sign ? -minor : minor;
}

/** Reads a decimal that our own JSON or a `numeric` column holds. Throws on other text, so that a malformed amount never counts as zero. */
export function minorOf(decimal: string): AmountMinor {
	const minor = parseSum(decimal);
	if (minor === null) throw new RangeError("a stored decimal is malformed");
	return minor;
}

/** True for a plain decimal without a minus sign, as `minAmount` and `maxAmount` must be. */
export function isAmountBound(text: string): boolean {
	return !text.startsWith("-") && parseDecimal(text) !== null;
}

/** "12345.60", always with two fraction digits: the form of our JSON, the service and `numeric(20,2)`. */
export function toDecimal(minor: AmountMinor): Decimal {
	const sign = minor < 0n ? "-" : "";
	const digits = absolute(minor).toString().padStart(3, "0");
	return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` as Decimal;
}

export function absolute(minor: AmountMinor): AmountMinor {
	return minor < 0n ? -minor : minor;
}

/** Adds up decimals without their signs: "3.00" for "1.00" and "-2.00". */
export function sumOfSizes(decimals: readonly string[]): Decimal {
	return toDecimal(decimals.reduce((sum, decimal) => sum + absolute(minorOf(decimal)), 0n));
}

export function negated(decimal: string): Decimal {
	return toDecimal(-minorOf(decimal));
}

/** An amount without trailing zeros, for requests to the service and codes to dial: "100" for 100.00, "100.5" for 100.50. */
export function toPlainDigits(minor: AmountMinor): string {
	const text = toDecimal(minor);
	return text.endsWith(".00") ? text.slice(0, -3) : text.replace(/0$/, "");
}

/** The count of decimals to show: the currency's, but 2 for any amount with hundredths, even in XOF. */
export function shownDecimals(minor: AmountMinor, currency: string): 0 | 2 {
	return currencyDecimals(currency) === 2 || minor % 100n !== 0n ? 2 : 0;
}

/** Plain decimal text with the count of decimals to show: "-480000" for XOF, "12.50" for GHS. */
export function toShownDecimal(minor: AmountMinor, currency: string): string {
	const text = toDecimal(minor);
	return shownDecimals(minor, currency) === 2 ? text : text.slice(0, -3);
}

/**
 * Formats an amount for people: "18 426 350"; "12.50" in English, "12,50" in French. No-break spaces separate thousands in both languages,
 * so that nobody takes a separator for a decimal sign. Text that is no decimal is returned unchanged.
 */
export function formatAmount(decimal: string, currency: string, locale: string): string {
	const minor = parseSum(decimal);
	if (minor === null) return decimal;
	const [whole = "", fraction] = toShownDecimal(absolute(minor), currency).split(".");
	return `${minor < 0n ? "−" : ""}${thousands(whole)}${fraction ? decimalSign(locale) + fraction : ""}`;
}
