import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { Pool, type PoolConfig, types } from "pg";
import { prepareMarked } from "#server/store/prepared-statements.ts";
import { endWhenReadOnly, endWhenSilent } from "#server/store/query-timeout.ts";
import type { Tables } from "#server/store/tables/tables.ts";

/** A transaction is a Database, too: a function that takes a Database works inside a transaction and outside. */
export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

// numeric and bigint stay text: a float would lose hundredths, a number would lose large ids.
types.setTypeParser(types.builtins.NUMERIC, (text) => text);
types.setTypeParser(types.builtins.INT8, (text) => text);
// A calendar day stays text, too: as a Date it would be an instant, and a time zone could shift it by a day.
types.setTypeParser(types.builtins.DATE, (text) => text);

export interface PoolOptions extends PoolConfig {
	/** Closes a connection whose query gets no answer for this long. Longer than `statement_timeout`, whose clearer error comes first. */
	silentMs?: number;
	/** The address leads to a pooler, which drops parameters and prepared statements: the role has the settings instead. */
	isPooled?: boolean;
}

/** Each direct connection sets this parameter. If PostgreSQL does not know it, the connection goes through a pooler. */
export const DIRECT = "cauri.direct";

/** Commits are durable, whatever the server's default. JIT is off, because statements are short. Connects only when used. */
export function openPool(
	databaseUrl: string,
	{ silentMs = 75_000, isPooled = false, ...options }: PoolOptions = {},
): Pool {
	const address = withoutOptions(databaseUrl);
	const needed = options.options ?? `-c synchronous_commit=on -c timezone=UTC -c jit=off -c ${DIRECT}=yes`;
	const pool = new Pool({
		connectionString: address.url,
		max: 10,
		connectionTimeoutMillis: 5_000,
		// No page or job may wait for the database without end. Slow transactions, such as the merge of a mirror, set a longer limit.
		statement_timeout: 60_000,
		idle_in_transaction_session_timeout: 60_000,
		// Ends a connection that only receives, such as a backup's, when the other machine vanished without a word.
		keepAlive: true,
		keepAliveInitialDelayMillis: 10_000,
		application_name: "cauri",
		...options,
		options: `${address.options} ${needed}`,
		...(isPooled ? NO_PARAMETERS : {}),
	});
	// The pool replaces a broken idle connection (server restarted) at the next use.
	pool.on("error", () => undefined);
	pool.on("connect", (client) => {
		client.on("error", () => undefined);
		endWhenSilent(client, silentMs);
		endWhenReadOnly(client);
		if (!isPooled) prepareMarked(client);
	});
	return pool;
}

/** Removes `options` from the address, because pg would use them instead of ours. The pool passes both, ours last. */
function withoutOptions(databaseUrl: string): { url: string; options: string } {
	if (!URL.canParse(databaseUrl)) return { url: databaseUrl, options: "" };
	const url = new URL(databaseUrl);
	const options = url.searchParams.get("options");
	if (options === null) return { url: databaseUrl, options: "" };
	url.searchParams.delete("options");
	return { url: url.href, options };
}

const NO_PARAMETERS: PoolConfig = {
	statement_timeout: false,
	idle_in_transaction_session_timeout: undefined,
	options: undefined,
};

export async function withDatabase<T>(
	databaseUrl: string,
	options: PoolOptions,
	run: (database: Database, pool: Pool) => Promise<T>,
): Promise<T> {
	const pool = openPool(databaseUrl, options);
	try {
		return await run(openDatabase(pool), pool);
	} finally {
		await pool.end();
	}
}

export function openDatabase<T = Tables>(pool: Pool): Kysely<T> {
	return new Kysely<T>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Tells the database's guards, in this transaction alone, who acts: the holder of a factor or a password, the session that adds a
 * factor, the holder of a link, or the identity provider for a member.
 */
export async function actAs(
	trx: DatabaseTransaction,
	who: "own_factor" | "own_password" | "session" | "link" | "provided_member",
	value: string,
): Promise<void> {
	await sql`select set_config(${`cauri.${who}`}, ${value}, true)`.execute(trx);
}
