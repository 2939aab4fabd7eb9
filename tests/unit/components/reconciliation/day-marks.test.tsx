import { expect, test } from "vitest";
import { DayMarks } from "#components/reconciliation/day-marks.tsx";
import type { ShownDay } from "#lib/contracts/reconciliation.ts";
import { rendered, textOf } from "#tests/support/rendered.tsx";

const CALM = { unexplained: 0, waiting: 0 };

function marks(day: { status?: ShownDay["status"]; isDecided?: true; openLines: typeof CALM }) {
	return <DayMarks day={{ status: "proved", totals: { count: 3 }, ...day } as ShownDay} />;
}

test("a day has two marks, of its balance and of its lines; neither is green while a line is unexplained or waits", () => {
	const open = { unexplained: 2, waiting: 0 };
	const shown = [
		marks({ openLines: CALM }),
		marks({ status: "gap", openLines: open }),
		marks({ status: "gap", isDecided: true, openLines: CALM }),
	].map((day) => textOf(day, "en", " "));
	expect(shown).toEqual([
		"Proved Lines explained",
		"Difference 2 lines unmatched",
		"Difference explained Lines explained",
	]);
	expect(rendered(marks({ openLines: CALM }))).toContain("text-positive");
	for (const openLines of [open, { unexplained: 0, waiting: 1 }])
		expect(rendered(marks({ openLines }))).not.toContain("positive");
});
