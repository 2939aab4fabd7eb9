import { expect, test } from "vitest";
import { BalanceFigure } from "#components/insights/figures/balance-figure.tsx";
import type { Insights } from "#lib/contracts/insights.ts";
import { textOf } from "#tests/support/rendered.tsx";

const balance = (amount: string | null) => ({ amount, knownBy: amount ? "proved" : "unknown", onTheWay: "0.00" });
const sentence = (opening: string | null, ...closings: string[]) => {
	const byDay = closings.map((amount, place) => ({
		...{ day: `2026-11-0${place + 1}`, closing: balance(amount), unexplained: "0.00" },
	}));
	const insights = { currency: "XOF", books: { opening: balance(opening), byDay } };
	return textOf(<BalanceFigure insights={insights as unknown as Insights} today="2026-11-28" />);
};

test("the balance goes from what the days opened with, as on their statement, to what they closed with", () => {
	expect(sentence("900.00", "500.00", "700.00")).toContain("The balance went from 900 XOF to 700 XOF.");
	expect(sentence("900.00", "500.00")).toContain("from 900 XOF to 500 XOF");
	expect(sentence(null, "500.00", "700.00")).toContain("from 500 XOF to 700 XOF");
});
