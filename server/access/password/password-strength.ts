/** Estimates how easily a password is guessed, in this process or in a server's separate thread. */
import { judgeStrength } from "#server/access/password/judge-strength.ts";

type Judge = (password: string, known: readonly string[]) => Promise<number>;

// Servers install a thread here: loading the dictionaries takes a third of a second, and their memory is freed afterwards.
const PLACE = Symbol.for("cauri.password-strength");
const processWide = globalThis as typeof globalThis & { [PLACE]?: Judge };

export function judgeBy(judge: Judge): void {
	processWide[PLACE] = judge;
}

/** Returns the power of ten of the guesses needed. `known`: words that an attacker tries first. */
export async function guessesLog10(password: string, known: readonly string[]): Promise<number> {
	return (processWide[PLACE] ?? judgeStrength)(password, known);
}
