/** How easily a password is guessed: judged here, or beside the program where it serves people. */
import { judgeStrength } from "#server/access/password/judge-strength.ts";

type Judge = (password: string, known: readonly string[]) => Promise<number>;

// Whoever serves people puts a thread here: the dictionaries take a third of a second, and their memory is given back.
const PLACE = Symbol.for("cauri.password-strength");
const house = globalThis as typeof globalThis & { [PLACE]?: Judge };

export function judgeBy(judge: Judge): void {
	house[PLACE] = judge;
}

/** The power of ten of the guesses that it takes. `known`: words that a guesser tries first. */
export async function guessesLog10(password: string, known: readonly string[]): Promise<number> {
	return (house[PLACE] ?? judgeStrength)(password, known);
}
