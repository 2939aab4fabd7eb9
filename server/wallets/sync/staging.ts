/** Session tables in which the lines of an answer are compared. */
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";
import { type Columns, unpackChunk } from "#server/wallets/sync/packed-chunk.ts";

/** `movement_seen`: listed lines, with their fresh chunk's number. `movement_gone`: lines of chunks that are listed less often now. */
export async function openStaging(connection: Database): Promise<void> {
	await closeStaging(connection);
	const facts = sql`type text not null, amount numeric(20, 2) not null, fee numeric(20, 2) not null, created_at timestamptz not null`;
	await sql`create temporary table movement_seen (chunk integer, ${facts})`.execute(connection);
	await sql`create temporary table movement_gone (chunk integer, ${facts})`.execute(connection);
	await sql`create temporary table movement_delta (created_at timestamptz, type text, amount numeric(20, 2), fee numeric(20, 2),
		change integer)`.execute(connection);
}

export async function emptyStaging(connection: Database): Promise<void> {
	await sql`truncate pg_temp.movement_seen, pg_temp.movement_gone, pg_temp.movement_delta`.execute(connection);
}

export async function closeStaging(connection: Database): Promise<void> {
	await sql`drop table if exists pg_temp.movement_seen, pg_temp.movement_gone, pg_temp.movement_delta`.execute(
		connection,
	);
}

export async function stageChunk(
	connection: Database,
	into: "movement_seen" | "movement_gone",
	packed: Buffer,
	{ times, chunk = null }: { times: number; chunk?: number | null },
): Promise<void> {
	const columns = unpackChunk(packed);
	if (columns.places === "") return;
	for (let time = 0; time < times; time += 1) await insertLines(connection, into, columns, chunk);
}

/** Values stay text all the way to PostgreSQL, so that no digit of an amount and no microsecond of a time is lost. */
async function insertLines(connection: Database, into: string, lines: Columns, chunk: number | null): Promise<void> {
	await sql`insert into ${sql.table(into)} select ${chunk}::integer, (${lines.types}::text[])[place], amount, fee, created_at from unnest(
		string_to_array(${lines.places}, ',')::integer[],
		string_to_array(${lines.amounts}, ',')::numeric[],
		string_to_array(${lines.fees}, ',')::numeric[],
		string_to_array(${lines.times}, ',')::timestamptz[]
	) as line (place, amount, fee, created_at)`.execute(connection);
}
