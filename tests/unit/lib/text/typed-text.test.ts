import fc from "fast-check";
import { expect, test } from "vitest";
import { freeReasonSchema, plainTextSchema } from "#lib/contracts/common-fields.ts";
import { typedSentences, typedText } from "#lib/text/typed-text.ts";

const typed = fc.stringMatching(/^[ \n\t\u00a0\u0085]{0,3}([a-z]{1,4}[ \n\t\u00a0\u0085]{0,4}){0,5}$/);

test("a form that counts what was typed counts what the contract keeps", () => {
	fc.assert(
		fc.property(typed, (text) => {
			expect(freeReasonSchema.parse(text)).toBe(typedSentences(text));
			const { data } = plainTextSchema(280).safeParse(text);
			if (data !== undefined) expect(data).toBe(typedText(text));
		}),
	);
});

test("blanks between words count once: a reason is as long as what is seen of it", () => {
	expect(typedSentences("  paid\n\n\n        twice ")).toBe("paid twice");
});
