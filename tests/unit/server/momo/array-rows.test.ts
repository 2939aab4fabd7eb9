import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NotAnArray, openArrayRows } from "#server/momo/array-rows.ts";

/** All rows, or null when the bytes are refused; `cuts` says where the network cut them. */
function rowsOf(text: string, cuts: readonly number[]): unknown[] | null {
	const bytes = Buffer.from(text);
	const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
	const rows = openArrayRows();
	try {
		const found = at.slice(1).flatMap((end, index) => rows.take(bytes.subarray(at[index], end)));
		return rows.isEnded() ? found : null;
	} catch (error) {
		if (error instanceof NotAnArray) return null;
		throw error;
	}
}

/** What JSON.parse makes of the whole text at once. */
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

describe("the rows of an array in pieces", () => {
	test("are exactly what JSON.parse reads in the whole, wherever it is cut", () => {
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
				const rows = openArrayRows();
				const found = [...rows.take(bytes.subarray(0, cut)), ...rows.take(bytes.subarray(cut))];
				expect(found).toEqual([{ a: "x\uFFFD\uFFFD" }, { a: "\uFEFFy" }]);
				expect(rows.isEnded()).toBe(true);
			}),
		);
	});

	test("come as soon as they are whole, and only the bytes of the next one wait", () => {
		const rows = openArrayRows();
		expect(rows.take(Buffer.from('[{"a":"}],"},{"b'))).toEqual([{ a: "}]," }]);
		expect(rows.pendingBytes()).toBe(4);
		expect(rows.take(Buffer.from('":[{}]}'))).toEqual([{ b: [{}] }]);
		expect(rows.pendingBytes()).toBe(0);
		expect(rows.isEnded()).toBe(false);
		expect(rows.take(Buffer.from("]"))).toEqual([]);
		expect(rows.isEnded()).toBe(true);
	});
});
