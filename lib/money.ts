/** Amounts: decimal text outside, integer hundredths inside. Never a float on the way (payments.md rule 8). */
import { decimalSign, thousands } from "#lib/thousands.ts";

/** Hundredths of a currency unit, whatever the currency: 45 000 XOF is 4500000n. */
export type AmountMinor = bigint;

declare const read: unique symbol;
/** Two-decimal text that is known to be one: made of hundredths, here alone. */
export type Decimal = string & { readonly [read]: true };

/** Above this many hundredths a JSON number could lose digits on the other side: 10^13 < 2^53. */
export const MAX_AMOUNT_MINOR: AmountMinor = 10_000_000_000_000n;

// ISO 4217 exponent 0 among the currencies of mobile money; every other currency has two decimals.
const CURRENCIES_WITHOUT_DECIMALS = new Set(["XOF", "XAF", "GNF", "RWF", "UGX", "BIF", "DJF", "KMF"]);

export function currencyDecimals(currency: string): 0 | 2 {
	return CURRENCIES_WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}

const DECIMAL_TEXT = /^(-?)(0|[1-9]\d{0,17})(?:\.(\d{1,2}))?$/;

/** Exact hundredths of a plain decimal ("45000", "12.5", "-3.00"); null for anything else: no exponent, space, sign +, third decimal. */
export function parseDecimal(text: string): AmountMinor | null {
	const match = DECIMAL_TEXT.exec(text);
	if (!match) return null;
	const [, sign, whole = "", fraction = ""] = match;
	const minor = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
	return sign ? -minor : minor;
}

/** Of a decimal of our own (a contract's, `numeric`'s), which can always be read. Throws on anything else: nothing is read as zero. */
export function minorOf(decimal: string): AmountMinor {
	const minor = parseDecimal(decimal);
	if (minor === null) throw new RangeError("a decimal of our own cannot be read");
	return minor;
}

/** A plain decimal that is not below zero: what a list of movements may be asked to begin or end with. */
export function isAmountBound(text: string): boolean {
	return !text.startsWith("-") && parseDecimal(text) !== null;
}

/** "12345.60" with always two fraction digits: the form of our JSON, of the service's and of `numeric(20,2)`. */
export function toDecimal(minor: AmountMinor): Decimal {
	const sign = minor < 0n ? "-" : "";
	const digits = (minor < 0n ? -minor : minor).toString().padStart(3, "0");
	return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` as Decimal;
}

export type AmountFault = "not_a_number" | "not_positive" | "too_many_decimals" | "too_large";

/** What a person or a program may ask us to pay: positive, no more digits than the currency has, at most 10^13 hundredths. */
export function parsePayableAmount(
	text: string,
	currency: string,
): { amountMinor: AmountMinor } | { fault: AmountFault } {
	if (/^\d+[.]\d{3,}$/.test(text)) return { fault: "too_many_decimals" };
	const amountMinor = parseDecimal(text);
	if (amountMinor === null) return { fault: /^\d{19,}/.test(text) ? "too_large" : "not_a_number" };
	if (amountMinor <= 0n) return { fault: "not_positive" };
	if (amountMinor > MAX_AMOUNT_MINOR) return { fault: "too_large" };
	if (currencyDecimals(currency) === 0 && amountMinor % 100n !== 0n) return { fault: "too_many_decimals" };
	return { amountMinor };
}

/** The digits of the JSON number on the wire: no trailing zeros after the point, none beyond the currency's decimals. */
export function toWireNumber(minor: AmountMinor): string {
	const text = toDecimal(minor);
	return text.endsWith(".00") ? text.slice(0, -3) : text.replace(/0$/, "");
}

/** As many decimals as the currency has, and a fraction that is not zero always: an amount of XOF with hundredths hides none. */
export function shownDecimals(minor: AmountMinor, currency: string): 0 | 2 {
	return currencyDecimals(currency) === 2 || minor % 100n !== 0n ? 2 : 0;
}

/** Plain text with the decimals that are shown: "-480000" of XOF, "12.50" of GHS. */
export function toShownDecimal(minor: AmountMinor, currency: string): string {
	const text = toDecimal(minor);
	return shownDecimals(minor, currency) === 2 ? text : text.slice(0, -3);
}

/**
 * For people: "18 426 350", "12.50" in English, "12,50" in French; a fraction that is not zero is always shown.
 * Thousands stand apart by a no-break space in both languages, so that one figure cannot be read in two ways.
 */
export function formatAmount(decimal: string, currency: string, locale: string): string {
	const minor = parseDecimal(decimal);
	if (minor === null) return decimal;
	const [whole = "", fraction] = toShownDecimal(minor < 0n ? -minor : minor, currency).split(".");
	return `${minor < 0n ? "−" : ""}${thousands(whole)}${fraction ? decimalSign(locale) + fraction : ""}`;
}
