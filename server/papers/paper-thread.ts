/** Draws papers in a separate thread, started on demand and ended after a while without work. Several papers take turns in it. */
import { setFlagsFromString } from "node:v8";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Paper } from "#server/papers/paper.ts";
import type { FromThread, NewPaper, ToThread } from "#server/papers/paper-worker.ts";
import { renderBy } from "#server/papers/render-paper.ts";

const IDLE_MS = 60_000;
// A month of 100,000 lines takes a third of this memory. A fault that takes more ends the thread, and not the program.
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 };

export function renderInThread(idleMs: number = IDLE_MS): void {
	// The program was started with its own value of this flag, which would override the thread's limit.
	setFlagsFromString("--max-semi-space-size=0");
	let worker: Worker | undefined;
	let end: NodeJS.Timeout | undefined;
	let open = 0;
	const start = () => {
		// The thread gets no options and no environment, because it needs no secret.
		const started = new Worker(new URL("./paper-worker.ts", import.meta.url), {
			...{ execArgv: [], env: {}, resourceLimits: LIMITS },
		});
		const forget = () => {
			if (worker === started) worker = undefined;
		};
		// A thread's ports close with the thread, so each paper under way ends with a fault.
		started.on("error", forget).on("exit", forget).unref();
		return started;
	};
	const rest = () => {
		if (open > 0) return;
		end = setTimeout(() => {
			void worker?.terminate();
			worker = undefined;
		}, idleMs).unref();
	};
	renderBy(async function* render(paper) {
		clearTimeout(end);
		worker ??= start();
		open += 1;
		const { port1: port, port2: theirs } = new MessageChannel();
		try {
			worker.postMessage({ frame: paper.frame, port: theirs } satisfies NewPaper, [theirs]);
			yield* chunksOf(port, paper);
		} finally {
			port.close();
			open -= 1;
			rest();
		}
	});
}

async function* chunksOf(port: MessagePort, { blocks }: Paper): AsyncGenerator<Uint8Array> {
	const source = blocks[Symbol.asyncIterator]();
	const answers = answersOf(port);
	const tell = (told: ToThread) => port.postMessage(told);
	try {
		for (;;) {
			const answer = await answers.next();
			if ("fault" in answer) throw new Error(`a paper could not be drawn: ${answer.fault}`);
			if ("chunk" in answer) yield answer.chunk;
			if ("done" in answer) return;
			if ("wants" in answer) {
				const { done, value } = await source.next();
				tell(done ? { end: true } : { blocks: value });
			}
		}
	} finally {
		await source.return?.();
	}
}

/** The thread answers one message with the next, so at most a few messages wait here. */
function answersOf(port: MessagePort): { next(): Promise<FromThread> } {
	const waiting: FromThread[] = [];
	let wake: (() => void) | undefined;
	const add = (answer: FromThread) => {
		waiting.push(answer);
		wake?.();
	};
	port.on("message", add);
	port.on("close", () => add({ fault: "its thread ended" }));
	return {
		async next() {
			while (waiting.length === 0) await new Promise<void>((go) => (wake = go));
			return waiting.shift() as FromThread;
		},
	};
}
