import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { relayedPath } from "#server/momo/relay/relayed-path.ts";

const BASE = new URL("https://service.example/api/v1/");
const below = (route: string) => `/api/v1/${route}`;

describe("what the web program may ask through the worker", () => {
	test.each([
		"wallets/fiat/XOF/",
		"transactions/detail/TX-20260301-A1/",
		"transactions/history/DEP-CI-1.2_3/",
		"transactions/status/payout/",
	])("is %s, as it stands", (route) => {
		expect(relayedPath(BASE, below(route))).toBe(below(route));
	});

	test.each([
		"transactions/payout/",
		"transactions/payin/",
		"transactions/payout/TX-1/",
		"transactions/detail/../payout/",
		"transactions/detail/%2e%2e/",
		"transactions/detail/TX-1/../../payout/",
		"transactions/detail/TX-1",
		"transactions/detail/TX-1/?as=payout",
		"transactions//TX-1/",
		"wallets/fiat/XOF/movements/",
		"wallets/fiat/xof/",
		"wallets/",
		"",
	])("is not %j", (route) => {
		expect(relayedPath(BASE, below(route))).toBeNull();
	});

	test("is nothing outside of the service's own address, and nothing else that anybody can write", () => {
		for (const asked of ["/transactions/payout/", "//evil.example/api/v1/wallets/fiat/XOF/", "wallets/fiat/XOF/"])
			expect(relayedPath(BASE, asked)).toBeNull();
		const QUESTION =
			/^\/api\/v1\/(wallets\/fiat\/[A-Z]{3}|transactions\/(detail|history|status)\/[A-Za-z0-9][\w.-]*)\/$/;
		const part = fc.oneof(
			fc.constantFrom("wallets", "fiat", "transactions", "payout", "payin", "status", "XOF", "TX-1", "..", ""),
			fc.string({ maxLength: 6 }),
		);
		fc.assert(
			fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
				const asked = `/api/v1/${parts.join("/")}`;
				const path = relayedPath(BASE, asked);
				expect(path === null || (path === asked && QUESTION.test(path))).toBe(true);
			}),
		);
	});
});
