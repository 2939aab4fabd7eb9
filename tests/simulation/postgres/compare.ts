/** `node --import ./tests/simulation/ports/hooks.ts tests/simulation/postgres/compare.ts <database url> <seeds>`: JSON of what differs. */
import { openPool } from "#server/store/database.ts";
import { type Comparison, followRun } from "#tests/simulation/postgres/follow-run.ts";
import { CONNECTION_OPTIONS, emptyDatabase, prepareDatabase } from "#tests/simulation/postgres/prepare-database.ts";
import { recordRun } from "#tests/simulation/postgres/record-run.ts";
import { newTotals, simulate } from "#tests/simulation/simulate.ts";

export interface ComparisonReport {
	seeds: number;
	statements: number;
	waits: number;
	errors: number;
	texts: number;
	transitions: number;
	differences: string[];
}

const [databaseUrl = "", from = "1", seeds = "1"] = process.argv.slice(2);
process.on("unhandledRejection", () => undefined);
const pool = openPool(databaseUrl, { max: 40, options: CONNECTION_OPTIONS });
const comparison: Comparison = { statements: 0, waits: 0, errors: 0, texts: new Set(), differences: [] };
const totals = newTotals();
await prepareDatabase(pool);
let done = 0;
for (let seed = Number(from); seed < Number(from) + Number(seeds) && comparison.differences.length < 10; seed += 1) {
	const recording = recordRun();
	// Whether a rule of payments was broken is not asked here: also a changed program must be answered alike.
	await simulate({ seed, totals, witness: recording.witness });
	await emptyDatabase(pool);
	await followRun(pool, recording, comparison);
	done += 1;
}
await pool.end();
const { texts, ...counted } = comparison;
const report: ComparisonReport = {
	...counted,
	seeds: done,
	texts: texts.size,
	transitions: totals.transitions.size,
};
process.stdout.write(JSON.stringify(report));
