import { expect, test } from "vitest";
import { rowPathSchema, rowQuerySchema } from "#lib/contracts/batch.ts";

const id = "01J8ZQ4X9R6N8M2K5V7C3B1A0D";

test.each(["1", "10", "9999"])("the row %s of an address is that row", (n) => {
	expect(rowPathSchema.parse({ id, n })).toEqual({ id, n: Number(n) });
});

test.each(["1e1", "0x2", " 1", "1 ", "01", "+1", "1.0", "0", "", "10001"])("%j of an address is no row", (n) => {
	expect(rowPathSchema.safeParse({ id, n }).success).toBe(false);
});

test("a page begins behind a row that a batch may have", () => {
	expect(rowQuerySchema.parse({ cursor: "10000" })).toMatchObject({ cursor: 10_000 });
	for (const cursor of ["10001", "2147483648", "-1"]) expect(rowQuerySchema.safeParse({ cursor }).success).toBe(false);
});
