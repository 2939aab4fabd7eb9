import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { causeSchema } from "#lib/contracts/service-fault.ts";
import { CAUSES, causeMessage, isCause, statusCause } from "#lib/failure-causes.ts";
import { ServiceError } from "#server/errors.ts";

describe("a cause", () => {
	test("is a code of a closed list, or a status that says no more than itself", () => {
		for (const cause of CAUSES) expect(causeMessage(cause)).toEqual({ key: cause, status: "" });
		expect(causeMessage(statusCause(503))).toEqual({ key: "status", status: "503" });
		expect(causeMessage(statusCause(302))).toEqual({ key: "redirect", status: "302" });
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 999 }), (status) => {
				expect(isCause(statusCause(status))).toBe(true);
				expect(Number(causeMessage(statusCause(status)).status)).toBe(status);
			}),
		);
	});

	test("is nothing else: no sentence, no word of the service, no name of JavaScript", () => {
		const others = [
			"the connection broke off",
			"constructor",
			"",
			"status:",
			"status:5",
			"status:5000",
			"Connect",
			"connect ",
		];
		for (const text of [...others, null, 503, {}])
			expect(causeSchema.safeParse(text).success, String(text)).toBe(false);
		// @ts-expect-error a sentence is not a cause, and this does not compile without the word above
		expect(new ServiceError("unknown", "the connection broke off").code).toBe("the connection broke off");
	});
});
