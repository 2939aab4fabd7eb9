import { expect, test } from "vitest";
import { FailureFigure } from "#components/insights/figures/failure-figure.tsx";
import type { Insights } from "#lib/contracts/insights.ts";
import { textOf } from "#tests/support/rendered.tsx";

const failed = (reason: string, count: number) => ({ reason, count, cause: null, state: "failed" as const });

function said(failures: Insights["failures"], unpaid: number): string {
	const before = { paid: 0, unpaid: 0 };
	const byOperator = [{ operator: "mtn-ci", name: "MTN", paid: 1, unpaid, before }];
	return textOf(
		<FailureFigure insights={{ currency: "XOF", failures, byOperator } as unknown as Insights} today="2026-11-27" />,
	);
}

test("the most frequent reason is that of all words of the service with one text", () => {
	const failures = [failed("not_approved", 5), failed("wrong_otp", 4), failed("wrong_pin", 3)];
	expect(said(failures, 12)).toContain("The most frequent reason, 7 of 12: The code was wrong.");
});

test("all payments that were not paid are counted, also those whose reason is not shown", () => {
	const failures = Array.from({ length: 10 }, (_, place) => failed(`word-${place}`, 20 - place));
	const text = said(failures, 155);
	expect(text).toContain("20 of 155");
	expect([text.includes("word-7"), text.includes("word-8")]).toEqual([true, false]);
});
