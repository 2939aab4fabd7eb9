import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ArrayChunk, type ChunkSizes, openArrayChunks } from "#server/momo/movements/array-chunks.ts";
import { NotAnArray } from "#server/momo/movements/array-scan.ts";

// So short that a few rows make many chunks.
const SHORT: ChunkSizes = { least: 4, most: 40, oneIn: 2 };

function chunksOf(bytes: Uint8Array, cuts: readonly number[], known: ReadonlySet<string>, sizes: ChunkSizes) {
	const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
	const array = openArrayChunks((digest) => known.has(digest), { sizes });
	const chunks = at.slice(1).flatMap((end, index) => array.take(bytes.subarray(at[index], end)));
	const last = array.end();
	return last && [...chunks, ...last];
}

const NONE: ReadonlySet<string> = new Set();

/** All rows, or null when the bytes are refused. `cuts`: the places where the network cut them. */
function rowsOf(text: string, cuts: readonly number[]): unknown[] | null {
	try {
		const chunks = chunksOf(Buffer.from(text), cuts, NONE, cuts.length % 2 === 0 ? SHORT : { ...SHORT, least: 30 });
		return chunks?.flatMap(({ rows }) => rows) ?? null;
	} catch (error) {
		if (error instanceof NotAnArray) return null;
		throw error;
	}
}

/** The result of JSON.parse for the whole text at once. */
function wholeOf(text: string): unknown[] | null {
	try {
		const value: unknown = JSON.parse(Buffer.from(text).toString());
		return Array.isArray(value) ? value : null;
	} catch {
		return null;
	}
}

const anyCuts = fc.array(fc.nat(), { maxLength: 12 });
const space = fc.constantFrom("", "", " ", "\n\t", "\r\n ");
const spacedArray = fc
	.tuple(fc.array(fc.tuple(space, fc.jsonValue(), space)), space, space)
	.map(([items, before, after]) => {
		const inside = items.map(([left, value, right]) => left + JSON.stringify(value) + right).join(",");
		return `${before}[${inside}]${after}`;
	});
const brokenArray = fc
	.tuple(
		spacedArray,
		fc.nat(),
		fc.constantFrom("", ",", "]", "[", "{", "}", '"', "\\", "x", "1", "\u0000", " "),
		fc.nat({ max: 3 }),
	)
	.map(([text, at, insert, cut]) => {
		const place = at % (text.length + 1);
		return text.slice(0, place) + insert + text.slice(place + cut);
	});

describe("the chunks of an array in pieces", () => {
	test("may begin with a byte order mark, as a record may", () => {
		expect(rowsOf('\uFEFF [{"a":1}]', [])).toEqual([{ a: 1 }]);
	});

	test("hold exactly what JSON.parse reads in the whole, wherever it is cut", () => {
		fc.assert(
			fc.property(spacedArray, anyCuts, (text, cuts) => {
				expect(rowsOf(text, cuts)).toEqual(wholeOf(text));
			}),
			{ numRuns: 1_000 },
		);
	});

	test("are refused exactly when JSON.parse refuses the whole, or it is no array", () => {
		fc.assert(
			fc.property(fc.oneof(brokenArray, brokenArray, fc.json(), fc.string()), anyCuts, (text, cuts) => {
				expect(rowsOf(text, cuts)).toEqual(wholeOf(text));
			}),
			{ numRuns: 5_000 },
		);
	});

	test("cost each other nothing when a text holds bytes that are no UTF-8, and no sign of a text is dropped", () => {
		const bytes = Buffer.concat([
			Buffer.from('[{"a":"x'),
			Buffer.from([0xff, 0xc3]),
			Buffer.from('"},{"a":"\uFEFFy"}]'),
		]);
		fc.assert(
			fc.property(fc.nat({ max: bytes.length }), (cut) => {
				const rows = chunksOf(bytes, [cut], NONE, SHORT)?.flatMap((chunk) => chunk.rows);
				expect(rows).toEqual([{ a: "x\uFFFD\uFFFD" }, { a: "\uFEFFy" }]);
			}),
		);
	});

	test("that are known are not read again, and what is read beside them is what they lack", () => {
		const rows = fc.array(fc.record({ n: fc.nat({ max: 60 }), s: fc.constantFrom("", "}", "},{", '\\"]') }), {
			maxLength: 60,
		});
		const edit = fc.record({ at: fc.nat(), cut: fc.nat({ max: 3 }), put: rows });
		fc.assert(
			fc.property(rows, edit, anyCuts, anyCuts, (before, { at, cut, put }, cuts, otherCuts) => {
				const now = before.toSpliced(at % (before.length + 1), cut, ...put.slice(0, 5));
				const readBefore = chunksOf(bytesOf(before), cuts, NONE, SHORT) ?? [];
				const known = new Map(readBefore.map((chunk) => [chunk.digest, chunk.rows]));
				const readNow = chunksOf(bytesOf(now), otherCuts, new Set(known.keys()), SHORT) ?? [];
				expect(readNow.flatMap((chunk) => chunk.rows ?? known.get(chunk.digest))).toEqual(now);
				expect(readNow.every(({ digest, rows: read }) => (read === null) === known.has(digest))).toBe(true);
			}),
			{ numRuns: 2_000 },
		);
	});

	test("of a long list stay what they were when rows come before them, behind them and among them", () => {
		const lines = Array.from({ length: 20_000 }, (_, n) => ({
			type: n % 3 ? "in" : "out",
			amount: `${n * 7919}.00`,
			n,
		}));
		const before = chunksOf(bytesOf(lines), [], NONE, { least: 2_048, most: 16_384, oneIn: 16 }) ?? [];
		const known = new Set(before.map(({ digest }) => digest));
		expect(before.length).toBeGreaterThan(100);
		const more = (n: number) => ({ type: "in", amount: "1.00", n });
		const now = [more(-2), more(-1), ...lines.toSpliced(9_000, 1, more(-3)), more(-4)];
		const after = chunksOf(bytesOf(now), [1_000, 77_777], known, { least: 2_048, most: 16_384, oneIn: 16 }) ?? [];
		const read = after.flatMap(({ rows }) => rows ?? []);
		expect(read.length).toBeLessThan(2_000);
		expect(after.length).toBeGreaterThan(100);
	});

	test("hold rows within rows, and texts that look like the end of one", () => {
		const rows = Array.from({ length: 300 }, (_, n) => ({ a: { b: [{ n }] }, s: "}, {" }));
		expect(chunksOf(bytesOf(rows), [5, 900], NONE, SHORT)?.flatMap((chunk: ArrayChunk) => chunk.rows)).toEqual(rows);
	});

	test("tell how long a row has been without an end", () => {
		const array = openArrayChunks(() => false, { sizes: SHORT });
		array.take(Buffer.from(`[{"a":"}],"},{"b":"${"x".repeat(50)}`));
		expect(array.isPendingBeyond(40)).toBe(true);
		expect(array.isPendingBeyond(80)).toBe(false);
		array.take(Buffer.from('"}'));
		expect(array.isPendingBeyond(40)).toBe(false);
	});
});

function bytesOf(rows: readonly unknown[]): Buffer {
	return Buffer.from(JSON.stringify(rows));
}
