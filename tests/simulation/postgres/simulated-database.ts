/** A real PostgreSQL in virtual time: sessions for processes, copies of all rows, committed rows. One statement runs at a time. */
import { readFileSync } from "node:fs";
import type { Kysely } from "kysely";
import pg from "pg";
import { asOwner } from "#server/store/as-owner.ts";
import { HEADS_CHANNEL } from "#server/store/audit-log.ts";
import { type DatabaseTransaction, openDatabase } from "#server/store/database.ts";
import { UPDATES_CHANNEL } from "#server/store/live-updates.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export type Row = Readonly<Record<string, unknown>>;
/** All rows, as JSON. */
export type Copied = string;

export interface Change {
	table: string;
	before: Row | undefined;
	after: Row | null;
}

export type Answer = { result: pg.QueryResult } | { error: unknown };

/** `now` is looked up in our schema first. Deadlocks are checked before a statement counts as waiting. */
const OPTIONS = `-c search_path=simulation,pg_catalog,public -c deadlock_timeout=1ms -c synchronous_commit=off -c timezone=UTC -c jit=off`;
const WAITS_AFTER_MS = 4;

const JOBS = `select job.id, task.identifier as task, job.key, job.run_at, job.locked_at, job.payload::text as payload
	from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id order by job.id`;
/** The queries of judges and scenarios, by table. */
const READ = {
	payment: "select * from payment order by created_at, id",
	audit_entry: "select * from audit_entry order by id",
	attempt: "select * from attempt",
	decision: "select * from decision",
	resolution: "select * from resolution",
	payout_rule: "select * from payout_rule",
	setting: "select * from setting",
	continuity_gap: "select * from continuity_gap",
	balance_reading: "select * from balance_reading order by id",
	job: JOBS,
} as const;
export type ReadTable = keyof typeof READ;
const READ_TABLES = Object.keys(READ) as ReadTable[];
const WRITES = /(?:insert into|update|delete from)\s+"?(\w+)"?/gi;

/** One backend of the server, lent to one connection of a process. */
export class Session {
	readonly client: pg.Client;
	/** Tables that its transaction, or its last statement, may have written. */
	readonly written = new Set<string>();
	isOpen = false;
	time = "";
	waiting: Promise<Answer> | null = null;

	constructor(client: pg.Client) {
		this.client = client;
	}

	get pid(): number {
		return Number((this.client as unknown as { processID: number }).processID);
	}

	/** Notes the tables that the statement writes. */
	note(text: string): void {
		for (const [, table] of text.matchAll(WRITES)) this.written.add(String(table));
		if (text.includes("add_job") || text.includes("_private_jobs")) this.written.add("job");
		if (text.includes("pg_notify")) this.written.add("notices");
	}
}

interface Waiting {
	session: Session;
	deliver(answer: Answer): void;
}

export class SimulatedDatabase {
	readonly #url: string;
	readonly #control: pg.Client;
	readonly #idle: Session[] = [];
	readonly #sessions = new Set<Session>();
	#waiting: Waiting[] = [];
	#rows = new Map<string, readonly Row[]>();
	readonly #owner: Kysely<Tables>;
	onCommit: (changes: readonly Change[]) => void = () => undefined;
	onNotice: (channel: string, payload: string) => void = () => undefined;
	/** The server that answers: another system or timeline after a change of servers. */
	server = { system: 1, timeline: 1 };

	private constructor(url: string, control: pg.Client) {
		this.#url = url;
		this.#control = control;
		const client = { query: control.query.bind(control), release: () => undefined };
		const pool = { connect: async () => client, options: {} };
		this.#owner = openDatabase(pool as unknown as pg.Pool);
	}

	static async open(url: string): Promise<SimulatedDatabase> {
		const control = await connect(url);
		const { rows } = await control.query("select from pg_namespace where nspname = 'simulation'");
		if (rows.length === 0) await control.query(readFileSync(new URL("./prepare.sql", import.meta.url), "utf8"));
		await control.query(`listen ${UPDATES_CHANNEL}; listen ${HEADS_CHANNEL}`);
		const database = new SimulatedDatabase(url, control);
		control.on("notification", ({ channel, payload }) => database.onNotice(channel, payload ?? ""));
		return database;
	}

	async close(): Promise<void> {
		for (const { client } of [...this.#sessions]) await client.end();
		await this.#control.end();
	}

	committed(table: ReadTable): readonly Row[] {
		return this.#rows.get(table) ?? [];
	}

	async copy(): Promise<Copied> {
		const { rows } = await this.#control.query<{ copy: string }>("select simulation.copy()::text as copy");
		return rows[0]?.copy ?? "{}";
	}

	/** The start of each run; created once for each database. */
	async beginning(make: () => Promise<unknown>): Promise<Copied> {
		const read = () => this.#control.query<{ copy: string }>("select copy::text from simulation.beginning");
		const { rows } = await read();
		if (rows[0]) return rows[0].copy;
		await make();
		await this.#control.query("insert into simulation.beginning select simulation.copy()");
		return this.beginning(make);
	}

	/** Removes everything that a run has left behind. */
	async endAll(): Promise<void> {
		Object.assign(this, { onCommit: () => undefined, onNotice: () => undefined, server: { system: 1, timeline: 1 } });
		for (const session of this.#sessions) if (!this.#idle.includes(session)) await this.end(session);
	}

	/** Every session must have been cut off before. */
	async putBack(copy: Copied): Promise<void> {
		await this.#control.query("select simulation.put_back($1::jsonb)", [copy]);
		const { system, timeline } = this.server;
		await this.#control.query("update simulation.server set system_identifier = $1, timeline = $2", [system, timeline]);
		await this.#read(READ_TABLES);
	}

	/** Frees the room of rows that are gone. */
	tidy(): Promise<unknown> {
		return this.#control.query("vacuum");
	}

	/** Acts as the owner of the machine, whom no guard of the database stops. */
	async asOwner(at: Date, work: (trx: DatabaseTransaction) => Promise<unknown>): Promise<void> {
		await this.#control.query(`set simulation.now = '${at.toISOString()}'`);
		await asOwner(this.#owner, work);
		await this.#read(READ_TABLES);
	}

	/** Changes a job as the program that runs the jobs; false when another transaction has it. */
	async changeJob(id: unknown, change: string, values: readonly unknown[] = []): Promise<boolean> {
		const jobs = "graphile_worker._private_jobs";
		const free = `where id = (select id from ${jobs} where id = $1 for update skip locked)`;
		const { rowCount } = await this.#control.query(`${change.replace("jobs", jobs)} ${free}`, [id, ...values]);
		await this.#read(["job"]);
		return rowCount === 1;
	}

	async lend(): Promise<Session> {
		const idle = this.#idle.pop();
		if (idle) return idle;
		const session = new Session(await connect(this.#url));
		this.#sessions.add(session);
		return session;
	}

	giveBack(session: Session): void {
		this.#idle.push(session);
	}

	/** The statement's answer, or null while it waits for another session's lock: then `deliver` gets it. */
	async ask(
		session: Session,
		{ text, values, at }: { text: string; values?: readonly unknown[]; at: Date },
		deliver: Waiting["deliver"],
	): Promise<Answer | null> {
		const time = at.toISOString();
		if (session.time !== time && !session.isOpen) {
			session.time = time;
			await session.client.query(`set simulation.now = '${time}'`);
		}
		session.note(text);
		const answer = settled(session.client.query(text, [...(values ?? [])]));
		const known = await this.#answerOf(session, answer);
		if (known) return known;
		session.waiting = answer;
		this.#waiting.push({ session, deliver });
		return null;
	}

	/** Reads the committed rows again and has them judged; any query delivers the notices. */
	async committedBy({ written }: Session): Promise<void> {
		const tables = READ_TABLES.filter((table) => written.has(table));
		if (tables.length > 0) this.onCommit(await this.#read(tables));
		else if (written.has("notices")) await this.#control.query("select 1");
		written.clear();
	}

	/** Like the server after a broken connection: rolls back, and releases the locks and tables of the session. */
	async end(session: Session): Promise<void> {
		if (session.waiting) {
			const waiting = this.#waiting.find((each) => each.session === session);
			this.#waiting = this.#waiting.filter((each) => each !== waiting);
			await this.#control.query("select pg_cancel_backend($1)", [session.pid]);
			const answer = await session.waiting;
			session.waiting = null;
			waiting?.deliver(answer);
		}
		await session.client.query("rollback");
		await session.client.query("discard all");
		Object.assign(session, { isOpen: false, time: "" });
		session.written.clear();
		this.#idle.push(session);
		await this.release();
	}

	/** Some locks are free: the sessions that waited for them are answered, in the order of waiting. */
	async release(): Promise<void> {
		for (let isNew = true; isNew; ) {
			isNew = false;
			for (const each of [...this.#waiting]) {
				const answer = each.session.waiting;
				if (!answer || !this.#waiting.includes(each)) continue;
				const known = await this.#answerOf(each.session, answer, 0);
				if (!known) continue;
				isNew = true;
				this.#waiting = this.#waiting.filter((other) => other !== each);
				each.session.waiting = null;
				if (!each.session.isOpen) await this.committedBy(each.session);
				each.deliver(known);
			}
		}
	}

	/** Null while the statement waits for a lock of another session of this run. */
	async #answerOf(session: Session, answer: Promise<Answer>, afterMs = WAITS_AFTER_MS): Promise<Answer | null> {
		for (let waitMs = afterMs; ; waitMs = WAITS_AFTER_MS) {
			const known = await within(answer, waitMs);
			if (known) return known;
			const { rows } = await this.#control.query<{ by: number[] }>("select pg_blocking_pids($1) as by", [session.pid]);
			const own = [...this.#sessions].map(({ pid }) => pid);
			if (rows[0]?.by.some((pid) => own.includes(pid))) return null;
		}
	}

	async #read(tables: readonly ReadTable[]): Promise<Change[]> {
		const texts = tables.map((table) => READ[table]);
		const answers = [await this.#control.query(texts.join(";"))].flat() as pg.QueryResult<Row>[];
		return tables.flatMap((table, place) => {
			const before = this.#rows.get(table) ?? [];
			const after = answers[place]?.rows ?? [];
			this.#rows.set(table, after);
			return table === "payment" || table === "audit_entry" ? differences(table, before, after) : [];
		});
	}
}

function differences(table: string, before: readonly Row[], after: readonly Row[]): Change[] {
	const known = new Map(before.map((row) => [row.id, row]));
	const changes = after.flatMap((row): Change[] => {
		const old = known.get(row.id);
		known.delete(row.id);
		return old && JSON.stringify(old) === JSON.stringify(row) ? [] : [{ table, before: old, after: row }];
	});
	return [...changes, ...[...known.values()].map((row) => ({ table, before: row, after: null }))];
}

function settled(asked: Promise<pg.QueryResult>): Promise<Answer> {
	return asked.then(
		(result) => ({ result }),
		(error: unknown) => ({ error }),
	);
}

function within(answer: Promise<Answer>, ms: number): Promise<Answer | null> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<null>((resolve) => {
		timer = setTimeout(resolve, ms, null);
	});
	return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

async function connect(url: string): Promise<pg.Client> {
	const client = new pg.Client({ connectionString: url, options: OPTIONS });
	client.on("error", () => undefined);
	await client.connect();
	return client;
}
