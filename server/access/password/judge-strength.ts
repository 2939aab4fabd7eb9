/** How many guesses a password takes whoever knows how people make them: zxcvbn with French and English words, which take 85 MB. */
import { setImmediate as othersTurn } from "node:timers/promises";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/**
 * A power of ten, zxcvbn's best score. One process reads forty passwords a second, so a hundred million guesses (its second best)
 * would be through in a month, were nobody delayed; these take eight years.
 */
export const LEAST_GUESSES_LOG10 = 10;
// What is longer is judged by its beginning, and disguises ("p4ssw0rd") are undone in a few ways: others wait for 20 ms at most, where
// the library's own limits take eight seconds.
const JUDGED_LENGTH = 32;
const DISGUISES = 3;

let loaded: Promise<ZxcvbnFactory> | undefined;

async function load(): Promise<ZxcvbnFactory> {
	const [{ ZxcvbnFactory }, common, english, french] = await Promise.all([
		import("@zxcvbn-ts/core"),
		import("@zxcvbn-ts/language-common"),
		import("@zxcvbn-ts/language-en"),
		import("@zxcvbn-ts/language-fr"),
	]);
	const plain = Object.entries(french.dictionary).map(([name, words]) => [name, [...new Set(words.map(foldWord))]]);
	return new ZxcvbnFactory({
		dictionary: { ...common.dictionary, ...english.dictionary, ...Object.fromEntries(plain) },
		graphs: common.adjacencyGraphs,
		l33tMaxSubstitutions: DISGUISES,
		maxLength: JUDGED_LENGTH,
	});
}

/** The power of ten of the guesses that it takes. `known`: words that a guesser tries first. */
export async function judgeStrength(password: string, known: readonly string[]): Promise<number> {
	loaded ??= load();
	const strength = await loaded;
	const folded = foldWord(password);
	const words = [...new Set(known.map(foldWord).flatMap((word) => [word, bare(word)]))].filter(
		(word) => word.length > 2,
	);
	const asTyped = strength.check(folded, words).guessesLog10;
	if (asTyped < LEAST_GUESSES_LOG10) return asTyped;
	await othersTurn();
	// Between words and around them signs and years hide little: "word-word-2026" is two words. The library takes each sign for a
	// letter that could be any, and what stands beside it, too.
	const core = bare(folded).replace(/^\d+|\d+$/g, "");
	const signs = new Set(folded.replace(/[\p{L}\p{N}]/gu, "")).size;
	const withoutSigns = core.length < 4 ? asTyped : strength.check(core, words).guessesLog10 + signs;
	return Math.min(asTyped, withoutSigns);
}

/** Lower case, without accents. */
export function foldWord(text: string | number): string {
	return String(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Letters and digits alone. */
function bare(text: string): string {
	return text.replace(/[^\p{L}\p{N}]/gu, "");
}
