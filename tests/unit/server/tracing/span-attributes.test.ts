import fc from "fast-check";
import { expect, test } from "vitest";
import { allowedAttributes, redactedName } from "#server/tracing/span-attributes.ts";
import type { Attributes } from "#server/tracing/traced.ts";

test("what is not listed does not leave the desk, whatever it is called", () => {
	const given = { "http.request.method": "GET", "user.name": "Awa", "url.full": "/x", amount: 45_000 } as Attributes;
	expect(allowedAttributes(given)).toEqual({ "http.request.method": "GET" });
});

test("every listed attribute leaves with words of the desk's own code as its value", () => {
	const listed = {
		"http.request.method": "POST",
		"http.route": "/api/payouts/[id]/decision",
		"http.response.status_code": 409,
		"error.type": "version_changed",
	};
	expect(allowedAttributes(listed)).toEqual(listed);
	expect(allowedAttributes({ "error.type": "status:503" })).toEqual({ "error.type": "status:503" });
	expect(allowedAttributes({ "error.type": "AggregateError" })).toEqual({ "error.type": "AggregateError" });
});

test.each([
	["GET /api/transactions/TX-20260310-71", "GET /api/transactions/[…]"],
	["GET /api/wallets/%2B2250701020304", "GET /api/wallets/[…]"],
	["POST /api/payouts/01JQ0000000000000000000000/decision", "POST /api/payouts/[…]/decision"],
	["GET /Awa Koné", "GET /Awa […]"],
	["question balance", "question balance"],
	["send_payment", "send_payment"],
	["GET /api/members/[id]/second-factor", "GET /api/members/[id]/second-factor"],
])("the name %s leaves as %s", (name, told) => {
	expect(redactedName(name)).toBe(told);
});

test("no digit leaves in a text, but for the status in a cause", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme" }), (text) => {
			const told = allowedAttributes({ "http.request.method": text, "http.route": text, "error.type": text });
			const { "error.type": error, ...others } = told;
			expect(`${redactedName(text)} ${Object.values(others).join(" ")}`).not.toMatch(/\p{N}/u);
			expect(String(error).replace(/:\d{3}$/, "")).not.toMatch(/\p{N}/u);
		}),
	);
});

test.each([Number.NaN, 99, 600, 2_250_701_020_304, 200.5])("%s is no status", (status) => {
	expect(allowedAttributes({ "http.response.status_code": status })).toEqual({});
});
