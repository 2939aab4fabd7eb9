/**
 * `npm run bench -- [--rows 100000] [--rounds 5] [--against <checkout>] [--only <words>] [--write]` measures a desk with that many
 * movements on this machine, in turn with another version that is built in its own checkout. `--write` stores the result in
 * docs/performance.md.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { isBuilt } from "#server/cli/launcher/build.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { fillMirror } from "#tests/bench/fill-mirror.ts";
import type { Bench, Line } from "#tests/bench/line.ts";
import { LINES } from "#tests/bench/lines.ts";
import { describeMachine } from "#tests/bench/machine.ts";
import { performancePage, type Run, shownLine, type Taken } from "#tests/bench/report.ts";
import { openSide, type Side } from "#tests/bench/side.ts";
import { findChromium } from "#tests/run/chromium.ts";

const FEW = 1_000;

const { values } = parseArgs({
	options: {
		rows: { type: "string", default: "100000" },
		against: { type: "string" },
		rounds: { type: "string", default: "5" },
		only: { type: "string", default: "" },
		write: { type: "boolean", default: false },
	},
});
const [rows, rounds] = [Number(values.rows), Number(values.rounds)];
if (!isBuilt()) throw new Error("There is no finished build. Run npm run build first.");
const limits = describeMachine();
const logFolder = mkdtempSync(join(tmpdir(), "cauri-bench-"));
const executablePath = findChromium();
const browser = executablePath
	? await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
	: null;
const sides: Side[] = [];
try {
	const checkouts = values.against ? [PROJECT, resolve(values.against)] : [PROJECT];
	for (const [place, checkout] of checkouts.entries()) {
		const side = await openSide(
			place === 0 ? "this" : basename(checkout),
			checkout,
			mkdtempSync(join(logFolder, "side-")),
		);
		sides.push(side);
		await fillMirror(side.pool, side.environment, { currency: "XOF", rows });
		await fillMirror(side.pool, side.environment, { currency: "XAF", rows: FEW });
	}
	for (const limit of limits) console.log(limit);
	console.log(`${rows} movements · medians (least–most of the rounds)\n`);
	const taken: Taken[] = [];
	const asked = values.only.split(",");
	for (const line of LINES.filter(({ key }) => asked.some((word) => key.includes(word)))) {
		taken.push(await measure(line, { rows, browser }));
		console.log(shownLine(taken.at(-1) as Taken));
		// After each line, so that an early end keeps what was measured.
		if (values.write) keep({ rows, limits, taken, names: sides.map(({ name }) => name) });
	}
} finally {
	await browser?.close();
	for (const side of sides) await side.close();
	rmSync(logFolder, { recursive: true, force: true });
}

/** Each round begins with another side, because the second one finds the machine as the first left it. */
async function measure(line: Line, bench: Bench): Promise<Taken> {
	const found = sides.map(({ name }) => ({ name, values: [] as number[] }));
	for (let round = 0; round < Math.min(line.rounds ?? rounds, rounds); round += 1) {
		const places = [...sides.keys()];
		for (const place of round % 2 === 0 ? places : places.reverse()) {
			const [side, into] = [sides[place], found[place]];
			const value = side && (await line.measure(side, bench).catch(failed));
			if (typeof value === "number") into?.values.push(value);
		}
	}
	return { line, sides: found };
}

/** A failed line does not stop the others: an older version may lack what it asks for. */
function failed(error: unknown): null {
	console.error(String(error));
	return null;
}

function keep(run: Run): void {
	const file = join(PROJECT, "docs", "performance.md");
	writeFileSync(file, performancePage(run) + written(file));
}

/** The text below the table, which people have written and which stays. */
function written(file: string): string {
	const text = existsSync(file) ? readFileSync(file, "utf8") : "";
	const begins = text.indexOf("\n## ");
	return begins < 0 ? "" : text.slice(begins);
}
