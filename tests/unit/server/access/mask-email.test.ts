import { expect, it } from "vitest";
import { maskEmail } from "#server/access/mask-email.ts";

it("a masked e-mail keeps its first letter and its host alone", () => {
	expect(maskEmail("awa.kone@example.com")).toBe("a•••@example.com");
});
