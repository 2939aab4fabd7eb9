/** Runs in the thread of `paper-thread.ts`: asks over a paper's port for the next blocks, and answers with the file's next bytes. */
import { type MessagePort, parentPort } from "node:worker_threads";
import type { Block, PaperFrame } from "#server/papers/paper.ts";
import { writePaper } from "#server/papers/pdf/write-paper.ts";

export interface NewPaper {
	frame: PaperFrame;
	port: MessagePort;
}

export type ToThread = { blocks: readonly Block[] } | { end: true };
export type FromThread = { wants: true } | { chunk: Uint8Array } | { done: true } | { fault: string };

parentPort?.on("message", async ({ frame, port }: NewPaper) => {
	const post = (message: FromThread, bytes: ArrayBuffer[] = []) => port.postMessage(message, bytes);
	try {
		await writePaper({ frame, blocks: blocksFrom(port) }, (chunk) => {
			if (chunk.length > 0) post({ chunk }, [chunk.buffer]);
		});
		post({ done: true });
	} catch (error) {
		// An error's text may quote the paper: only its kind and place leave the thread.
		post({ fault: error instanceof Error ? (error.stack ?? "").replace(error.message, "") : "unknown" });
	}
});

/** Asks for more blocks only when the last ones are drawn, so that the other side reads no faster than the file is taken. */
async function* blocksFrom(port: MessagePort): AsyncGenerator<readonly Block[]> {
	for (;;) {
		const answer = new Promise<ToThread>((resolve) => port.once("message", resolve));
		port.postMessage({ wants: true } satisfies FromThread);
		const message = await answer;
		if ("end" in message) return;
		yield message.blocks;
	}
}
