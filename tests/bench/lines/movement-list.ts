/** The mirror of a long list: first import, refresh, and first views. For this version only, because its parts are called directly. */
import type { Bench, Line } from "#tests/bench/line.ts";
import { measureRefresh, type RefreshFigures } from "#tests/bench/measure-refresh.ts";
import { measureSync, type SyncFigures } from "#tests/bench/measure-sync.ts";
import { startTestPostgres } from "#tests/support/database/postgres-server.ts";

type Figures = SyncFigures & { refresh: RefreshFigures };

let figures: Promise<Figures> | null = null;

/** All lines are measured together when the first one is requested. */
async function takeFigures(rows: number): Promise<Figures> {
	const postgres = await startTestPostgres({ onDisk: true });
	try {
		return { ...(await measureSync(postgres, rows)), refresh: await measureRefresh(postgres, rows) };
	} finally {
		await postgres.stop();
	}
}

function listLine(line: Pick<Line, "key" | "title" | "unit">, pick: (of: Figures) => readonly number[]): Line {
	let round = 0;
	const measure: Line["measure"] = async (side, { rows }: Bench) => {
		if (side.name !== "this") return null;
		figures ??= takeFigures(rows);
		return pick(await figures)[round++] ?? null;
	};
	return { ...line, measure };
}

export const movementListLines: readonly Line[] = [
	listLine(
		{ key: "first-import", title: "first rows of a first import at 13 MB/s ÷ receiving the list", unit: "×" },
		(of) => [of.firstRows],
	),
	listLine({ key: "first-import", title: "  the whole import ÷ receiving the list", unit: "×" }, (of) => [
		of.wholeImport,
	]),
	listLine(
		{ key: "refresh", title: "refresh with ten new lines ÷ receiving and parsing the list", unit: "×" },
		(of) => of.refreshes,
	),
	listLine({ key: "refresh", title: "  refresh with nothing new", unit: "×" }, (of) => of.unchanged),
	listLine(
		{ key: "refresh-stall", title: "longest stall of the web program while it is refreshed", unit: "ms" },
		(of) => [of.refresh.web],
	),
	listLine({ key: "refresh-stall", title: "  of the web program without a refresh", unit: "ms" }, (of) => [
		of.refresh.quietWeb,
	]),
	listLine({ key: "refresh-stall", title: "  of the worker while it refreshes", unit: "ms" }, (of) => [
		of.refresh.worker,
	]),
	listLine({ key: "refresh-stall", title: "  slowest answer of a page of it meanwhile", unit: "ms" }, (of) => [
		of.refresh.page,
	]),
	listLine({ key: "random-filters", title: "60 random filters for the first time: rows, p95", unit: "ms" }, (of) => [
		of.views.rows,
	]),
	listLine({ key: "random-filters", title: "  their sums by days and types, p95", unit: "ms" }, (of) => [
		of.views.sums,
	]),
	listLine({ key: "random-filters", title: "  sums of amounts, to the bound, p95", unit: "ms" }, (of) => [
		of.views.sumsOfAmounts,
	]),
	listLine({ key: "random-filters", title: "  sums of amounts, whole, p95", unit: "ms" }, (of) => [
		of.views.wholeSumsOfAmounts,
	]),
];
