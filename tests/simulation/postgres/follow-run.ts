/**
 * Does to a real PostgreSQL what a run of the simulation did to its memory database: every statement in the same order, on a
 * connection for each transaction, and compares every answer, every error and every wait. What differs from a desk at work:
 * now() is the run's virtual time, identity columns are given the run's numbers, and a statement that had to wait is shown to
 * wait here too, then made when its turn has come (so PostgreSQL's own order among several that wait is not used).
 */
import { createQueryId, PostgresQueryCompiler } from "kysely";
import type { Pool, PoolClient } from "pg";
import { type Answer, type Commit, MustWait, type Transaction } from "#tests/simulation/memory/memory-store.ts";
import { PostgresError, type Row } from "#tests/simulation/memory/rows.ts";
import type { Entry } from "#tests/simulation/postgres/record-run.ts";

export interface Comparison {
	statements: number;
	waits: number;
	errors: number;
	/** Texts of the statements compared. */
	texts: Set<string>;
	differences: string[];
}

const compiler = new PostgresQueryCompiler();
/** Long enough to be sure that it waits, and that nothing else does. */
const WAITS_MS = 40;
const LOCK_NOT_AVAILABLE = "55P03";

export async function followRun(pool: Pool, entries: readonly Entry[], comparison: Comparison): Promise<void> {
	const open = new Map<Transaction, PoolClient>();
	const end = async (transaction: Transaction, how: string) => {
		const client = open.get(transaction);
		if (!client) return;
		open.delete(transaction);
		await client.query(how);
		client.release();
	};
	const known = comparison.differences.length;
	try {
		for (const entry of entries) {
			if (comparison.differences.length > known) return;
			const { transaction } = entry;
			if (entry.what === "begin") open.set(transaction, await begin(pool, transaction));
			const client = open.get(transaction);
			if (entry.what === "ask" && client) await ask(client, entry, comparison);
			else if (entry.what === "write" && client) await write(client, entry.rows);
			else if (entry.what === "commit" || entry.what === "rollback") await end(transaction, entry.what);
		}
	} finally {
		for (const transaction of [...open.keys()]) await end(transaction, "rollback");
	}
}

async function begin(pool: Pool, transaction: Transaction): Promise<PoolClient> {
	const client = await pool.connect();
	await client.query("begin");
	await client.query("select set_config('simulation.now', $1, true)", [transaction.now.toISOString()]);
	return client;
}

async function ask(
	client: PoolClient,
	{ query, answer, identity }: Extract<Entry, { what: "ask" }>,
	comparison: Comparison,
): Promise<void> {
	const { sql, parameters } = compiler.compileQuery(query, createQueryId());
	comparison.texts.add(sql);
	comparison.statements += 1;
	if (query.kind === "InsertQueryNode")
		await client.query("select setval('simulation.identity', $1, false)", [identity + 1]);
	const waits = answer instanceof MustWait;
	if (waits) await client.query("savepoint before_waiting");
	const said = await tell(client, sql, parameters);
	if (waits) {
		comparison.waits += 1;
		await client.query("rollback to savepoint before_waiting");
	}
	const [expected, found] = [wordsOf(answer), said];
	if (answer instanceof PostgresError) comparison.errors += 1;
	const isSame = expected === found || (isUnread(sql) && !waits && !found.startsWith("error"));
	if (!isSame) comparison.differences.push(`${sql}\n  memory:     ${expected}\n  PostgreSQL: ${found}`);
}

/**
 * Functions called for what they do, and the reconciliation's question for the evidence: the simulation's wallets have no
 * lines, and what the evidence shows decides nothing.
 */
function isUnread(sql: string): boolean {
	return /^select (pg_advisory_xact_lock|pg_notify|graphile_worker\.add_job)\(|cross join lateral/.test(sql);
}

async function tell(client: PoolClient, sql: string, parameters: readonly unknown[]): Promise<string> {
	try {
		const { rows, rowCount } = await client.query<Row>(sql, [...parameters]);
		return wordsOf({ rows, affected: rowCount ?? 0 });
	} catch (error) {
		const { code, constraint, message } = error as { code?: string; constraint?: string; message: string };
		if (code === LOCK_NOT_AVAILABLE) return "waits";
		return code === undefined ? message : errorWords(code, constraint);
	}
}

function wordsOf(answer: Answer): string {
	if (answer instanceof MustWait) return "waits";
	if (answer instanceof PostgresError) return errorWords(answer.code, answer.constraint);
	// Without ORDER BY any order is right: compared as a set with its doubles.
	const rows = answer.rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
	return `${rows.length} rows ${rows.sort().join(" ")}`;
}

function errorWords(code: string, constraint: string | undefined): string {
	return code === "23505" ? `error ${code} ${constraint ?? ""}` : `error ${code}`;
}

/** Rows of the world's own: people and operators at the beginning, jobs that a worker takes and ends. */
async function write(client: PoolClient, changes: readonly Commit[]): Promise<void> {
	for (const { table, before, after } of changes) {
		if (table === "job") await writeJob(client, before, after);
		else if (after && !before) await insertRow(client, table, after);
		else throw new Error(`the world changes ${table} by itself`);
	}
}

async function writeJob(client: PoolClient, before: Row | undefined, after: Row | null): Promise<void> {
	const key = before?.key;
	const facts = [before?.task, JSON.stringify(JSON.parse(String(before?.payload))), before?.run_at, key];
	const found = `select job.id from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
		where task.identifier = $1 and job.payload::jsonb = $2::jsonb and job.run_at = $3 and job.key is not distinct from $4
		and (job.locked_at is null) = $5 limit 1`;
	const values = [...facts, before?.locked_at === null];
	if (after === null) await client.query(`delete from graphile_worker._private_jobs where id in (${found})`, values);
	else {
		const update = `update graphile_worker._private_jobs set locked_at = $6, locked_by = 'simulation' where id in (${found})`;
		await client.query(update, [...values, after.locked_at]);
	}
}

async function insertRow(client: PoolClient, table: string, row: Row): Promise<void> {
	const names = Object.keys(row);
	const places = names.map((_name, index) => `$${index + 1}`);
	const values = names.map((name) => row[name]);
	await client.query(`insert into ${table} (${names.join(", ")}) values (${places.join(", ")})`, values);
}

/** Prepares a database of its own for `followRun`: virtual time, and one row of numbers for all identity columns. */
export async function prepareDatabase(pool: Pool): Promise<void> {
	await pool.query(`create schema simulation;
		create sequence simulation.identity;
		create function simulation.now() returns timestamptz language sql stable
			as $$ select current_setting('simulation.now')::timestamptz $$`);
	const { rows } = await pool.query<{ table_name: string; column_name: string }>(
		"select table_name, column_name from information_schema.columns where table_schema = 'public' and is_identity = 'YES'",
	);
	for (const { table_name: table, column_name: column } of rows) {
		await pool.query(`alter table ${table} alter ${column} drop identity;
			alter table ${table} alter ${column} set default nextval('simulation.identity')`);
	}
}

export const CONNECTION_OPTIONS = `-c search_path=simulation,pg_catalog,public -c lock_timeout=${WAITS_MS}ms -c synchronous_commit=off -c timezone=UTC`;

/** Empty again, as at the beginning of a run; the record's own guard is put aside for it. */
export async function emptyDatabase(pool: Pool): Promise<void> {
	const { rows } = await pool.query<{ name: string }>(
		"select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'",
	);
	const deletes = rows.map(({ name }) => `delete from ${name};`).join(" ");
	await pool.query(`set session_replication_role = replica; ${deletes}
		delete from graphile_worker._private_jobs; set session_replication_role = default`);
}
