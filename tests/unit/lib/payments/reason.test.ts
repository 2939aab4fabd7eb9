import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fullReasonSchema, reasonSchema } from "#lib/contracts/common-fields.ts";
import { LONGEST_REASON, reasonFault, SHORTEST_REASON } from "#lib/payments/reason.ts";

const piece = fc.constantFrom("a", "é", "😀", " ", "\n", "word ");
const near = (length: number) => fc.array(piece, { minLength: length - 4, maxLength: length + 4, size: "max" });
// Most texts are about as long as one of the bounds.
const typed = fc
	.oneof(fc.array(piece), near(SHORTEST_REASON), near(LONGEST_REASON))
	.chain((parts) =>
		fc.constantFrom(
			parts,
			parts.map((one) => (one.length > 2 ? "😀" : one)),
		),
	)
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
		expect(reasonFault("😀".repeat(LONGEST_REASON))).toBeNull();
		expect(reasonFault("😀".repeat(LONGEST_REASON + 1))).toBe("long");
		expect(reasonFault("😀".repeat(SHORTEST_REASON - 1), SHORTEST_REASON)).toBe("short");
		expect(reasonFault("😀".repeat(SHORTEST_REASON), SHORTEST_REASON)).toBeNull();
	});

	test("of blanks alone is none, and one that is pasted too long says so", () => {
		expect(reasonFault(" \n\t ")).toBe("short");
		expect(reasonFault("x".repeat(LONGEST_REASON + 1))).toBe("long");
		expect(reasonFault(` ${"x".repeat(LONGEST_REASON)}\n`)).toBeNull();
	});
});
