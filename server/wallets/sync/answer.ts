/** Collects one answer of the service, chunk by chunk: known chunks, and the lines of new chunks. */
import { createHash } from "node:crypto";
import type { MovementChunk } from "#server/momo/movements/movement-stream.ts";
import type { ChunkChange, KeptChunk } from "#server/wallets/sync/chunk-table.ts";
import {
	joinUnreadable,
	noUnreadableLines,
	type PackedChunk,
	packChunk,
	type UnreadableLines,
	unpackChunk,
} from "#server/wallets/sync/packed-chunk.ts";

export interface Answer {
	/** The stored chunks, whose lines the mirror has. */
	kept: Map<string, KeptChunk>;
	/** Line counts by digest, of stored chunks and of those read from this answer: their lines need no parsing. */
	known: Map<string, number>;
	/** Chunks of this answer that are not stored yet. */
	fresh: Map<string, PackedChunk>;
	times: Map<string, number>;
	/** Digest of the chunks in order. */
	order: ReturnType<typeof createHash>;
	/** Readable lines. */
	seen: number;
	unreadable: number;
	/** Chunks with unreadable lines, each with the number of the answer's lines before it. */
	unreadableChunks: { digest: string; before: number }[];
	rowsRead: number;
	freshLines: number;
	/** For a first list: lines stored while it arrived. */
	arrived: number;
	/** The number of arrived lines when PostgreSQL's statistics were last renewed. */
	counted: number;
	chunks: number;
}

export function openAnswer(kept: Map<string, KeptChunk>): Answer {
	const known = new Map([...kept].map(([digest, { lines, unreadable }]) => [digest, lines + unreadable]));
	return {
		...{ kept, known, fresh: new Map(), times: new Map(), order: createHash("sha256") },
		...{ seen: 0, unreadable: 0, unreadableChunks: [], rowsRead: 0, freshLines: 0, arrived: 0, counted: 0, chunks: 0 },
	};
}

export function takeChunk(answer: Answer, { digest, lines }: MovementChunk, currency: string): void {
	if (lines !== null) {
		const packed = packChunk(lines, currency);
		answer.fresh.set(digest, packed);
		answer.known.set(digest, lines.length);
		answer.rowsRead += lines.length;
		answer.freshLines += packed.lines;
	}
	const chunk = answer.kept.get(digest) ?? answer.fresh.get(digest);
	if (!chunk) throw new Error("an unread chunk was reported as known");
	if (chunk.unreadable > 0) answer.unreadableChunks.push({ digest, before: answer.seen + answer.unreadable });
	answer.seen += chunk.lines;
	answer.unreadable += chunk.unreadable;
	answer.times.set(digest, (answer.times.get(digest) ?? 0) + 1);
	answer.chunks += 1;
	answer.order.update(`${digest}\n`);
}

export function changeOf({ kept, fresh, times }: Answer): ChunkChange {
	const changed = [...kept].flatMap(([digest, chunk]) => {
		const now = times.get(digest) ?? 0;
		return now === chunk.times ? [] : [[digest, now] as const];
	});
	return {
		fresh: [...fresh].map(([digest, chunk]) => ({ ...chunk, digest, times: times.get(digest) ?? 0 })),
		times: new Map(changed),
	};
}

/** Collects the answer's unreadable lines; `readPacked` yields the packed content of stored chunks. */
export async function unreadableOf(
	{ unreadableChunks, fresh }: Answer,
	readPacked: (digests: string[]) => AsyncIterable<{ digest: string; packed: Buffer }>,
): Promise<UnreadableLines> {
	const parts = new Map<string, UnreadableLines>();
	for (const { digest } of unreadableChunks) {
		const packed = fresh.get(digest)?.packed;
		if (packed) parts.set(digest, unpackChunk(packed).unreadable);
	}
	const rest = [...new Set(unreadableChunks.map(({ digest }) => digest))].filter((digest) => !parts.has(digest));
	for await (const { digest, packed } of readPacked(rest)) parts.set(digest, unpackChunk(packed).unreadable);
	const all = noUnreadableLines();
	for (const { digest, before } of unreadableChunks)
		joinUnreadable(all, parts.get(digest) ?? noUnreadableLines(), before);
	return all;
}
