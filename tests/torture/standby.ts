/**
 * A streaming standby of the desk's PostgreSQL, made with the server's own means: a copy between `pg_backup_start` and
 * `pg_backup_stop`, the label, and `standby.signal`. It may be cut off from what follows, and then take over.
 */
import { execFile } from "node:child_process";
import { chownSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { findPostgresPlace, type PostgresPlace } from "#server/store/embedded/postgres-place.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { processesOf, trySignal, untilGone } from "#tests/torture/server-processes.ts";

export interface Primary {
	/** The server's folder, with its password file. */
	folder: string;
	data: string;
	/** `postgres://…` of any of its databases. */
	url: string;
}

const run = promisify(execFile);
const PATIENCE_MS = 30_000;
/** Files that the standby creates itself, or does not need. */
const NOT_COPIED = new Set(["pg_wal", "pg_replslot", "postmaster.pid", "postmaster.opts", "postgresql.auto.conf"]);

export class Standby {
	readonly folder: string;
	#server: EmbeddedPostgres;
	readonly #url: string;

	private constructor(folder: string, server: EmbeddedPostgres, url: string) {
		this.folder = folder;
		this.#server = server;
		this.#url = url;
	}

	/** Resolves when the standby streams. Throws when the primary goes away meanwhile. */
	static async make(primary: Primary, folder: string): Promise<Standby> {
		try {
			const place = await findPostgresPlace(folder);
			const data = join(place.folder, "data");
			const label = await copyUnderBackup(primary, place, data);
			own(place, join(data, "backup_label"), label);
			own(place, join(data, "standby.signal"), "");
			own(place, join(data, "postgresql.auto.conf"), settingsOf(primary.url));
			copyFileSync(join(primary.folder, "password"), join(folder, "password"));
			writeFileSync(join(folder, "port"), String(await freePort()));
			const server = await startEmbeddedPostgres(folder);
			const standby = new Standby(folder, server, await server.databaseUrl("postgres"));
			await standby.#until("select from pg_stat_wal_receiver where status = 'streaming'");
			return standby;
		} catch (error) {
			rmSync(folder, { recursive: true, force: true });
			throw error;
		}
	}

	/** Waits until it has received the log up to this position. */
	async follow(position: string): Promise<void> {
		await this.#until("select where pg_last_wal_receive_lsn() >= $1::pg_lsn", [position]);
	}

	async cut(): Promise<void> {
		await this.#ask("alter system set primary_conninfo = ''");
		await this.#ask("select pg_reload_conf()");
		await this.#until("select where not exists (select from pg_stat_wal_receiver)");
	}

	/** Becomes the primary, durable as the old one was, and moves to the port that all programs know. */
	async takeOver(port: number): Promise<EmbeddedPostgres> {
		await this.#ask("select pg_promote(true, 60)");
		await this.#until("select where not pg_is_in_recovery()");
		for (const name of ["primary_conninfo", "fsync"]) await this.#ask(`alter system reset ${name}`);
		await this.#server.stop();
		writeFileSync(join(this.folder, "port"), String(port));
		return startEmbeddedPostgres(this.folder);
	}

	async discard(): Promise<void> {
		const all = processesOf(this.#server.pid);
		trySignal(this.#server.pid, "SIGKILL");
		await untilGone(all);
		rmSync(this.folder, { recursive: true, force: true });
	}

	async #ask(text: string, values: unknown[] = []): Promise<number> {
		return (await askOnce(this.#url, text, values)).rowCount ?? 0;
	}

	async #until(question: string, values: unknown[] = []): Promise<void> {
		for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(50))
			if ((await this.#ask(question, values)) > 0) return;
		throw new Error(`the standby does not come so far: ${question}`);
	}
}

/** Returns the text for `backup_label`. The log is not copied: the standby fetches it. */
async function copyUnderBackup(primary: Primary, { account }: PostgresPlace, data: string): Promise<string> {
	const client = new pg.Client({ connectionString: primary.url, application_name: "torture" });
	client.on("error", () => undefined);
	await client.connect();
	try {
		await client.query("select pg_backup_start('standby', true)");
		mkdirSync(data, { mode: 0o700 });
		for (const name of ["", "pg_wal", "pg_wal/archive_status", "pg_wal/summaries", "pg_replslot"]) {
			mkdirSync(join(data, name), { recursive: true, mode: 0o700 });
			if (account) chownSync(join(data, name), account.uid, account.gid);
		}
		const entries = readdirSync(primary.data).filter((name) => !NOT_COPIED.has(name));
		// A file that goes away during the copy is no loss, because the log repeats it.
		await run("cp", ["-a", ...entries.map((name) => join(primary.data, name)), data]).catch(() => undefined);
		const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
		return rows[0]?.labelfile ?? "";
	} finally {
		await client.end().catch(() => undefined);
	}
}

/** A standby need not wait for a disk, but the primary that it becomes must. */
function settingsOf(primaryUrl: string): string {
	const { hostname, port, username, password } = new URL(primaryUrl);
	const connection = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
	return `${LOG_KEPT.map(([name, value]) => `${name} = '${value}'`).join("\n")}
fsync = 'off'
primary_conninfo = '${connection}'
wal_retrieve_retry_interval = '500ms'
`;
}

/** Enough of the log for a new standby, and no more, because the folder is copied often. */
export const LOG_KEPT = [
	["wal_keep_size", "128MB"],
	["max_wal_size", "128MB"],
] as const;

function own({ account }: PostgresPlace, file: string, text: string): void {
	writeFileSync(file, text, { mode: 0o600 });
	if (account) chownSync(file, account.uid, account.gid);
}

async function askOnce(url: string, text: string, values: unknown[]): Promise<pg.QueryResult> {
	const client = new pg.Client({ connectionString: url, application_name: "torture" });
	client.on("error", () => undefined);
	await client.connect();
	try {
		return await client.query(text, values);
	} finally {
		await client.end().catch(() => undefined);
	}
}
