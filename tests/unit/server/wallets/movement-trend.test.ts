import { expect, test } from "vitest";
import { movementBars, movementTrend, type PeriodSum } from "#server/wallets/movement-trend.ts";

function sum(begins: string, type: string, amount: string, unit: PeriodSum["unit"] = "day"): PeriodSum {
	return { begins, type, amount, unit, first: begins, last: begins, count: 1, fee: "0.00" };
}

test("days without a line are bars of nothing, and types without a direction are in none", () => {
	const sums = [
		sum("2026-03-03", "withdrawal", "20.00"),
		sum("2026-02-28", "deposit", "5.00"),
		sum("2026-02-28", "withdrawal", "1.00"),
		sum("2026-03-01", "chargeback", "9.00"),
	];
	const bars = [
		["2026-02-28", "5.00", "1.00"],
		["2026-03-01", "0.00", "0.00"],
		["2026-03-02", "0.00", "0.00"],
		["2026-03-03", "0.00", "20.00"],
	].map(([day, income, out]) => ({ day, in: income, out }));
	expect(movementBars(sums)).toEqual(bars);
	expect(movementTrend(sums)).toEqual({
		...{ unit: "day", from: "2026-02-28", to: "2026-03-03" },
		picture: { width: 16, zero: "M0 20H16", in: "M2 20v-20", out: "M2 20v4M14 20v80" },
	});
});

test("months follow one another over the turn of a year, from their first line's day to the last one's", () => {
	const first = { ...sum("2025-11-01", "deposit", "1.00", "month"), first: "2025-11-17", last: "2025-11-30" };
	const last = { ...sum("2026-02-01", "deposit", "2.00", "month"), first: "2026-02-01", last: "2026-02-09" };
	const { unit, from, to } = movementTrend([last, first]) ?? {};
	expect([unit, from, to]).toEqual(["month", "2025-11-17", "2026-02-09"]);
	expect(movementBars([last, first]).map(({ day }) => day)).toEqual([
		"2025-11-01",
		"2025-12-01",
		"2026-01-01",
		"2026-02-01",
	]);
});

test("weeks follow one another by their Mondays", () => {
	const sums = [sum("2026-03-02", "deposit", "1.00", "week"), sum("2026-03-23", "deposit", "1.00", "week")];
	expect(movementBars(sums).map(({ day }) => day)).toEqual(["2026-03-02", "2026-03-09", "2026-03-16", "2026-03-23"]);
});

test("a single day, week or month has no picture", () => {
	expect(movementTrend([])).toBeNull();
	expect(movementTrend([sum("2026-03-03", "deposit", "1.00"), sum("2026-03-03", "withdrawal", "1.00")])).toBeNull();
});
