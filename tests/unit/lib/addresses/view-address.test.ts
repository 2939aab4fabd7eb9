import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFiltered, readAddress, readPageNumber, viewPath, withoutPages } from "#lib/addresses/view-address.ts";

const READERS = { type: (value: string) => value.length < 5, cursor: (value: string) => /^\d+$/.test(value) };
const read = (query: string) => readAddress(new URLSearchParams(query), READERS);

describe("an address", () => {
	test("is read without what cannot be read, and tells that something was left out", () => {
		expect(read("type=in&cursor=12&other=x")).toEqual({ read: { type: "in", cursor: "12" }, isWhole: true });
		expect(read("type=&cursor=x")).toEqual({ read: {}, isWhole: false });
		expect(read("type=far too long")).toEqual({ read: {}, isWhole: false });
	});

	test("whatever stands in it, gives parts that fit and nothing else", () => {
		const names = fc.constantFrom("type", "cursor", "page", "__proto__", "constructor");
		fc.assert(
			fc.property(fc.array(fc.tuple(names, fc.string({ unit: "binary" }))), (entries) => {
				const { read: found } = readAddress(new URLSearchParams(entries), READERS);
				for (const [name, value] of Object.entries(found)) expect(READERS[name as "type"](value)).toBe(true);
			}),
		);
	});

	test.each([
		["page=9", undefined, { page: 1, isWhole: true }],
		["page=9", "12", { page: 9, isWhole: true }],
		["", "12", { page: 0, isWhole: true }],
		["page=-1", "12", { page: 0, isWhole: false }],
	])("%j with the cursor %j opens the page %j", (query, cursor, page) => {
		expect(readPageNumber(new URLSearchParams(query), cursor)).toEqual(page);
	});
});

describe("a view's path", () => {
	const query = { type: "in", from: undefined, sort: "-amount", cursor: "12", limit: 50 };

	test("begins at the first page when something changes, and holds the page when that is the change", () => {
		expect(viewPath("/list", query)).toBe("/list?type=in&sort=-amount");
		expect(viewPath("/list", query, { type: "out" })).toBe("/list?type=out&sort=-amount");
		expect(viewPath("/list", query, { cursor: "13" })).toBe("/list?type=in&sort=-amount&cursor=13");
	});

	test("leaves out what is usual and what holds nothing", () => {
		expect(viewPath("/list", query, { type: undefined }, "-amount")).toBe("/list");
	});
});

test("order and pages are no filter", () => {
	expect(isFiltered({ sort: "amount", cursor: "12", limit: 50, type: undefined, search: "" })).toBe(false);
	expect(isFiltered({ limit: 50, type: "in" })).toBe(true);
	expect(withoutPages({ type: "in", sort: "amount", cursor: "12", limit: 50 })).toEqual({ type: "in", sort: "amount" });
});
