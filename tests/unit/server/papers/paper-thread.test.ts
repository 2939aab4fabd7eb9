import { MessageChannel } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { renderInThread } from "#server/papers/paper-thread.ts";
import type { FromThread } from "#server/papers/paper-worker.ts";
import { renderPaper } from "#server/papers/render-paper.ts";
import { readBytes } from "#tests/support/files/read-file.ts";

const threads: FromThread[][] = [];
/** Each thread gives its answers and ends. */
vi.mock("#server/on-demand-thread.ts", () => ({
	onDemandThread: () => () => {
		const { port1, port2 } = new MessageChannel();
		for (const answer of threads.shift() ?? []) port2.postMessage(answer);
		port2.close();
		return { port: port1, end: () => port1.close() };
	},
}));

const [chunk, done] = [{ chunk: new Uint8Array([1]) }, { done: true } as const];

test.each([
	["that a thread ended with before it began is drawn by the next thread", [[], [chunk, done]], 1],
	["that two threads ended with is a fault", [[], [], [chunk, done]], null],
	["that its thread had begun is not drawn twice", [[chunk], [chunk, done]], null],
])("a paper %s", async (_title, answers, bytes) => {
	threads.splice(0, threads.length, ...answers);
	renderInThread();
	const frame = { locale: "en", title: "", author: "", at: "", foot: "", page: null } as const;
	const drawn = readBytes(renderPaper({ frame, blocks: (async function* () {})() }));
	if (bytes) expect(await drawn).toHaveLength(bytes);
	else await expect(drawn).rejects.toThrow("its thread ended");
});
