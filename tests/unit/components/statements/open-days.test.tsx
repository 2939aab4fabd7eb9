import { expect, test } from "vitest";
import { MonthState } from "#components/statements/month-state.tsx";
import { LateLines, OpenDays, OpenDayText } from "#components/statements/open-days.tsx";
import type { MonthClose, OpenDay, Statement } from "#lib/contracts/statement.ts";
import { rendered, textOf } from "#tests/support/rendered.tsx";

function shown(locale: "en" | "fr", day: string, to: string): string {
	const open = { day, to, kind: "not_proved", amount: "0.00", reason: null } as const;
	return textOf(<OpenDayText open={open} currency="XOF" />, locale);
}

const gap: OpenDay = { day: "2026-10-05", to: "2026-10-05", kind: "unexplained", amount: "-700.00", reason: null };
const withDays = (openDays: readonly OpenDay[]) =>
	({ openDays, currency: "XOF", monthClosing: null }) as unknown as Statement;

test("a run of days without a reading is named by its first and last day, and a single one by itself", () => {
	expect(shown("en", "2001-10-01", "2001-10-31")).toMatch(/^1 Oct 2001 to 31 Oct 2001 No balance reading/);
	expect(shown("fr", "2001-10-01", "2001-10-31")).toMatch(/^du 1er oct. 2001 au 31 oct. 2001 Sans lecture/);
	expect(shown("en", "2001-10-01", "2001-10-01")).toMatch(/^1 Oct 2001 No balance reading/);
});

test("days with a difference and days without a reading stand under their own headings", () => {
	const run: OpenDay = { ...gap, day: "2026-10-01", kind: "not_proved", amount: "0.00", reason: "Before Cauri" };
	const headings = (openDays: readonly OpenDay[]) =>
		textOf(<OpenDays statement={withDays(openDays)} />).match(/Days with(out)? a (difference|reading)/g);
	expect(headings([run])).toEqual(["Days without a reading"]);
	expect(headings([gap])).toEqual(["Days with a difference"]);
	expect(headings([run, gap])).toEqual(["Days with a difference", "Days without a reading"]);
});

test("a day with a difference leads to its reconciliation from the statement, not from the closing form", () => {
	expect(rendered(<OpenDays statement={withDays([gap])} />)).toContain(
		'href="/reconciliation/days/2026-10-05?currency=XOF"',
	);
	expect(rendered(<OpenDayText open={gap} currency="XOF" />)).not.toContain("href");
});

test("a late line whose type has no sign shows its amount and that it is not counted", () => {
	const line = {
		id: "1",
		month: "2026-10",
		type: "adjustment",
		amount: "300.00",
		fee: "0.00",
		reason: "came",
	} as const;
	const times = { createdAt: "2026-10-12T08:00:00.000Z", notedAt: "2026-11-03T08:00:00.000Z", day: "2026-10-12" };
	const late = [{ ...line, ...times, counted: false, effect: "0.00" }];
	const text = textOf(<LateLines statement={{ ...withDays([]), late }} />);
	expect(text).toContain("300 XOF");
	expect(text).toContain("Not counted: the effect of this type on the balance is not set");
	expect(text).not.toContain("Explains");
});

test("the explanation of a day with a difference stands beside it in any period", () => {
	expect(textOf(<OpenDays statement={withDays([{ ...gap, reason: "Twice" }])} />)).toContain("Twice");
});

test("a closed month whose reopening waits says who asked and where it is confirmed", () => {
	const asked = { by: { id: "1", name: "Awa" }, at: "2026-11-02T08:00:00Z" };
	const closing = { state: "closed", may: {}, reopening: asked } as MonthClose;
	const shown = <MonthState statement={{} as Statement} closing={closing} />;
	expect(textOf(shown, "fr")).toMatch(/Réouverture demandée par Awa, 2 nov. 2026 08:00:00/);
	expect(rendered(shown)).toContain('href="/change-requests"');
});
