/** Judges passwords in a separate thread, started on demand and ended after a while without work. */
import { parentPort, Worker, workerData } from "node:worker_threads";
import { judgeStrength } from "#server/access/password/judge-strength.ts";
import { judgeBy } from "#server/access/password/password-strength.ts";

const IDLE_MS = 60_000;

/** Marks our own thread, because tests run in threads as well. */
const PART = "strength";

interface StrengthQuestion {
	id: number;
	password: string;
	known: readonly string[];
}

type StrengthAnswer = { id: number; guesses: number } | { id: number; fault: string };

interface Waiting {
	resolve: (guesses: number) => void;
	reject: (error: Error) => void;
}

interface Thread {
	worker: Worker;
	waiting: Map<number, Waiting>;
}

export function judgeBeside(idleMs: number = IDLE_MS): void {
	let thread: Thread | undefined;
	let end: NodeJS.Timeout | undefined;
	let asked = 0;
	const rest = () => {
		clearTimeout(end);
		if (!thread || thread.waiting.size > 0) return;
		end = setTimeout(() => {
			void thread?.worker.terminate();
			thread = undefined;
		}, idleMs).unref();
	};
	// Drops a failed thread, so that the next question starts a new one.
	const forget = (worker: Worker) => {
		if (thread?.worker === worker) thread = undefined;
	};
	judgeBy((password, known) => {
		clearTimeout(end);
		const one = thread ?? start(forget);
		thread = one;
		asked += 1;
		const question: StrengthQuestion = { id: asked, password, known };
		return new Promise<number>((resolve, reject) => {
			one.waiting.set(question.id, { resolve, reject });
			one.worker.postMessage(question);
		}).finally(rest);
	});
}

function start(forget: (worker: Worker) => void): Thread {
	// The thread gets no options and no environment, because it needs no secret.
	const worker = new Worker(new URL(import.meta.url), { execArgv: [], env: {}, workerData: PART });
	const waiting: Thread["waiting"] = new Map();
	const fail = (error: Error) => {
		for (const { reject } of waiting.values()) reject(error);
		waiting.clear();
	};
	worker.on("message", (answer: StrengthAnswer) => {
		const asking = waiting.get(answer.id);
		waiting.delete(answer.id);
		if ("fault" in answer) asking?.reject(new Error(answer.fault));
		else asking?.resolve(answer.guesses);
	});
	worker.on("error", fail);
	worker.on("exit", () => {
		forget(worker);
		fail(new Error("the thread that estimates password strength ended"));
	});
	worker.unref();
	return { worker, waiting };
}

/** In the thread: passwords are judged one after the other. */
if (workerData === PART)
	parentPort?.on("message", async ({ id, password, known }: StrengthQuestion) => {
		const answer = await judgeStrength(password, known).then(
			(guesses): StrengthAnswer => ({ id, guesses }),
			// An error's text may quote the password.
			(): StrengthAnswer => ({ id, fault: "a password could not be judged" }),
		);
		parentPort?.postMessage(answer);
	});
