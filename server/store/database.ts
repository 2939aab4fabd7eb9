/** The pool and its types. One PostgreSQL, through Kysely; amounts stay text. */
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import { Pool, type PoolConfig, types } from "pg";
import { keepPrepared } from "#server/store/keep-prepared.ts";
import { endWhenSilent } from "#server/store/silence.ts";
import type { Tables } from "#server/store/tables.ts";

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

// numeric and bigint as text: a float would lose hundredths, a number would lose large ids.
types.setTypeParser(types.builtins.NUMERIC, (text) => text);
types.setTypeParser(types.builtins.INT8, (text) => text);
// A calendar day is not an instant.
types.setTypeParser(types.builtins.DATE, (text) => text);

export interface PoolOptions extends PoolConfig {
	/** So long may a question meet silence before its connection is given up; longer than `statement_timeout`, which says more. */
	silentMs?: number;
}

/** A pool; durable commits are demanded whatever the server's default, and no statement waits for a compiler: ours are short. Throws nothing until it is used. */
export function openPool(databaseUrl: string, { silentMs = 75_000, ...options }: PoolOptions = {}): Pool {
	const pool = new Pool({
		connectionString: databaseUrl,
		max: 10,
		connectionTimeoutMillis: 5_000,
		// No page or job may hang on the database: the longest allowed statement is a merge of a large mirror.
		statement_timeout: 60_000,
		idle_in_transaction_session_timeout: 60_000,
		options: "-c synchronous_commit=on -c timezone=UTC -c jit=off",
		application_name: "cauri",
		...options,
	});
	// An idle connection that breaks (server restarted) is replaced at the next use.
	pool.on("error", () => undefined);
	pool.on("connect", (client) => {
		client.on("error", () => undefined);
		endWhenSilent(client, silentMs);
		keepPrepared(client);
	});
	return pool;
}

export function openDatabase<T = Tables>(pool: Pool): Kysely<T> {
	return new Kysely<T>({ dialect: new PostgresDialect({ pool }) });
}
