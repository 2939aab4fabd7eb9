import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import DayClosingBalance from "#components/movements/day-closing-balance.tsx";
import { MonthDays } from "#components/reconciliation/month-days.tsx";
import { BalancePanel } from "#components/wallets/balance-panel.tsx";
import FlowTable from "#components/wallets/flow-table.tsx";
import type { Overview } from "#lib/contracts/overview.ts";
import type { DayList, ShownDay } from "#lib/contracts/reconciliation.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";
import { textOf } from "#tests/support/rendered.tsx";

const day = "2026-03-09";
const at = "2026-03-09T23:59:00.000Z";

function shown(part: ReactElement, days: DayList["days"] = []): string {
	const client = new QueryClient();
	client.setQueryData(reconciliationQueries.days("XOF", day.slice(0, 7)).queryKey, { days, olderDays: false });
	return textOf(<QueryClientProvider client={client}>{part}</QueryClientProvider>, "en", " ");
}

const EXPLAINED = { now: null, days: 0, amount: "0.00" };

function panel(
	onTheWay: string | null,
	differences: Overview["wallets"][number]["differences"] = EXPLAINED,
	syncedAt: string | null = at,
): string {
	const wallet = {
		...{ currency: "XOF", balance: "84950.00", walletReference: "WF-1", updatedAt: at, fetchedAt: at, stale: false },
	};
	const today = { in: "0.00", out: "0.00", fees: "0.00" };
	return shown(
		<BalancePanel
			{...{ currency: "XOF", wallet, fault: null, today, trend: [], flows: [], incomplete: syncedAt === null }}
			{...{ onTheWay, differences, syncedAt }}
		/>,
	);
}

function proved(held: string, gap = "0.00"): ShownDay {
	const totals = { count: 3, in: "0.00", out: "10000.00", fees: "100.00" };
	const closing = { at, seenAt: at, hold: 0, balance: "84950.00", held };
	const openLines = { unexplained: 0, waiting: 0 };
	return { day, status: "proved", closing, gap, totals, openLines } as unknown as ShownDay;
}

const closing = (held: string, gap?: string) =>
	shown(<DayClosingBalance currency="XOF" day={day} />, [proved(held, gap)]);

test("Home says what is available, with the operator and in total, and the balance alone when nothing is on its way", () => {
	expect(panel("5050.00")).toContain("84 950 XOF available With the operator 5 050 total 90 000");
	for (const nothing of ["0.00", null]) expect(panel(nothing)).not.toMatch(/available|With the operator|total/);
});

test("Home says what of a balance nothing explains, or which days have a difference, and else neither", () => {
	const both = { now: "-17928.00", days: 2, amount: "27085.00" };
	expect(panel(null, both)).toContain("This balance has a difference of −17 928 XOF");
	expect(panel(null, { ...both, now: null })).toContain(
		"The balances of 2 days have differences of 27 085 XOF in total",
	);
	expect(panel(null)).not.toMatch(/unexplained|difference/);
});

test("Home states no sums of today before the wallet's first list is complete", () => {
	expect(panel(null)).toContain("In today 0 out 0 fees 0");
	expect(panel(null, EXPLAINED, null)).toContain(
		"In today – out – fees – Movements appear here once their list is loaded.",
	);
});

test("Movements close a day with the same three, and name what is unmatched", () => {
	expect(closing("-5050.00", "-700.00")).toMatch(
		/ available 84 950 with the operator 5 050 total 90 000 difference −700$/,
	);
	expect(closing("0.00")).toMatch(/ balance 84 950$/);
});

test("the days of the reconciliation and of Home name what was with the operator beside the day's closing", () => {
	const view = { currency: "XOF", month: null } as never;
	const month = shown(<MonthDays view={view} months={["2026-03"]} knownFrom={null} />, [proved("-5050.00")]);
	expect(month).toMatch(/ 84 950 5 050 +with the operator/);
	// A phone has no column for the difference, which is below the closing balance there.
	const apart = shown(<MonthDays view={view} months={["2026-03"]} knownFrom={null} />, [proved("0.00", "-700.00")]);
	expect(apart).toMatch(/ 84 950 Difference −700 /);
	const trend = [{ day, balance: "84950.00", known: "seen" as const, onTheWay: "5050.00", unmatched: "-700.00" }];
	const flows = [{ day, in: "0.00", out: "10000.00", fees: "100.00" }];
	const home = shown(<FlowTable {...{ currency: "XOF", trend, flows }} onClose={() => undefined} />);
	expect(home).toMatch(/84 950 with the operator 5 050 .*−700/);
});
