import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toDecimal, toPlainDigits } from "#lib/money.ts";
import { parsePayout } from "#server/sandbox/transactions/request-body.ts";

function body(amount: string, currency = "KES"): string {
	const operator = currency === "KES" ? "mpesa-kenya" : "mtn-ci";
	const [country, destination] = currency === "KES" ? ["KE", "+254701234567"] : ["CI", "+2250503456781"];
	return `{"amount": ${amount}, "currency": "${currency}", "operator": "${operator}", "country": "${country}", "destination": "${destination}", "metadata": {"n": 1e400, "deep": {"amount": 0.1}}}`;
}

describe("parsePayout", () => {
	test("takes exactly the digits that were written, for any amount that may be sent", () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 1n, max: 10_000_000_000_000n }), (amountMinor) => {
				const parsed = parsePayout(body(toPlainDigits(amountMinor)));
				expect("request" in parsed ? toDecimal(parsed.request.amountMinor) : parsed).toBe(toDecimal(amountMinor));
			}),
		);
	});

	test.each(["0.005", "12.345", "1e3", "100000000000.01", "-1", "0", '"12"', "null", "12.300"])(
		"refuses %s",
		(amount) => {
			expect(parsePayout(body(amount))).toMatchObject({ errors: { amount: [expect.any(String)] } });
		},
	);

	test("refuses decimals where the currency has none, but not a written .00", () => {
		expect(parsePayout(body("45000.50", "XOF"))).toMatchObject({ errors: { amount: [expect.any(String)] } });
		expect(parsePayout(body("45000.00", "XOF"))).toHaveProperty("request.amountMinor", 4_500_000n);
	});

	test("names every wrong field at once", () => {
		const parsed = parsePayout("{}");
		expect("errors" in parsed ? Object.keys(parsed.errors).sort() : parsed).toEqual([
			"amount",
			"country",
			"currency",
			"destination",
			"operator",
		]);
	});
});
