/** Finds the units that the heading of a column of amounts names, such as "Montant (USD)" or "Salaire en milliers". */
import { COUNTRIES } from "#lib/countries.ts";

/** Units in lower case and without accents. "mt" and "mtn" are left out: they also name an amount and an operator. */
const CURRENCY_WORDS = [
	...COUNTRIES.flatMap(({ currencies }) => currencies.map((code) => code.toLowerCase())),
	..."eur gbp cad chf cny aed zar mad mru gmd lrd euro euros dollar dollars naira".split(" "),
	..."frs franc francs fcfa cfa fc fg gnf frw ksh ush".split(" "),
];
export const UNIT_WORDS = [
	...CURRENCY_WORDS,
	..."f fr zk mk 000 1000 k kf kfcfa m mf mfcfa".split(" "),
	..."mille millier milliers thousand thousands million millions milhares milhoes".split(" "),
];

/** Returns the units as they stand in the heading; an empty list for a heading without one. */
export function unitsIn(heading: string): string[] {
	const parts = heading.normalize("NFD").match(/[\p{Sc}%‰]|[\p{L}\p{M}]+|\d+/gu) ?? [];
	return parts.filter(
		(part) => /[\p{Sc}%‰]/u.test(part) || UNIT_WORDS.includes(part.toLowerCase().replace(/\p{M}/gu, "")),
	);
}

/** Leaves out scales, and letters such as "F" and "M", which also begin names. */
export const isCurrencyWord = (unit: string) => /\p{Sc}/u.test(unit) || CURRENCY_WORDS.includes(unit.toLowerCase());
