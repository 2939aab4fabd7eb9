import fc from "fast-check";
import { expect, test } from "vitest";
import { newCheckCode, readCheckCode } from "#server/papers/read-check-code.ts";

test("a code is read as it was issued, in whatever case, with blanks, and with letters that look like digits", () => {
	const typing = fc.record({
		lower: fc.boolean(),
		between: fc.constantFrom("-", " ", "", " - "),
		zero: fc.constantFrom("0", "O", "o"),
		one: fc.constantFrom("1", "I", "l"),
	});
	fc.assert(
		fc.property(typing, ({ lower, between, zero, one }) => {
			const code = newCheckCode();
			const typed = code.replaceAll("-", between).replaceAll("0", zero).replaceAll("1", one);
			expect(readCheckCode(lower ? typed.toLowerCase() : typed)).toBe(code);
		}),
	);
});

test("no code twice, and each has four groups of four", () => {
	const codes = Array.from({ length: 2_000 }, newCheckCode);
	expect(new Set(codes).size).toBe(2_000);
	for (const code of codes) expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
});

test.each(["", "7K3M", "7K3M-Q9ZX-04TB-WNRE-1", "7K3M-Q9ZX-04TB-WNR!", "U".repeat(16), "%00".repeat(6)])(
	"%j is no code",
	(typed) => {
		expect(readCheckCode(typed)).toBeNull();
	},
);
