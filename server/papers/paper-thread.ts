/** Draws papers in a separate thread. */
import { on } from "node:events";
import { setFlagsFromString } from "node:v8";
import { onDemandThread, type ThreadTask } from "#server/on-demand-thread.ts";
import type { Block } from "#server/papers/paper.ts";
import type { FromThread, NewPaper, ToThread } from "#server/papers/paper-worker.ts";
import { renderBy } from "#server/papers/render-paper.ts";

const IDLE_MS = 60_000;
// A month of 100,000 lines takes a third of this memory. A faulty paper that takes more ends the thread, not the program.
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 };

export function renderInThread(idleMs: number = IDLE_MS): void {
	// The program was started with its own value of this flag, which would override the thread's limit.
	setFlagsFromString("--max-semi-space-size=0");
	const draw = onDemandThread<NewPaper>(new URL("./paper-worker.ts", import.meta.url), { idleMs, resourceLimits });
	renderBy(async function* render({ frame, blocks }) {
		const source = blocks[Symbol.asyncIterator]();
		try {
			yield* chunksOf(() => draw({ frame }), source);
		} finally {
			await source.return?.();
		}
	});
}

async function* chunksOf(
	draw: () => ThreadTask,
	source: AsyncIterator<readonly Block[]>,
	isLastTry = false,
): AsyncGenerator<Uint8Array> {
	const { port, end } = draw();
	let isBegun = false;
	try {
		// The thread waits for blocks before it asks for more, so at most a few messages wait here.
		for await (const [answer] of on(port, "message", { close: ["close"] }) as AsyncIterable<[FromThread]>) {
			isBegun = true;
			if ("fault" in answer) throw new Error(`a paper could not be drawn: ${answer.fault}`);
			if ("chunk" in answer) yield answer.chunk;
			if ("done" in answer) return;
			if ("wants" in answer) {
				const { done, value } = await source.next();
				port.postMessage((done ? { end: true } : { blocks: value }) satisfies ToThread);
			}
		}
	} finally {
		end();
	}
	if (isBegun || isLastTry) throw new Error("a paper could not be drawn: its thread ended");
	// The thread ended by another paper before it began this one, of which nothing was read: a new thread draws it.
	yield* chunksOf(draw, source, true);
}
