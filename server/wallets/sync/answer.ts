/** What one answer of the service has come to, chunk by chunk: which are known, and what is in the others. */
import { createHash } from "node:crypto";
import type { MovementChunk } from "#server/momo/movement-stream.ts";
import type { ChunkChange, KeptChunk } from "#server/wallets/sync/chunk-table.ts";
import { type PackedChunk, packChunk, unpackChunk } from "#server/wallets/sync/packed-chunk.ts";
import { joinAside, nothingAside, type SetAside } from "#server/wallets/sync/set-aside.ts";

export interface Answer {
	/** The chunks that the mirror is level with. */
	kept: Map<string, KeptChunk>;
	/** How many lines chunks have that need not be read again: kept ones, and those of this answer. */
	known: Map<string, number>;
	/** Read now, and not kept yet. */
	fresh: Map<string, PackedChunk>;
	/** How often this answer holds each. */
	times: Map<string, number>;
	/** In its order. */
	order: ReturnType<typeof createHash>;
	/** Lines that can be read. */
	seen: number;
	unreadable: number;
	/** Chunks with lines that cannot be read, and how many lines stand before them. */
	amiss: { digest: string; before: number }[];
	rowsRead: number;
	/** Lines of fresh chunks. */
	freshLines: number;
	/** Of a first list: lines that were kept while it was arriving. */
	arrived: number;
	/** Of those: lines that PostgreSQL was told of. */
	counted: number;
	chunks: number;
}

export function openAnswer(kept: Map<string, KeptChunk>): Answer {
	const known = new Map([...kept].map(([digest, { lines, unreadable }]) => [digest, lines + unreadable]));
	return {
		...{ kept, known, fresh: new Map(), times: new Map(), order: createHash("sha256") },
		...{ seen: 0, unreadable: 0, amiss: [], rowsRead: 0, freshLines: 0, arrived: 0, counted: 0, chunks: 0 },
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
	if (!chunk) throw new Error("a chunk that was not read is not known");
	if (chunk.unreadable > 0) answer.amiss.push({ digest, before: answer.seen + answer.unreadable });
	answer.seen += chunk.lines;
	answer.unreadable += chunk.unreadable;
	answer.times.set(digest, (answer.times.get(digest) ?? 0) + 1);
	answer.chunks += 1;
	answer.order.update(`${digest}\n`);
}

/** What is fresh, and what is listed more or less often than before. */
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

/** Lines of it that cannot be read; `readKept` gives what is packed in kept chunks. */
export async function asideOf(
	{ amiss, fresh }: Answer,
	readPacked: (digests: string[]) => AsyncIterable<{ digest: string; packed: Buffer }>,
): Promise<SetAside> {
	const parts = new Map<string, SetAside>();
	for (const { digest } of amiss) {
		const packed = fresh.get(digest)?.packed;
		if (packed) parts.set(digest, unpackChunk(packed).aside);
	}
	const rest = [...new Set(amiss.map(({ digest }) => digest))].filter((digest) => !parts.has(digest));
	for await (const { digest, packed } of readPacked(rest)) parts.set(digest, unpackChunk(packed).aside);
	const aside = nothingAside();
	for (const { digest, before } of amiss) joinAside(aside, parts.get(digest) ?? nothingAside(), before);
	return aside;
}
