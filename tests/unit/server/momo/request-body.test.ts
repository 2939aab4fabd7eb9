import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePayableAmount } from "#lib/amounts/payable-amount.ts";
import { MAX_AMOUNT_MINOR, parseDecimal, toDecimal } from "#lib/money.ts";
import { ServiceError } from "#server/errors.ts";
import { depositBody, payoutBody } from "#server/momo/request-body.ts";
import { DEPOSIT_ORDER as deposit, PAYOUT_ORDER } from "#tests/support/service/momo-client.ts";

const payout = { ...PAYOUT_ORDER, metadata: { note: "Salaire d’octobre" } };

/** The digits of the amount, as they are in the text. */
const amountIn = (body: string) => /^\{"amount":([^,]+),/.exec(body)?.[1];

describe("the body of a POST", () => {
	test("is the interface's fields and nothing else, the amount a JSON number", () => {
		expect(payoutBody(payout)).toBe(
			'{"amount":45000,"currency":"XOF","operator":"orange-money-ci","country":"CI","destination":"+2250701020304","metadata":{"note":"Salaire d’octobre"}}',
		);
		expect(depositBody(deposit)).toBe(
			'{"amount":12.5,"currency":"EUR","operator":"wave-sn","country":"SN","phone_number":"221770000001","opaque_id":"01JABC"}',
		);
	});

	test("carries every payable amount exactly: text → hundredths → wire → text is the identity", () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR }), (minor) => {
				const parsed = parsePayableAmount(toDecimal(minor), "EUR");
				if ("fault" in parsed) throw new Error(parsed.fault);
				const digits = amountIn(payoutBody({ ...payout, currency: "EUR", amountMinor: parsed.amountMinor })) ?? "";
				expect(digits).toMatch(/^(0|[1-9]\d*)(\.\d?[1-9])?$/);
				expect(toDecimal(parseDecimal(digits) ?? 0n)).toBe(toDecimal(minor));
				// A reader that takes the amount for a double still gets the same hundredths.
				expect(BigInt(Math.round(JSON.parse(digits) * 100))).toBe(minor);
			}),
			{ numRuns: 2_000 },
		);
	});

	test("refuses to leave with an amount that must not be paid", () => {
		for (const amountMinor of [0n, -1n, MAX_AMOUNT_MINOR + 1n]) {
			expect(() => payoutBody({ ...payout, amountMinor })).toThrow(ServiceError);
			expect(() => depositBody({ ...deposit, amountMinor })).toThrow(ServiceError);
		}
	});

	test("refuses a number of the other endpoint's shape, and a currency that is none", () => {
		expect(() => payoutBody({ ...payout, destination: "2250701020304" })).toThrow("not_sent");
		expect(() => depositBody({ ...deposit, phoneNumber: "+221770000001" })).toThrow("not_sent");
		expect(() => payoutBody({ ...payout, currency: "xof" })).toThrow("not_sent");
	});
});
