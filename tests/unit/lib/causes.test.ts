import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CAUSES, causeMessage, isCause, statusCause } from "#lib/causes.ts";
import { causeSchema } from "#lib/contracts/service-fault.ts";
import { OLD_CAUSES, oldCause } from "#lib/old-causes.ts";
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
			...OLD_CAUSES.keys(),
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

describe("what stood for a cause before", () => {
	/** Never a sentence. */
	const since = ["worker_away"];

	test("is read as its code, one for each", () => {
		expect(new Set([...OLD_CAUSES.values(), ...since])).toEqual(new Set(CAUSES));
		expect(OLD_CAUSES.size + since.length).toBe(CAUSES.length);
		for (const [sentence, cause] of OLD_CAUSES) expect(oldCause(sentence)).toBe(cause);
		expect(oldCause("the service answered 503")).toBe("status:503");
		expect(oldCause("the service answered 302 and was not followed")).toBe("redirect:302");
	});

	test.each(["<b>insufficient funds</b>", "constructor", "broken_off", "the service answered 503 times", ""])(
		"%j was words of the service",
		(words) => {
			expect(oldCause(words)).toBeNull();
		},
	);
});
