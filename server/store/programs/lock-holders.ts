import { type Kysely, sql } from "kysely";

interface LockHolder {
	program: string;
	process: number;
	table: string;
	/** Start of the transaction; null when this account may not see it. */
	since: Date | null;
}

const MOST = 3;

/**
 * Names at most three connections that hold a lock on a table of the desk, the oldest transaction first: "psql (process 812) uses
 * payment since 13:04:10 UTC".
 */
export async function describeLockHolders<T>(database: Kysely<T>): Promise<string> {
	const { rows } = await sql<LockHolder>`
		select distinct on (since, process) coalesce(nullif(application_name, ''), 'a connection') as program, pid as process,
			relname::text as table, xact_start as since
		from pg_locks join pg_stat_activity as activity using (pid) join pg_class on pg_class.oid = relation
		where granted and database = (select oid from pg_database where datname = current_database())
			and relkind in ('r', 'p') and relnamespace <> 'pg_catalog'::regnamespace and pid <> pg_backend_pid()
		order by since nulls last, process, relname limit ${MOST}`.execute(database);
	return rows
		.map(({ program, process, table, since }) => {
			const time = since ? ` since ${since.toISOString().slice(11, 19)} UTC` : "";
			return `${program} (process ${process}) uses ${table}${time}`;
		})
		.join("; ");
}
