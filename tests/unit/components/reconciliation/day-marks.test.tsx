import { expect, test } from "vitest";
import { DayMarks } from "#components/reconciliation/day-marks.tsx";
import { ProofAnswer } from "#components/reconciliation/proof-answer.tsx";
import type { ShownDay } from "#lib/contracts/reconciliation.ts";
import { rendered, textOf } from "#tests/support/rendered.tsx";

const CALM = { unexplained: 0, waiting: 0 };

function marks(day: { status?: ShownDay["status"]; isDecided?: true; openLines: typeof CALM }) {
	return <DayMarks day={{ status: "proved", totals: { count: 3 }, ...day } as ShownDay} />;
}

test("a day has two marks, of its balance and of its lines; neither is green while a line is unexplained or waits", () => {
	const open = { unexplained: 2, waiting: 0 };
	const text = (day: Parameters<typeof marks>[0]) => textOf(marks(day), "en", " ");
	expect(text({ openLines: CALM })).toBe("Proved Lines explained");
	expect(text({ status: "gap", openLines: open })).toBe("Difference 2 lines unmatched");
	expect(text({ status: "gap", isDecided: true, openLines: CALM })).toBe("Difference explained Lines explained");
	expect(rendered(marks({ openLines: CALM }))).toContain("text-positive");
	for (const openLines of [open, { unexplained: 0, waiting: 1 }])
		expect(rendered(marks({ openLines }))).not.toContain("positive");
});

test.each([
	["en", "At least 20 000 unmatched lines:"],
	["fr", "Au moins 20 000 lignes non rapprochées"],
] as const)("a count of lines that ended at its bound is the least that there are, in %s", (locale, words) => {
	const reading = { at: "2026-03-01T08:00:00Z", seenAt: "2026-03-01T08:00:00Z", balance: "1.00" };
	const current = { opening: reading, closing: reading, status: "proved", totals: { count: 1 }, held: "0.00" };
	const open = { days: [], lines: { count: 20_000, sums: [], isAtLeast: true } };
	expect(textOf(<ProofAnswer currency="XOF" current={current as never} open={open} />, locale)).toContain(words);
});
