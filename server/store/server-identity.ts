import { sql } from "kysely";
import type { REPLICATIONS } from "#lib/contracts/configuration.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

/** A fact is null when the server does not have it or refuses it to our role. */
export interface ServerIdentity {
	/** PostgreSQL's system identifier, made by initdb; a copy of the server has the same. */
	server: string | null;
	/** Each promotion of a standby adds one. */
	timeline: string | null;
}

const SERVER = sql<string>`(select system_identifier::text from pg_control_system())`;
const TIMELINE = sql<string>`substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`;

/** Changes with each start of the server and differs in each copy of the database: commits that a worker saw may then be gone. */
export const INCARNATION = sql<string>`concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
	(select oid from pg_database where datname = current_database()), 'attempt'::regclass::oid)`;

export async function readIncarnation(database: Database): Promise<string> {
	const { rows } = await sql<{ incarnation: string }>`select ${PREPARED} ${INCARNATION} as incarnation`.execute(
		database,
	);
	return rows[0]?.incarnation ?? "";
}

/** Throws when the database is unavailable. */
export async function readServerIdentity(database: Database): Promise<ServerIdentity> {
	const both = await nullIfRefused(
		sql<ServerIdentity>`select ${PREPARED} ${SERVER} as server, ${TIMELINE} as timeline`.execute(database),
	);
	if (both) return both;
	const server = await nullIfRefused(sql<{ server: string }>`select ${SERVER} as server`.execute(database));
	const timeline = await nullIfRefused(sql<{ timeline: string }>`select ${TIMELINE} as timeline`.execute(database));
	return { server: server?.server ?? null, timeline: timeline?.timeline ?? null };
}

/** Tells whether a standby may lack commits. Such a standby, once it is primary, has no record of a payment that left. */
export async function readReplication(database: Database): Promise<(typeof REPLICATIONS)[number]> {
	const row = await nullIfRefused(
		sql<{ standbys: number; names: string; commit: string }>`
			select ${PREPARED} (select count(*) from pg_stat_replication)::int
				+ (select count(*) from pg_replication_slots where slot_type = 'physical' and not active)::int as standbys,
				current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit`.execute(
			database,
		),
	);
	if (row === null) return "not_known";
	if (row.names.trim() !== "" && ["on", "remote_apply"].includes(row.commit)) return "synchronous";
	return row.standbys > 0 ? "asynchronous" : "none";
}

/** Returns null where the server refuses or lacks the function (SQLSTATE classes 0A, 42, 55), which is no reason to stop. */
async function nullIfRefused<Row>(asked: Promise<{ rows: Row[] }>): Promise<Row | null> {
	try {
		return (await asked).rows[0] ?? null;
	} catch (error) {
		if (/^(0A|42|55)/.test(String((error as { code?: unknown }).code))) return null;
		throw error;
	}
}
