/** The steps of a sync in SQL: lines into a staging table of the session, then what the mirror lacks into the mirror. */
import { sql } from "kysely";
import { ServiceError } from "#server/errors.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import type { Database } from "#server/store/database.ts";

// One statement for this many lines: the cost of a round trip vanishes, and what waits for it stays small.
const BATCH_LINES = 1_000;
// Above this many new lines the planner's idea of the table is wrong until somebody counts.
const MANY_LINES = 10_000;

export async function openStaging(connection: Database): Promise<void> {
	await sql`drop table if exists pg_temp.movement_seen`.execute(connection);
	await sql`create temporary table movement_seen (
		type text not null, amount numeric(20, 2) not null, fee numeric(20, 2) not null, created_at timestamptz not null)`.execute(
		connection,
	);
}

/**
 * Takes the array as it comes; returns the number of lines. Assumption: all are in the wallet's currency. Throws ServiceError
 * `unknown` at one that is not, or cannot be held: an array that is doubtful in one line is not believed in the others.
 */
export async function stageLines(
	connection: Database,
	currency: string,
	lines: AsyncIterable<WireMovement>,
): Promise<number> {
	let seen = 0;
	let batch: WireMovement[] = [];
	for await (const line of lines) {
		if (!isOurs(line, currency)) {
			throw new ServiceError("unknown", `movement ${seen + 1} cannot be taken`, { status: 200 });
		}
		seen += 1;
		batch.push(line);
		if (batch.length === BATCH_LINES) {
			await insertBatch(connection, batch);
			batch = [];
		}
	}
	if (batch.length > 0) await insertBatch(connection, batch);
	return seen;
}

/** NUL and lone surrogates have no place in a text of PostgreSQL, nor years outside 1000–9998 in our JSON. */
function isOurs(line: WireMovement, currency: string): boolean {
	return (
		line.currency_code === currency &&
		line.movement_type.isWellFormed() &&
		!line.movement_type.includes("\0") &&
		/^(?!9999)[1-9]/.test(line.created_at)
	);
}

/** Text all the way to PostgreSQL: no digit of an amount and no microsecond of a time is lost. */
async function insertBatch(connection: Database, batch: readonly WireMovement[]): Promise<void> {
	// Decimals and times hold no comma, and types are few: joined text costs a tenth of what arrays of parameters cost.
	const types = [...new Set(batch.map((line) => line.movement_type))];
	const places = new Map(types.map((type, index) => [type, index + 1]));
	await sql`insert into movement_seen select (${types}::text[])[place], amount, fee, created_at from unnest(
		string_to_array(${batch.map((line) => places.get(line.movement_type)).join()}, ',')::integer[],
		string_to_array(${batch.map((line) => line.amount).join()}, ',')::numeric[],
		string_to_array(${batch.map((line) => line.fee_amount).join()}, ',')::numeric[],
		string_to_array(${batch.map((line) => line.created_at).join()}, ',')::timestamptz[]
	) as line (place, amount, fee, created_at)`.execute(connection);
}

export interface Merge {
	environment: string;
	currency: string;
	seen: number;
	/** The array is known to be true at the time we asked for it, not at the time its end arrived. */
	startedAt: Date;
	now: Date;
}

/** One transaction: the copies that the mirror lacks, and the row that tells of the mirror. */
export async function mergeStagedLines(
	connection: Database,
	merge: Merge,
): Promise<{ added: number; mayBeCut: boolean }> {
	const { environment, currency } = merge;
	await sql`analyze movement_seen`.execute(connection);
	const merged = await connection.transaction().execute(async (trx) => {
		// For this statement alone: a million lines are counted in memory, and a first million may take longer than a minute.
		await sql`set local work_mem = '64MB'`.execute(trx);
		await sql`set local statement_timeout = '15min'`.execute(trx);
		const { rows } = await sql<{ added: number; last_id: string | null }>`
			with seen as (
				select created_at, type, amount, fee, count(*)::integer as copies
				from movement_seen group by created_at, type, amount, fee
			), held as (
				select created_at, type, amount, fee, count(*)::integer as copies from movement
				where environment = ${environment} and currency = ${currency} group by created_at, type, amount, fee
			), added as (
				insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
				select ${environment}, ${currency}, type, amount, fee, created_at, occurrence, ${merge.now}::timestamptz
				from seen left join held using (created_at, type, amount, fee)
				cross join lateral generate_series(coalesce(held.copies, 0) + 1, seen.copies) as occurrence
				where seen.copies > coalesce(held.copies, 0)
				order by created_at, type, amount, fee, occurrence
				returning id
			)
			select count(*)::integer as added, max(id) as last_id from added`.execute(trx);
		const { added = 0, last_id: lastId = null } = rows[0] ?? {};
		// The mirror now holds all that was seen: holding more means that the service showed less than it once did.
		const sync = await trx
			.updateTable("movement_sync")
			.set((eb) => ({
				synced_at: merge.startedAt,
				rows_seen: merge.seen,
				mirror_rows: eb("mirror_rows", "+", added),
				may_be_cut: sql<boolean>`mirror_rows + ${added} > ${merge.seen}`,
				last_movement_id: lastId ?? eb.ref("last_movement_id"),
				fault: null,
			}))
			.where("environment", "=", environment)
			.where("currency", "=", currency)
			.returning("may_be_cut")
			.executeTakeFirstOrThrow();
		return { added, mayBeCut: sync.may_be_cut };
	});
	if (merged.added >= MANY_LINES) await sql`analyze movement`.execute(connection);
	return merged;
}
