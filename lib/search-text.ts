/** What somebody types to find something: which amounts, which digits and which words it may mean. Pure. */
import { plainAmount } from "#lib/amount-text.ts";
import { MAX_AMOUNT_MINOR, parseDecimal, toDecimal } from "#lib/money.ts";

/** Shorter texts are in almost everything. */
export const SHORTEST_SEARCH = 2;

const AMOUNT = /^(?:([a-z]{3})\s*)?[+\-−]?\s*(\d[\d\s.,'’]*?)\s*(?:([a-z]{3})|f\s?cfa|cfa|f)?$/iu;
// Thousands parted by one sign or not at all, then at most two decimals behind the other.
const WRITTEN = /^(?:\d+(?:[.,]\d{1,2})?|\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?)$/;
const MOST_TERMS = 6;

export interface SearchedAmount {
	/** Two-decimal text: each amount that the text may mean. */
	amounts: string[];
	/** Null: any. */
	currency: string | null;
}

/**
 * "45 000", "45,000", "45.000 XOF", "XOF 45000" and "+45 000 FCFA" are 45000; "45.50" and "45,5" are what they say. A sign before
 * three last digits may part thousands or, nowhere with us, a third decimal. Null when it is no amount.
 */
export function readSearchedAmount(text: string): SearchedAmount | null {
	const match = AMOUNT.exec(text.trim());
	const digits = match?.[2]?.replace(/[\s'’]/gu, "").replace(/[.,]$/, "") ?? "";
	// Nobody writes an amount with a zero in front: it is a number to call.
	if (!match || !WRITTEN.test(digits) || /^0\d/.test(digits)) return null;
	const grouped = /^\d{1,3}([.,]\d{3})+$/.test(digits) ? [digits.replace(/[.,]/g, "")] : [];
	const found = [...grouped, plainAmount(digits)].flatMap((plain) => {
		const minor = parseDecimal(plain);
		return minor !== null && minor > 0n && minor <= MAX_AMOUNT_MINOR ? [toDecimal(minor)] : [];
	});
	if (found.length === 0) return null;
	return { amounts: [...new Set(found)], currency: (match[1] ?? match[3])?.toUpperCase() ?? null };
}

/** The end of a number as E.164 writes it, in the ways it may be meant; nothing below four digits or with anything but a number's signs. */
export function numberEnds(text: string): string[] {
	if (!/^\+?[\d\s().-]+$/u.test(text)) return [];
	const digits = text.replace(/\D/g, "");
	if (digits.length < 4) return [];
	const local = digits.startsWith("00") ? digits.slice(2) : digits;
	// A trunk zero is no part of the number in most countries, and is in others.
	return local.startsWith("0") && local.length > 6 ? [local, local.slice(1)] : [local];
}

/** Without capitals, accents and signs, as `search_words` of the database splits them; the first of many. */
export function searchTerms(text: string, most = MOST_TERMS): string[] {
	const folded = text.normalize("NFD").replace(/[\u0300-\u036F]/g, "");
	const terms = folded.toLowerCase().split(/[\s\u00A0\u202F!-/:-@[-`{-~«»·\u2010-\u2027]+/u);
	return terms.filter((term) => term !== "").slice(0, most);
}
