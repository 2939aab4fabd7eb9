import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	DEFAULT_CAPS,
	type MovementChunk,
	movementsIn,
	type StreamCaps,
} from "#server/momo/movements/movement-stream.ts";
import { UnreadableLine } from "#server/momo/wire.ts";

const row = (amount: string) => ({
	movement_type: "withdrawal",
	amount,
	fee_amount: "0.50",
	currency_code: "XOF",
	created_at: "2026-03-01T10:00:00.123456Z",
});

async function* piecesOf(text: string, ...cuts: number[]): AsyncGenerator<Uint8Array> {
	const bytes = Buffer.from(text);
	const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
	for (let index = 1; index < at.length; index += 1) yield bytes.subarray(at[index - 1], at[index]);
}

async function read(text: string, caps: Partial<StreamCaps> = {}, cuts: number[] = []) {
	const rows: unknown[] = [];
	const chunks = movementsIn(piecesOf(text, ...cuts), { ...DEFAULT_CAPS, ...caps });
	for await (const { lines } of chunks) rows.push(...(lines ?? []));
	return rows;
}

describe("the movements' array", () => {
	test("comes out whole wherever the network cut it", async () => {
		const rows = ["1.00", "2.00", "1.00"].map(row).map((line) => ({ ...line, movement_type: "dépôt — é" }));
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (cuts) => {
				expect(await read(`\n [${rows.map((line) => JSON.stringify(line)).join(" ,\n")}] `, {}, cuts)).toEqual(rows);
			}),
		);
	});

	test("may be empty", async () => {
		expect(await read("[]")).toEqual([]);
	});

	test.each([
		["an object of rows", `{"a":${JSON.stringify(row("1.00"))}}`],
		["an empty object", "{}"],
		["a page of results", `{"results":[${JSON.stringify(row("1.00"))}]}`],
		["null", "null"],
		["a number", "0"],
		["a text", '"[]"'],
		["nothing", ""],
		["white space", "  \n"],
		["HTML", "<html>"],
		["an open end", `[${JSON.stringify(row("1.00"))}`],
		["a cut row", `[${JSON.stringify(row("1.00"))},{"movement`],
		["two arrays", "[][]"],
		["more after the end", "[] x"],
	])("is refused when it is %s", async (_name, text) => {
		await expect(read(text)).rejects.toMatchObject({ name: "ServiceError", kind: "unknown" });
	});

	test.each([
		["a row of another kind", [], null, "unreadable", null],
		["a row without a fee", { ...row("2.00"), fee_amount: undefined }, "fee_amount", "missing", row("").created_at],
		["an amount as a number", { ...row("2.00"), amount: 1 }, "amount", "unreadable", row("").created_at],
		["an amount that is none", row("1e5"), "amount", "unreadable", row("").created_at],
		["no time", { ...row("2.00"), created_at: "today" }, "created_at", "unreadable", null],
		[
			"a year 10000 in UTC",
			{ ...row("2.00"), created_at: "9999-12-31T23:59:59-12:00" },
			"created_at",
			"unreadable",
			null,
		],
	])("goes on beside %s, which comes with its reason", async (_name, bad, field, fault, createdAt) => {
		const rows = await read(JSON.stringify([row("1.00"), bad, { ...row("3.00"), unreadable: true }]));
		expect(rows).toEqual([
			row("1.00"),
			new UnreadableLine({ field, fault: fault as UnreadableLine["fault"], excerpt: JSON.stringify(bad), createdAt }),
			{ ...row("3.00"), unreadable: true },
		]);
	});

	test("keeps at most 300 printable characters of a line that cannot be read, without our keys", async () => {
		const bad = { key: "our-secret", note: `\u0000\u202e${"x".repeat(1_000)}` };
		const rows: unknown[] = [];
		const chunks = piecesOf(JSON.stringify([bad]));
		const redact = (text: string) => text.replaceAll("our-secret", "[redacted]");
		for await (const { lines } of movementsIn(chunks, DEFAULT_CAPS, { redact })) rows.push(...(lines ?? []));
		const [line] = rows as UnreadableLine[];
		expect(line?.excerpt).toHaveLength(300);
		expect(line?.excerpt).toContain("[redacted]");
		expect(line?.excerpt).not.toMatch(/our-secret|\0|\u202e/);
	});

	test("comes in chunks whose digests tell equal lines from others, and known ones count without being read", async () => {
		const chunksOf = async (text: string, known: ReadonlyMap<string, number>, caps: Partial<StreamCaps> = {}) => {
			const chunks: MovementChunk[] = [];
			const sizes = { least: 1, most: 1_000, oneIn: 1 };
			const stream = movementsIn(piecesOf(text, 3, 9), { ...DEFAULT_CAPS, ...caps }, { known, sizes });
			for await (const chunk of stream) chunks.push(chunk);
			return chunks;
		};
		const three = JSON.stringify(["1.00", "2.00", "1.00"].map(row));
		const read = await chunksOf(three, new Map());
		expect(read.map(({ lines }) => lines?.length)).toEqual([2, 1]);
		expect(new Set(read.map(({ digest }) => digest)).size).toBe(2);
		const known = new Map(read.map(({ digest, lines }) => [digest, lines?.length ?? 0]));
		expect((await chunksOf(three, known)).map(({ lines }) => lines)).toEqual([null, null]);
		await expect(chunksOf(three, known, { rows: 2 })).rejects.toMatchObject({ code: "list_too_long" });
		await expect(chunksOf(three.slice(0, -1), known)).rejects.toMatchObject({ code: "list_broken_off" });
	});

	test("is refused beyond its caps on rows, bytes and the length of a row", async () => {
		const three = JSON.stringify(["1.00", "2.00", "3.00"].map(row));
		expect(await read(three, { rows: 3 })).toHaveLength(3);
		await expect(read(three, { rows: 2 })).rejects.toMatchObject({ code: "list_too_long" });
		await expect(read(three, { bytes: 100 })).rejects.toMatchObject({ code: "list_too_large" });
		const long = `[${" ".repeat(3_000)}${three.slice(1)}`;
		await expect(read(long, { rowBytes: 1_000 }, [1_500, 2_900])).rejects.toMatchObject({ code: "line_too_long" });
	});

	test("has no character in a type that PostgreSQL refuses", async () => {
		const odd = { ...row("1.00"), movement_type: "with\0drawal\ud800" };
		expect(await read(JSON.stringify([odd]))).toEqual([{ ...odd, movement_type: "with\ufffddrawal\ufffd" }]);
	});

	test("cannot reach the prototype of anything", async () => {
		const line = JSON.stringify(row("1.00")).replace("{", '{"__proto__":{"polluted":1},');
		const [read1] = await read(`[${line}]`);
		expect(Object.getPrototypeOf(read1)).toBe(Object.prototype);
		expect("polluted" in {}).toBe(false);
	});
});
