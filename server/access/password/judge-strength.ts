/** Estimates the guesses that an informed attacker needs: zxcvbn with French and English words, which take 85 MB. */
import { setImmediate as othersTurn } from "node:timers/promises";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/**
 * The power of ten from which zxcvbn gives its best score. A process checks forty passwords a second, so even without delays 10^10 guesses
 * take eight years; the 10^8 of the second best score take a month.
 */
export const LEAST_GUESSES_LOG10 = 10;
// Judges only the first characters, and undoes disguises ("p4ssw0rd") in only a few ways. The check then blocks its thread for at most 20
// ms, instead of eight seconds with the library's own limits.
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

/** Returns log10 of the number of guesses needed. `known`: words that an attacker tries first. */
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
	// Also judges the password without signs and digits at its ends: "word-word-2026" is little more than two words, but the library rates each
	// sign, and the letters beside it, like random letters.
	const core = bare(folded).replace(/^\d+|\d+$/g, "");
	const signs = new Set(folded.replace(/[\p{L}\p{N}]/gu, "")).size;
	const withoutSigns = core.length < 4 ? asTyped : strength.check(core, words).guessesLog10 + signs;
	return Math.min(asTyped, withoutSigns);
}

export function foldWord(text: string | number): string {
	return String(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function bare(text: string): string {
	return text.replace(/[^\p{L}\p{N}]/gu, "");
}
