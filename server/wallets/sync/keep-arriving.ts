/** Stores the arrived part of a wallet's first list, so that people see it while the rest comes. It is not a complete list. */
import { sql } from "kysely";
import { publishChange } from "#server/store/changes.ts";
import type { Database } from "#server/store/database.ts";
import { addLines } from "#server/wallets/sync/add-lines.ts";
import { type Answer, changeOf } from "#server/wallets/sync/answer.ts";
import { forgetChunks, writeChunks } from "#server/wallets/sync/chunk-table.ts";
import { countLines } from "#server/wallets/sync/count-lines.ts";
import { keepDays } from "#server/wallets/sync/day-sums.ts";
import { findDifference } from "#server/wallets/sync/find-difference.ts";
import { fillDelta, stageFresh } from "#server/wallets/sync/stage-answer.ts";
import { emptyStaging } from "#server/wallets/sync/staging.ts";
import { lockMirror, type MirrorKey, noteArrived } from "#server/wallets/sync-row.ts";

/** Lines to store at once: few first, to show them soon, then many, to cost little. */
export interface Portions {
	first: number;
	later: number;
}

export const DEFAULT_PORTIONS: Portions = { first: 2_000, later: 20_000 };

/** The mirror holds only earlier portions: lines are added to them, each commit with its chunks. */
export async function keepArriving(
	connection: Database,
	wallet: MirrorKey & { now: Date; timeZone: string },
	answer: Answer,
): Promise<void> {
	const { fresh } = changeOf(answer);
	await emptyStaging(connection);
	await stageFresh(connection, answer);
	await sql`analyze movement_seen`.execute(connection);
	await fillDelta(connection);
	await connection.transaction().execute(async (trx) => {
		await sql`set local work_mem = '64MB'`.execute(trx);
		await sql`set local statement_timeout = '15min'`.execute(trx);
		const before = await lockMirror(trx, wallet);
		if (!before.chunked) await forgetChunks(trx, wallet);
		await findDifference(trx, wallet, { of: "added", isApart: await isApart(trx, wallet) });
		const lines = await addLines(trx, wallet);
		await keepDays(trx, wallet, { from: before.days_zone, timeZone: wallet.timeZone });
		await writeChunks(trx, wallet, { fresh, times: new Map() });
		await noteArrived(trx, wallet, lines);
		await publishChange(trx, { topic: "movements", id: wallet.currency });
	});
	for (const { digest, packed: _packed, ...chunk } of fresh) answer.kept.set(digest, chunk);
	answer.fresh.clear();
	answer.arrived += answer.freshLines;
	answer.freshLines = 0;
	answer.counted = await countLines(connection, { came: answer.arrived, counted: answer.counted, isWhole: false });
}

/** No stored chunk overlaps the time of the staged lines, so none of them is here already. */
async function isApart(connection: Database, { environment, currency }: MirrorKey): Promise<boolean> {
	const { rows } = await sql<{ apart: boolean }>`
		select not exists (select from movement_chunk where environment = ${environment} and currency = ${currency}
			and oldest <= (select max(created_at) from movement_seen)
			and newest >= (select min(created_at) from movement_seen)) as apart`.execute(connection);
	return rows[0]?.apart ?? false;
}
