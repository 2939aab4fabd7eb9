import { expect, test } from "vitest";
import { BalanceFigure } from "#components/insights/figures/balance-figure.tsx";
import { FailureFigure, UnknownFigure } from "#components/insights/figures/failure-figures.tsx";
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
const failed = (reason: string, count: number) => ({ reason, count, cause: null, state: "failed" as const });

function said(failures: Insights["failures"], unpaid: number): string {
	const insights = { currency: "XOF", failures, byOperator: [{ unpaid }] } as unknown as Insights;
	return textOf(<FailureFigure insights={insights} today="2026-11-27" />);
}

test("the balance goes from what the days opened with, as on their statement, to what they closed with", () => {
	expect(sentence("900.00", "500.00", "700.00")).toContain(
		"The balance was 900 XOF at the opening and 700 XOF at the closing.",
	);
	expect(sentence("900.00", "500.00")).toContain("900 XOF at the opening and 500 XOF at the closing");
	expect(sentence(null, "500.00", "700.00")).toContain("500 XOF at the opening and 700 XOF at the closing");
});

test("the most frequent reason is that of all words of the service with one text, of all that were not paid", () => {
	const failures = [failed("not_approved", 5), failed("wrong_otp", 4), failed("wrong_pin", 3)];
	expect(said(failures, 12)).toContain("The most frequent reason, 7 of 12: The code was wrong.");
	// Reasons beyond the shown ones are only counted.
	const text = said(
		Array.from({ length: 10 }, (_, place) => failed(`word-${place}`, 20 - place)),
		155,
	);
	expect(text).toContain("20 of 155");
	expect([text.includes("word-7"), text.includes("word-8")]).toEqual([true, false]);
});

test("what became of payments with an unknown outcome is said in words for deposits and payouts alike", () => {
	const insights = { currency: "XOF", unknown: [{ state: "pending", count: 2 }] } as unknown as Insights;
	const text = textOf(<UnknownFigure insights={insights} today="2026-11-27" />);
	expect(text).toContain("Not completed yet");
	expect(text).not.toContain("With the operator");
});
