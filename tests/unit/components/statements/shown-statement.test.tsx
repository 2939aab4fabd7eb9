import { expect, test } from "vitest";
import { InsightsView } from "#components/insights/insights-view.tsx";
import { ShownStatement } from "#components/statements/wallet-statement.tsx";
import type { Insights } from "#lib/contracts/insights.ts";
import type { LateLine, Statement } from "#lib/contracts/statement.ts";
import { textOf } from "#tests/support/rendered.tsx";

const balance = { amount: "900.00", knownBy: "read", onTheWay: "0.00" } as const;
const sums = { in: "0.00", out: "0.00", fees: "0.00", adjustments: "0.00", unexplained: "0.00", count: 0 };
const lists = { adjustmentParts: [], byDay: [], byOperator: [], byType: [], openDays: [], late: [] };
const STATEMENT: Statement = {
	...{ currency: "XOF", from: "2026-11-01", to: "2026-11-30", opening: balance, closing: balance },
	...{ ...sums, ...lists, knownFrom: null, walletReference: "WF-1", monthClosing: null },
	...{ syncedAt: "2026-11-18T14:00:00.000Z", isComplete: false },
};

const shown = (facts: Partial<Statement> = {}) =>
	textOf(<ShownStatement statement={{ ...STATEMENT, ...facts }} brief={false} />, "en", " ");

test("a statement of days that are not over gives the time of its list of lines", () => {
	expect(shown()).toContain("Figures as of 18 Nov 2026 14:00:00 , before the end of the period.");
	expect(shown()).toContain("No lines in this period.");
	expect(shown({ isComplete: true })).not.toMatch(/as of|still loading/);
});

test("before the first list is complete a statement states balances that were read, and no sums, differences or days", () => {
	const text = shown({ syncedAt: null, unexplained: "-300.00" });
	expect(text).toMatch(/^The wallet’s lines are still loading\. Opening balance read, not proved 900 XOF/);
	expect(text).toContain("Money in – Money out – Fees – Difference – Closing balance");
	expect(text).not.toMatch(/No lines|300/);
});

test("a statement says that its journal differs from its balances whenever it does", () => {
	const journal = /The journal follows the lines/;
	expect(shown()).not.toMatch(journal);
	expect(shown({ unexplained: "5.00" })).toMatch(journal);
	for (const kind of ["on_the_way", "after_reading"] as const)
		expect(shown({ adjustmentParts: [{ kind, amount: "5.00" }] })).toMatch(journal);
	expect(shown({ adjustmentParts: [{ kind: "fees", amount: "5.00" }] })).not.toMatch(journal);
	const late: LateLine = {
		...{ id: "1", month: "2026-10", type: "deposit", amount: "5.00", fee: "0.00", effect: "5.00", reason: "came" },
		...{ createdAt: "2026-10-31T23:00:00.000Z", day: "2026-10-31", notedAt: "2026-11-02T08:00:00.000Z", counted: true },
	};
	expect(shown({ late: [late] })).not.toMatch(journal);
	expect(shown({ late: [{ ...late, counted: false }] })).toMatch(journal);
});

test("before the first list is complete Insights states no movement, balance or forecast", () => {
	const payments = { byOperator: [], byHour: [], times: [], failures: [], unknown: [], next: null };
	const before = { from: "2026-10-01", to: "2026-10-31", in: "0.00", out: "0.00", fees: "0.00" };
	const insights: Insights = { ...STATEMENT, books: STATEMENT, before, ...payments };
	const text = (facts: Partial<Insights>) =>
		textOf(<InsightsView insights={{ ...insights, ...facts }} today="2026-11-21" />, "en", " ");
	expect(text({ syncedAt: null })).toMatch(/^The wallet’s lines are still loading\. Success by operator/);
	expect(text({ syncedAt: null })).not.toMatch(/No movements|no movements|Balance/);
	expect(text({})).toMatch(/^Figures as of 18 Nov 2026 14:00:00 .*Balance .*No movements in this period/);
});
