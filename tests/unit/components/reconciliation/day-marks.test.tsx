import { expect, test } from "vitest";
import { DayMarks } from "#components/reconciliation/day-marks.tsx";
import type { ShownDay } from "#lib/contracts/reconciliation.ts";
import { rendered } from "#tests/support/rendered.tsx";

const CALM = { unexplained: 0, waiting: 0 };

function marks(day: { status?: ShownDay["status"]; isDecided?: true; openLines: typeof CALM }): string {
	const shown = { status: "proved", totals: { count: 3 }, ...day } as ShownDay;
	return rendered(<DayMarks day={shown} />);
}

const textOf = (markup: string) =>
	markup
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll(/\s+/g, " ")
		.trim();

test("a day has two marks: one of its balance and one of its lines", () => {
	expect(textOf(marks({ openLines: CALM }))).toBe("Proved Lines explained");
	expect(textOf(marks({ status: "gap", openLines: { unexplained: 2, waiting: 0 } }))).toBe(
		"Difference 2 lines unmatched",
	);
	expect(textOf(marks({ status: "gap", isDecided: true, openLines: CALM }))).toBe(
		"Difference, decided Lines explained",
	);
});

test("neither mark is green while a line of the day is unexplained or waits for its payment", () => {
	expect(marks({ openLines: CALM })).toContain("text-positive");
	for (const openLines of [
		{ unexplained: 1, waiting: 0 },
		{ unexplained: 0, waiting: 1 },
	])
		expect(marks({ openLines })).not.toContain("positive");
});
