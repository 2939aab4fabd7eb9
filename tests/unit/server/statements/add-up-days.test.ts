import { expect, test } from "vitest";
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import { minorOf } from "#lib/money.ts";
import type { DayClosingBalance } from "#server/reconciliation/read-closing-balances.ts";
import { addUpDays } from "#server/statements/add-up-days.ts";

const RULE: FeeRule = { deposit: "beside", withdrawal: "inside", types: [] };

const closingOf = (day: string, balance: string): DayClosingBalance => ({
	...{ day, balance, known: "seen", status: null, later: 0n, rule: RULE },
});

test.each([
	{ next: "calculated", balance: "95000.00", differences: [0n, 0n, 10_000n] },
	{ next: "read", balance: "95100.00", differences: [0n, 10_000n, 0n] },
])(
	"a day whose closing is unknown adds up with the days around it by the fee rule in force, where the next balance is $next",
	({ balance, differences }) => {
		const payout = { type: "withdrawal", count: 1, amount: 500_000n, fee: 5_000n };
		const adjustment = { type: "adjustment", count: 1, amount: 10_000n, fee: 0n };
		const days = [
			{ day: "2026-10-11", lines: [payout], closing: null, late: 0n },
			{ day: "2026-10-12", lines: [adjustment], closing: closingOf("2026-10-12", balance), late: 0n },
			{ day: "2026-10-13", lines: [], closing: closingOf("2026-10-13", "95100.00"), late: 0n },
		];
		const results = addUpDays(closingOf("2026-10-10", "100000.00"), days, RULE);
		expect(results.map(({ unexplained }) => unexplained)).toEqual(differences);
		const stated = results.map(({ day: of, unexplained }) => {
			const [cameIn = 0n, out = 0n, fees = 0n, adjustments = 0n] = [of.in, of.out, of.fees, of.adjustments].map(
				minorOf,
			);
			return cameIn - out - fees + adjustments + unexplained;
		});
		expect(stated.reduce((sum, part) => sum + part)).toBe(minorOf("-4900.00"));
		expect(addUpDays(null, days, RULE).map(({ unexplained }) => unexplained)[1]).toBe(0n);
	},
);
