/** A statement with a hundred thousand lines, as a page and as a PDF. For this version only. */
import { addDays, dayOf } from "#lib/dates.ts";
import { type Line, measuredTogether, medianTime } from "#tests/bench/line.ts";
import { proveExport } from "#tests/bench/prove-export.ts";
import type { Side } from "#tests/bench/side.ts";

// The bench's wallet has a line every three minutes.
const LINES = 100_000;
const DAYS = Math.ceil(LINES / 480);

function statementPath(): string {
	const to = addDays(dayOf(new Date(), "UTC"), -1);
	return `/api/statements/XOF?from=${addDays(to, 1 - DAYS)}&to=${to}`;
}

const onScreen: Line = {
	key: "statement",
	title: "statement of 100,000 lines on 209 days, as JSON",
	unit: "ms",
	async measure(side, { rows }) {
		if (side.name !== "this" || rows < LINES) return null;
		const path = statementPath();
		await side.get(path);
		return medianTime(5, () => side.get(path));
	},
};

/** After so many pages the program grows no more, so later growth comes from the PDF. */
const PAGES_BEFORE = 60;

/** Measures a web program in use; its thread's memory counts for the program. */
async function measurePaper(side: Side) {
	await side.restartWeb();
	for (let page = 0; page < PAGES_BEFORE; page += 1) await side.get("/statements");
	await proveExport(side.pool);
	const before = (await side.webMemory()).now;
	const began = performance.now();
	await side.get(`${statementPath()}&format=pdf`);
	return { seconds: (performance.now() - began) / 1_000, moreMb: (await side.webMemory()).peak - before };
}

const paperLine = measuredTogether((side, { rows }) => (rows >= LINES ? measurePaper(side) : null));
const key = "statement-paper";

export const statementLines: readonly Line[] = [
	onScreen,
	paperLine({ key, title: "the same as PDF", unit: "s" }, ({ seconds }) => seconds),
	paperLine({ key, title: "  memory of web, more than before", unit: "MB" }, ({ moreMb }) => moreMb),
];
