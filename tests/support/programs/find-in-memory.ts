/** Finds texts in the memory of a running process, with one or two bytes per character. Linux only. */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";

const PIECE = 4 << 20;

export function findInMemory(pid: number, texts: readonly string[]): string[] {
	const wanted = texts.flatMap((text) => [
		{ text, bytes: Buffer.from(text) },
		{ text, bytes: Buffer.from(text, "utf16le") },
	]);
	const found = new Set<string>();
	const memory = openSync(`/proc/${pid}/mem`, "r");
	const piece = Buffer.alloc(PIECE);
	// Overlap of two chunks, so that a text across their border is found.
	const overlap = Math.max(...wanted.map(({ bytes }) => bytes.length));
	for (const [from, to] of readableRegions(pid))
		for (let at = from; at < to; at += PIECE - overlap) {
			const read = readAt(memory, piece, Math.min(PIECE, to - at), at);
			const part = piece.subarray(0, read);
			for (const { text, bytes } of wanted) if (part.includes(bytes)) found.add(text);
		}
	closeSync(memory);
	return [...found];
}

function readableRegions(pid: number): [number, number][] {
	return readFileSync(`/proc/${pid}/maps`, "utf8")
		.split("\n")
		.flatMap((line) => {
			const [, from = "", to = ""] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
			return from && Number.parseInt(to, 16) <= Number.MAX_SAFE_INTEGER
				? [[Number.parseInt(from, 16), Number.parseInt(to, 16)] as [number, number]]
				: [];
		});
}

function readAt(memory: number, piece: Buffer, length: number, at: number): number {
	try {
		return readSync(memory, piece, 0, length, at);
	} catch {
		// The region is gone or belongs to the kernel.
		return 0;
	}
}
