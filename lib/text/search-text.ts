import { plainAmount } from "#lib/amounts/amount-text.ts";
import { MAX_AMOUNT_MINOR, parseDecimal, toDecimal } from "#lib/money.ts";
import { withoutMarks } from "#lib/text/without-marks.ts";

/** Minimum length of a searched text: a shorter one would match almost everything. */
export const SHORTEST_SEARCH = 2;

// Ways to write a currency other than its code. The search ignores them, because several currencies share some of them, such as FCFA.
const UNIT = /(?:f|frs?|francs?)(?:\s?cfa)?|cfa|[ktu]shs?/u.source;
const CURRENCY = `(?:${UNIT}|([a-z]{3}))`;
const AMOUNT = new RegExp(`^(?:${CURRENCY}\\s*)?[+\\-−]?\\s*(\\d[\\d\\s.,'’]*?)\\s*${CURRENCY}?$`, "iu");
// A figure with at most two decimals. Its thousands are separated by the comma or point that is not the decimal sign, or not at all.
const WRITTEN = /^(?:\d+(?:[.,]\d{1,2})?|\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?)$/;
const MOST_TERMS = 6;
const LIGATURES: Record<string, string> = { oe: "œ", œ: "oe", ae: "æ", æ: "ae" };

export interface SearchedAmount {
	/** All amounts that the text may mean, as two-decimal text. */
	amounts: string[];
	currency: string | null;
}

/**
 * "45 000", "45,000", "45.000 XOF" and "+45 000 FCFA" mean 45000: a separator before the last three digits separates thousands. "45.50"
 * and "45,5" have decimals. Null when the text is no amount.
 */
export function readSearchedAmount(text: string): SearchedAmount | null {
	const match = AMOUNT.exec(text.trim());
	const digits = match?.[2]?.replace(/[\s'’]/gu, "").replace(/[.,]$/, "") ?? "";
	// A text that starts with a zero and another digit is a phone number, not an amount.
	if (!match || !WRITTEN.test(digits) || /^0\d/.test(digits)) return null;
	const grouped = /^\d{1,3}([.,]\d{3})+$/.test(digits) ? [digits.replace(/[.,]/g, "")] : [];
	const found = [...grouped, plainAmount(digits)].flatMap((plain) => {
		const minor = parseDecimal(plain);
		return minor !== null && minor > 0n && minor <= MAX_AMOUNT_MINOR ? [toDecimal(minor)] : [];
	});
	if (found.length === 0) return null;
	return { amounts: [...new Set(found)], currency: (match[1] ?? match[3])?.toUpperCase() ?? null };
}

/** Returns the possible last digits of the E.164 number that the text means; empty for fewer than `least` digits or other characters. */
export function numberEnds(text: string, least = 4): string[] {
	const typed = withoutMarks(text);
	if (!/^\+?[\d\s.()/‐‑–-]+$/u.test(typed)) return [];
	const digits = typed.replace(/\D/g, "");
	if (digits.length < least) return [];
	const local = digits.startsWith("00") ? digits.slice(2) : digits;
	// A leading zero is part of the number in some countries, and a trunk zero in most.
	return local.startsWith("0") && local.length > 6 ? [local, local.slice(1)] : [local];
}

/** Splits a text into at most `most` words without capitals, accents and punctuation, as `search_words` in the database does. */
export function searchTerms(text: string, most = MOST_TERMS): string[] {
	const folded = text.normalize("NFD").replace(/[\u0300-\u036F]/g, "");
	const terms = folded.toLowerCase().split(/[\s\u00A0\u202F!-/:-@[-`{-~«»·\u2010-\u2027]+/u);
	return terms.filter((term) => term !== "").slice(0, most);
}

/**
 * Builds a query for `search_words`: each term must match a word or its beginning. "nguessan" also finds "N’Guessan", whose apostrophe
 * makes two words, "N’Guessan" finds "Nguessan", and "soeurs" and "sœurs" find each other. Null without a word of two letters.
 */
export function termQuery(terms: readonly string[]): string | null {
	if (!terms.some((term) => Array.from(term).length >= 2)) return null;
	const words = terms.map((term) => term.replace(/['\\]/g, ""));
	return words
		.map((word, at) => {
			const [before = "", after = ""] = [words[at - 1], words[at + 1]];
			const [first = "", ...rest] = word;
			if (rest.length === 0 && after) return `('${word}':* | '${word}${after}':*)`;
			if (Array.from(before).length === 1) return `('${word}':* | '${before}${word}':*)`;
			return rest.length > 2 ? `('${word}':* | ('${first}' & '${rest.join("")}':*))` : `'${word}':*`;
		})
		.map((asked) => {
			const other = asked.replace(/oe|ae|œ|æ/g, (letters) => LIGATURES[letters] ?? letters);
			return other === asked ? asked : `(${asked} | ${other})`;
		})
		.join(" & ");
}
