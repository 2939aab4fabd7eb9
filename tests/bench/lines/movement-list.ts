/** The mirror of a long list: first import, refresh, and first views. For this version only, because its parts are called directly. */
import { type Line, measuredTogether } from "#tests/bench/line.ts";
import { measureRefresh } from "#tests/bench/measure-refresh.ts";
import { measureSync } from "#tests/bench/measure-sync.ts";
import { startTestPostgres } from "#tests/support/database/postgres-server.ts";

const line = measuredTogether(async (_side, { rows }) => {
	const postgres = await startTestPostgres({ onDisk: true });
	try {
		return { ...(await measureSync(postgres, rows)), refresh: await measureRefresh(postgres, rows) };
	} finally {
		await postgres.stop();
	}
});

export const movementListLines: readonly Line[] = [
	line(
		{ key: "first-import", title: "first rows of a first import at 13 MB/s ÷ receiving the list", unit: "×" },
		(of) => of.firstRows,
	),
	line({ key: "first-import", title: "  the whole import ÷ receiving the list", unit: "×" }, (of) => of.wholeImport),
	line(
		{ key: "refresh", title: "refresh with ten new lines ÷ receiving and parsing the list", unit: "×" },
		(of) => of.refreshes,
	),
	line({ key: "refresh", title: "  refresh with nothing new", unit: "×" }, (of) => of.unchanged),
	line(
		{ key: "refresh-stall", title: "longest stall of the web program while it is refreshed", unit: "ms" },
		(of) => of.refresh.web,
	),
	line(
		{ key: "refresh-stall", title: "  of the web program without a refresh", unit: "ms" },
		(of) => of.refresh.quietWeb,
	),
	line({ key: "refresh-stall", title: "  of the worker while it refreshes", unit: "ms" }, (of) => of.refresh.worker),
	line(
		{ key: "refresh-stall", title: "  slowest answer of a page of it meanwhile", unit: "ms" },
		(of) => of.refresh.page,
	),
	line(
		{ key: "random-filters", title: "60 random filters for the first time: rows, p95", unit: "ms" },
		(of) => of.views.rows,
	),
	line({ key: "random-filters", title: "  their sums by days and types, p95", unit: "ms" }, (of) => of.views.sums),
	line(
		{ key: "random-filters", title: "  sums of amounts, to the bound, p95", unit: "ms" },
		(of) => of.views.sumsOfAmounts,
	),
	line(
		{ key: "random-filters", title: "  sums of amounts, whole, p95", unit: "ms" },
		(of) => of.views.wholeSumsOfAmounts,
	),
];
