/** Writes stories in bulk: thousands of rows in a second or two, the audit chain included. */

import type { Story } from "#server/cli/demo-data/story.ts";
import { recordAudits } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

// PostgreSQL takes 65,535 parameters a statement; the widest row here has 34.
const ROWS_AT_ONCE = 1_000;

export async function insertStories(trx: DatabaseTransaction, stories: readonly Story[]): Promise<void> {
	await inChunks(
		stories.map((story) => story.payment),
		(rows) => trx.insertInto("payment").values(rows).execute(),
	);
	await inChunks(
		stories.flatMap((story) => story.attempt ?? []),
		(rows) => trx.insertInto("attempt").values(rows).execute(),
	);
	const events = stories.flatMap((story) => story.events);
	await inChunks(events, (rows) => trx.insertInto("payment_event").values(rows).execute());
	await inChunks(
		stories.flatMap((story) => story.decisions),
		(rows) => trx.insertInto("decision").values(rows).execute(),
	);
	const entries = stories.flatMap((story) => story.audit).sort((one, other) => +one.at - +other.at);
	await recordAudits(trx, entries);
}

async function inChunks<Row>(rows: readonly Row[], insert: (rows: Row[]) => Promise<unknown>): Promise<void> {
	for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) await insert(rows.slice(start, start + ROWS_AT_ONCE));
}
