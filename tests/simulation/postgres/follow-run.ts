/**
 * Does to a real PostgreSQL what a run of the simulation did to its memory database, statement by statement, and compares every
 * answer, error and wait. Otherwise than at a desk now() is the run's virtual time, identity columns have the run's numbers, and
 * what had to wait is shown to wait, then made in its turn: PostgreSQL's own order among several that wait is not used.
 */
import { createQueryId, PostgresQueryCompiler } from "kysely";
import type { Pool, PoolClient } from "pg";
import { type Answer, type Commit, MustWait, type Transaction } from "#tests/simulation/memory/memory-store.ts";
import { PostgresError, type Row } from "#tests/simulation/memory/rows.ts";
import { WAITS_MS } from "#tests/simulation/postgres/prepare-database.ts";
import type { Entry, Recording } from "#tests/simulation/postgres/record-run.ts";

export interface Comparison {
	statements: number;
	waits: number;
	errors: number;
	/** Texts of the statements compared. */
	texts: Set<string>;
	differences: string[];
}

const compiler = new PostgresQueryCompiler();
const LOCK_NOT_AVAILABLE = "55P03";

export async function followRun(
	pool: Pool,
	{ entries, tables }: Omit<Recording, "witness">,
	comparison: Comparison,
): Promise<void> {
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
		await compareTables(pool, tables, comparison);
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
	if (waits) await client.query(`savepoint before_waiting; set local lock_timeout = ${WAITS_MS}`);
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
 * Functions called for what they do, the server's own name, which the model makes up, and the reconciliation's question for the evidence: the simulation's wallets have no
 * lines, and what the evidence shows decides nothing.
 */
function isUnread(sql: string): boolean {
	return /^select (pg_advisory_xact_lock|pg_notify|graphile_worker\.add_job)\(|from graphile_worker\.jobs where key = any|cross join lateral|from pg_control_system\(\)/.test(
		sql,
	);
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
	const rows = answer.rows.map((row) => JSON.stringify(row, inOrderOfNames));
	return `${rows.length} rows ${rows.sort().join(" ")}`;
}

/** jsonb keeps no order of names. */
function inOrderOfNames(_name: string, value: unknown): unknown {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
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
	const jobs = "graphile_worker._private_jobs";
	const { rowCount } = await (after === null
		? client.query(`delete from ${jobs} where id in (${found})`, values)
		: client.query(`update ${jobs} set locked_at = $6 where id in (${found})`, [...values, after.locked_at]));
	if (rowCount !== 1) throw new Error(`the queue has ${rowCount} jobs ${JSON.stringify(before)}`);
}

async function insertRow(client: PoolClient, table: string, row: Row): Promise<void> {
	const names = Object.keys(row);
	const places = names.map((_name, index) => `$${index + 1}`);
	const isJson = (value: unknown) => typeof value === "object" && value !== null && !(value instanceof Date);
	const values = Object.values(row).map((value) => (isJson(value) ? JSON.stringify(value) : value));
	// Guards ask whose word stands behind an admin; these people are there before anybody can have one.
	await client.query("set session_replication_role = replica");
	await client.query(`insert into ${table} (${names.join(", ")}) values (${places.join(", ")})`, values);
	await client.query("set session_replication_role = default");
}

/** That its change was written is noted by a guard of the database, which the model does not have. */
function unspent({ spent_at: _at, ...row }: Row): Row {
	return row;
}

/** When all is done: the same rows in every table, and the same jobs. */
async function compareTables(pool: Pool, tables: Recording["tables"], comparison: Comparison): Promise<void> {
	for (const [table, expected] of tables) {
		const source = table === "job" ? JOBS : `select * from ${table}`;
		const { rows } = await pool.query<Row>(source);
		const wanted = [...expected].map((row) => (table === "job" ? jobFacts(row) : row));
		const [ours, theirs] = [wanted, rows]
			.map((each) => (table === "change_request" ? each.map(unspent) : each))
			.map((each) => wordsOf({ rows: each, affected: 0 }));
		if (ours !== theirs)
			comparison.differences.push(`${table} in the end\n  memory:     ${ours}\n  PostgreSQL: ${theirs}`);
	}
}

const JOBS = `select task.identifier as task, job.key, job.run_at, job.locked_at, job.payload
	from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id`;

function jobFacts({ task, key, run_at, locked_at, payload }: Row): Row {
	return { task, key, run_at, locked_at, payload: JSON.parse(String(payload)) } as Row;
}
