/**
 * `node --import ./tests/simulation/ports/hooks.ts tests/simulation/postgres/compare.ts <database url> <seeds> [refusals]`: repeats
 * so many runs on a real database; with `refusals`, those alone in which the model refused a statement. JSON of what differs.
 */
import { openPool } from "#server/store/database.ts";
import { PostgresError } from "#tests/simulation/memory/rows.ts";
import { type Comparison, followRun } from "#tests/simulation/postgres/follow-run.ts";
import { CONNECTION_OPTIONS, emptyDatabase, prepareDatabase } from "#tests/simulation/postgres/prepare-database.ts";
import { type Recording, recordRun } from "#tests/simulation/postgres/record-run.ts";
import { newTotals, simulate } from "#tests/simulation/simulate.ts";

export interface ComparisonReport {
	/** Runs that were repeated. */
	seeds: number;
	statements: number;
	waits: number;
	errors: number;
	/** Different statements. */
	texts: number;
	differences: string[];
}

const [databaseUrl = "", wanted = "1", refusals] = process.argv.slice(2);
/** Far above what it takes to meet a refusal. */
const MOST_SEEDS = 3_000;
// A promise of a dead process that is given up is nobody's: it must not end the run.
process.on("unhandledRejection", () => undefined);
const pool = openPool(databaseUrl, { max: 40, options: CONNECTION_OPTIONS });
const comparison: Comparison = { statements: 0, waits: 0, errors: 0, texts: new Set(), differences: [] };
await prepareDatabase(pool);
let seeds = 0;
for (let seed = 1; seed <= MOST_SEEDS && seeds < Number(wanted) && comparison.differences.length < 5; seed += 1) {
	const recording = recordRun();
	// Whether a rule of payments was broken is not asked here: also a changed program must be answered alike.
	await simulate({ seed, totals: newTotals(), witness: recording.witness });
	if (refusals && !hasRefusal(recording)) continue;
	seeds += 1;
	await emptyDatabase(pool);
	await followRun(pool, recording, comparison);
}
await pool.end();
const report: ComparisonReport = { ...comparison, seeds, texts: comparison.texts.size };
process.stdout.write(JSON.stringify(report));

function hasRefusal({ entries }: Recording): boolean {
	return entries.some((entry) => entry.what === "ask" && entry.answer instanceof PostgresError);
}
