/** Estimates password strength in a thread that runs this file. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { judgeStrength } from "#server/access/password/judge-strength.ts";
import { judgeBy } from "#server/access/password/password-strength.ts";
import { onDemandThread } from "#server/on-demand-thread.ts";

const IDLE_MS = 60_000;

/** Marks the thread that judges passwords. Being in any thread is no proof, because tests run in threads, too. */
const PART = "strength";

interface StrengthQuestion {
	password: string;
	known: readonly string[];
	port: MessagePort;
}

type StrengthAnswer = { guesses: number } | { fault: string };

export function judgeBeside(idleMs: number = IDLE_MS): void {
	const ask = onDemandThread<StrengthQuestion>(new URL(import.meta.url), { idleMs, workerData: PART });
	judgeBy(async (password, known) => {
		const { port, end } = ask({ password, known });
		const answer = await new Promise<StrengthAnswer>((resolve) => {
			port.on("message", resolve);
			port.on("close", () => resolve({ fault: "the thread that estimates password strength ended" }));
		});
		end();
		if ("fault" in answer) throw new Error(answer.fault);
		return answer.guesses;
	});
}

if (workerData === PART)
	parentPort?.on("message", async ({ password, known, port }: StrengthQuestion) => {
		const answer = await judgeStrength(password, known).then(
			(guesses): StrengthAnswer => ({ guesses }),
			// An error's text may quote the password.
			(): StrengthAnswer => ({ fault: "a password could not be judged" }),
		);
		port.postMessage(answer);
	});
