import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ServiceError } from "#server/errors.ts";
import { payinPath, payoutPath, transactionPath, walletPath } from "#server/momo/request-path.ts";

const base = new URL("https://pay.example.com/some/api/v1/");

const hostile = fc.oneof(
	fc.string(),
	fc.string({ unit: "binary" }),
	fc
		.array(
			fc.constantFrom("..", ".", "%2e%2e", "%2f", "/", "\\", "?", "#", "\r\n", "\0", "//", "@", ":", ";", "TX-1", " "),
			{ minLength: 1, maxLength: 6 },
		)
		.map((parts) => parts.join("")),
	fc.constantFrom("x".repeat(129), "x".repeat(100_000), "", "é", "ＴＸ-1", "TX-1\n", "constructor", "__proto__"),
);

describe("a path towards the service", () => {
	test("is base, segments and a slash at the end", () => {
		expect(payinPath(base)).toBe("/some/api/v1/transactions/payin/");
		expect(payoutPath(base)).toBe("/some/api/v1/transactions/payout/");
		expect(transactionPath(base, "status", "DEP.CI-1_a")).toBe("/some/api/v1/transactions/status/DEP.CI-1_a/");
		expect(walletPath(base, "XOF")).toBe("/some/api/v1/wallets/fiat/XOF/");
		expect(walletPath(base, "XOF", "movements")).toBe("/some/api/v1/wallets/fiat/XOF/movements/");
	});

	test("never leaves its folder, whatever stands for a reference", () => {
		fc.assert(
			fc.property(hostile, (reference) => {
				let path: string;
				try {
					path = transactionPath(base, "detail", reference);
				} catch (error) {
					expect(error).toBeInstanceOf(ServiceError);
					expect(error).toMatchObject({ kind: "not_sent" });
					return;
				}
				expect(path).toBe(`/some/api/v1/transactions/detail/${reference}/`);
				expect(new URL(path, base).pathname).toBe(path);
				expect(path.split("/")).toHaveLength(8);
			}),
			{ numRuns: 2_000 },
		);
	});

	test("never leaves its folder, whatever stands for a currency", () => {
		fc.assert(
			fc.property(hostile, (currency) => {
				fc.pre(!/^[A-Z]{3}$/.test(currency));
				expect(() => walletPath(base, currency)).toThrow(ServiceError);
			}),
		);
	});
});
