/** The thread of `strength-thread.ts`; it judges passwords one after the other. */
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
		// An error's text may quote the password.
		(): StrengthAnswer => ({ id, fault: "a password could not be judged" }),
	);
	parentPort?.postMessage(answer);
});
