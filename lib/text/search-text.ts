/** Interprets a search text: the amounts, digits and words that it may mean. */
import { plainAmount } from "#lib/amounts/amount-text.ts";
import { MAX_AMOUNT_MINOR, parseDecimal, toDecimal } from "#lib/money.ts";
import { withoutMarks } from "#lib/text/without-marks.ts";

/** Shorter texts match almost everything. */
export const SHORTEST_SEARCH = 2;

// Other ways to write a currency than its code. They are ignored, because several wallets may share them.
const UNIT = /(?:f|frs?|francs?)(?:\s?cfa)?|cfa|[ktu]shs?/u.source;
const CURRENCY = `(?:${UNIT}|([a-z]{3}))`;
const AMOUNT = new RegExp(`^(?:${CURRENCY}\\s*)?[+\\-−]?\\s*(\\d[\\d\\s.,'’]*?)\\s*${CURRENCY}?$`, "iu");
// A figure whose thousands are separated by one of the two signs or by none, with at most two decimals after the other sign.
const WRITTEN = /^(?:\d+(?:[.,]\d{1,2})?|\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?)$/;
const MOST_TERMS = 6;

export interface SearchedAmount {
	/** Two-decimal text: each amount that the text may mean. */
	amounts: string[];
	currency: string | null;
}

/**
 * "45 000", "45,000", "45.000 XOF", "XOF 45000" and "+45 000 FCFA" mean 45000; "45.50" and "45,5" have decimals. A separator
 * before the last three digits separates thousands. Null when it is no amount.
 */
export function readSearchedAmount(text: string): SearchedAmount | null {
	const match = AMOUNT.exec(text.trim());
	const digits = match?.[2]?.replace(/[\s'’]/gu, "").replace(/[.,]$/, "") ?? "";
	// No amount starts with a zero: it is a phone number.
	if (!match || !WRITTEN.test(digits) || /^0\d/.test(digits)) return null;
	const grouped = /^\d{1,3}([.,]\d{3})+$/.test(digits) ? [digits.replace(/[.,]/g, "")] : [];
	const found = [...grouped, plainAmount(digits)].flatMap((plain) => {
		const minor = parseDecimal(plain);
		return minor !== null && minor > 0n && minor <= MAX_AMOUNT_MINOR ? [toDecimal(minor)] : [];
	});
	if (found.length === 0) return null;
	return { amounts: [...new Set(found)], currency: (match[1] ?? match[3])?.toUpperCase() ?? null };
}

/** Possible ends of an E.164 number; none for fewer digits than `least` or other characters. */
export function numberEnds(text: string, least = 4): string[] {
	const typed = withoutMarks(text);
	if (!/^\+?[\d\s.()/‐‑–-]+$/u.test(typed)) return [];
	const digits = typed.replace(/\D/g, "");
	if (digits.length < least) return [];
	const local = digits.startsWith("00") ? digits.slice(2) : digits;
	// In some countries a leading zero is part of the number, in most it is a trunk zero.
	return local.startsWith("0") && local.length > 6 ? [local, local.slice(1)] : [local];
}

/** Splits a text as the database's `search_words` does, without case, accents and punctuation; at most `most` terms. */
export function searchTerms(text: string, most = MOST_TERMS): string[] {
	const folded = text.normalize("NFD").replace(/[\u0300-\u036F]/g, "");
	const terms = folded.toLowerCase().split(/[\s\u00A0\u202F!-/:-@[-`{-~«»·\u2010-\u2027]+/u);
	return terms.filter((term) => term !== "").slice(0, most);
}

/** Builds a query for `search_words`: each term must match a word or its beginning. Null without a word of two letters. */
export function termQuery(terms: readonly string[]): string | null {
	if (!terms.some((term) => Array.from(term).length >= 2)) return null;
	return terms.map((term) => `'${term.replace(/['\\]/g, "")}':*`).join(" & ");
}
