/** Estimates how many guesses a password needs, in this thread or by the judge that `judgeBy` installed. */
import { judgeStrength } from "#server/access/password/judge-strength.ts";

type Judge = (password: string, known: readonly string[]) => Promise<number>;

// Web installs a judge in a separate thread: loading the dictionaries takes a third of a second, and ending the thread frees their memory.
const PLACE = Symbol.for("cauri.password-strength");
const processWide = globalThis as typeof globalThis & { [PLACE]?: Judge };

export function judgeBy(judge: Judge): void {
	processWide[PLACE] = judge;
}

export async function guessesLog10(password: string, known: readonly string[]): Promise<number> {
	return (processWide[PLACE] ?? judgeStrength)(password, known);
}
