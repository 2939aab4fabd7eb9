/** The thread of `strength-thread.ts`: one password after the other. */
import { parentPort } from "node:worker_threads";
import { judgeStrength } from "#server/access/password/judge-strength.ts";

export interface StrengthQuestion {
	id: number;
	password: string;
	known: readonly string[];
}

export type StrengthAnswer = { id: number; guesses: number } | { id: number; fault: string };

parentPort?.on("message", async ({ id, password, known }: StrengthQuestion) => {
	const answer = await judgeStrength(password, known).then(
		(guesses): StrengthAnswer => ({ id, guesses }),
		// What failed may quote what was judged.
		(): StrengthAnswer => ({ id, fault: "a password could not be judged" }),
	);
	parentPort?.postMessage(answer);
});
