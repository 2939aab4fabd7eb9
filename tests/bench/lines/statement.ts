/** A statement with a hundred thousand lines, as a page and as a PDF. For this version only. */
import { addDays, dayOf } from "#lib/dates.ts";
import type { Line } from "#tests/bench/line.ts";
import { medianTime } from "#tests/bench/line.ts";
import { proveExport } from "#tests/bench/prove-export.ts";
import type { Side } from "#tests/bench/side.ts";

// The bench's wallet has a line every three minutes.
const LINES = 100_000;
const DAYS = Math.ceil(LINES / 480);

function statementPath(): string {
	const to = addDays(dayOf(new Date(), "UTC"), -1);
	return `/api/statements/XOF?from=${addDays(to, 1 - DAYS)}&to=${to}`;
}

const isMeasured = (side: Side, rows: number) => side.name === "this" && rows >= LINES;

const onScreen: Line = {
	key: "statement",
	title: "statement of 100,000 lines on 209 days, as JSON",
	unit: "ms",
	async measure(side, { rows }) {
		if (!isMeasured(side, rows)) return null;
		const path = statementPath();
		await side.get(path);
		return medianTime(5, () => side.get(path));
	},
};

interface PaperFigures {
	seconds: number;
	moreMb: number;
}

/** After so many pages the program grows no more, so later growth comes from the PDF. */
const PAGES_BEFORE = 60;

/** Measures a web program in use; its thread's memory counts for the program. */
async function measurePaper(side: Side): Promise<PaperFigures> {
	await side.restartWeb();
	for (let page = 0; page < PAGES_BEFORE; page += 1) await side.get("/statements");
	await proveExport(side.pool);
	const before = (await side.webMemory()).now;
	const began = performance.now();
	await side.get(`${statementPath()}&format=pdf`);
	return { seconds: (performance.now() - began) / 1_000, moreMb: (await side.webMemory()).peak - before };
}

let measured: Promise<PaperFigures> | undefined;

function paperLine(line: Pick<Line, "title" | "unit">, pick: keyof PaperFigures): Line {
	const measure: Line["measure"] = async (side, { rows }) => {
		if (!isMeasured(side, rows)) return null;
		measured ??= measurePaper(side);
		return (await measured)[pick];
	};
	return { key: "statement-paper", ...line, rounds: 1, measure };
}

export const statementLines: readonly Line[] = [
	onScreen,
	paperLine({ title: "the same as PDF", unit: "s" }, "seconds"),
	paperLine({ title: "  memory of web, more than before", unit: "MB" }, "moreMb"),
];
