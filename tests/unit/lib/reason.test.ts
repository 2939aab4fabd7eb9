import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fullReasonSchema, reasonSchema } from "#lib/contracts/common-fields.ts";
import { LONGEST_REASON, reasonFault, SHORTEST_REASON } from "#lib/reason.ts";

const typed = fc
	.array(fc.constantFrom("a", "é", "😀", " ", "\n", "word "), { maxLength: 2 * LONGEST_REASON })
	.map((parts) => parts.join(""));

describe("a reason", () => {
	test("is taken by the form exactly where the contract takes it", () => {
		fc.assert(
			fc.property(typed, (text) => {
				expect(reasonFault(text) === null).toBe(reasonSchema.safeParse(text).success);
				expect(reasonFault(text, SHORTEST_REASON) === null).toBe(fullReasonSchema.safeParse(text).success);
			}),
		);
	});

	test("is as long as PostgreSQL counts it: five pictures are five characters", () => {
		expect(reasonFault("😀".repeat(SHORTEST_REASON - 1), SHORTEST_REASON)).toBe("short");
		expect(reasonFault("😀".repeat(SHORTEST_REASON), SHORTEST_REASON)).toBeNull();
	});

	test("of blanks alone is none, and one that is pasted too long says so", () => {
		expect(reasonFault(" \n\t ")).toBe("short");
		expect(reasonFault("x".repeat(LONGEST_REASON + 1))).toBe("long");
		expect(reasonFault(` ${"x".repeat(LONGEST_REASON)}\n`)).toBeNull();
	});
});
