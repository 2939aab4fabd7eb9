/** Finds the units that the heading of a column of amounts names, such as "Montant (USD)" or "Salaire en milliers". */
import { COUNTRIES } from "#lib/countries.ts";

/** Units in lower case and without accents. "mt" and "mtn" are left out: they also name an amount and an operator. */
const CURRENCY_WORDS = [
	...COUNTRIES.flatMap(({ currencies }) => currencies.map((code) => code.toLowerCase())),
	..."eur gbp cad chf cny aed zar mad mru gmd lrd euro euros dollar dollars naira".split(" "),
	..."frs franc francs fcfa cfa fc fg gnf frw ksh ush".split(" "),
];
const SCALE_WORDS = "mille millier milliers thousand thousands million millions milhares milhoes".split(" ");
const UNIT_WORDS = [...[...CURRENCY_WORDS, ...SCALE_WORDS], ..."f fr zk mk 000 1000 k kf kfcfa m mf mfcfa".split(" ")];

/** Returns the units as they stand in the heading; an empty list for a heading without one. */
export function unitsIn(heading: string): string[] {
	const parts = heading.normalize("NFD").match(/[\p{Sc}%‰]|[\p{L}\p{M}]+|\d+/gu) ?? [];
	return parts.filter(
		(part) => /[\p{Sc}%‰]/u.test(part) || UNIT_WORDS.includes(part.toLowerCase().replace(/\p{M}/gu, "")),
	);
}

/** Leaves out scales, and letters such as "F" and "M", which also begin names. */
export const isCurrencyWord = (unit: string) => /\p{Sc}/u.test(unit) || CURRENCY_WORDS.includes(unit.toLowerCase());

/** Tells a title such as "K FCFA", "em mil" or "x 1 000". "M. Koné", "Mille Collines", "000/2025" and "1 000 000" are no scales. */
const [MONEY, SCALE] = [CURRENCY_WORDS.join("|"), SCALE_WORDS.join("|")];
const SCALED = new RegExp(
	[
		String.raw`(?<!\p{L})(?:milliers|thousands|milhares|kf|mf|em mil|(?:en|in|em) (?:[km]|${SCALE}))(?!\p{L})`,
		String.raw`(?<!\p{L})(?:[km]\s?|(?:${SCALE}) (?:d[eo] )?)(?:\p{Sc}|(?:${MONEY})(?!\p{L}))`,
		String.raw`(?<!\d[\s.,']?)(?:1[\s.,']?)?000 ?(?:\p{Sc}|(?:f|${MONEY})(?!\p{L}))`,
		String.raw`[x*×'’(]\s?(?:1[\s.,']?)?000(?![\s.,']?\d)`,
	].join("|"),
	"u",
);
export const isScaled = (title: string) => SCALED.test(title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase());
