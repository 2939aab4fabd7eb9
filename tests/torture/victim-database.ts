/** The desk's PostgreSQL, durable and on one port all along: it is killed, put back, or replaced by its standby. */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { openPool } from "#server/store/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { findPostgresPlace } from "#server/store/embedded/postgres-place.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { processesOf, stopAll, trySignal, untilGone } from "#tests/torture/server-processes.ts";
import { LOG_KEPT, Standby } from "#tests/torture/standby.ts";

const run = promisify(execFile);
const DATABASE = "cauri";
const PATIENCE_MS = 60_000;
const POLL_MS = 50;

export class VictimDatabase {
	readonly #root: string;
	#folder: string;
	#server: EmbeddedPostgres;
	#servers = 1;
	#standby: Promise<Standby | null> = Promise.resolve(null);
	#ended = false;
	readonly url: string;
	readonly pool: pg.Pool;

	private constructor(root: string, folder: string, server: EmbeddedPostgres, url: string) {
		this.#root = root;
		this.#folder = folder;
		this.#server = server;
		this.url = url;
		this.pool = openPool(url, { application_name: "torture", max: 8 });
	}

	static async start(root: string): Promise<VictimDatabase> {
		const folder = join(root, "server-1");
		mkdirSync(folder, { recursive: true, mode: 0o755 });
		// Written before the first start, so that the server comes back to the same port.
		writeFileSync(join(folder, "port"), String(await freePort()));
		const server = await startEmbeddedPostgres(folder);
		const victim = new VictimDatabase(root, folder, server, await server.databaseUrl(DATABASE));
		for (const [name, value] of LOG_KEPT) await victim.pool.query(`alter system set ${name} = '${value}'`);
		await victim.pool.query("select pg_reload_conf()");
		return victim;
	}

	/** kill -9 of the postmaster; `awayMs` later the server starts and replays its log. */
	async killPostmaster(awayMs: number): Promise<void> {
		this.killNow();
		await pause(awayMs);
		await this.revive();
	}

	/** Only the kill, for a caller that acts before the start. */
	killNow(): void {
		process.kill(this.#server.pid, "SIGKILL");
	}

	async revive(): Promise<void> {
		this.#server = await startEmbeddedPostgres(this.#folder);
		this.#requirePort(await this.#server.databaseUrl(DATABASE));
	}

	/** kill -9; resolves when no process uses its files any more. */
	async killForGood(): Promise<void> {
		const all = processesOf(this.#server.pid);
		this.killNow();
		await untilGone(all);
	}

	/** kill -9 of one connection's process: the server then ends all others and replays its log. */
	async killBackend(application: string): Promise<boolean> {
		const [backend] = await this.query<{ pid: number }>(
			`select pid from pg_stat_activity where application_name = $1 and backend_type = 'client backend'
			order by state = 'active' desc, random() limit 1`,
			[application],
		);
		return backend !== undefined && trySignal(backend.pid, "SIGKILL");
	}

	/** SIGSTOP to the whole server; returns the processes to wake. */
	suspend(): number[] {
		return stopAll(this.#server.pid);
	}

	/** Begins to make a standby in the background, with retries; discards the earlier one. */
	makeStandby(): void {
		const before = this.#standby;
		this.#standby = before.then(async (old) => {
			await old?.discard().catch(() => undefined);
			for (let tries = 0; tries < 20 && !this.#ended; tries += 1, await pause(500)) {
				const folder = join(this.#root, `server-${++this.#servers}`);
				const primary = { folder: this.#folder, data: await this.#data(), url: this.url };
				const made = await Standby.make(primary, folder).catch(() => null);
				if (made) return made;
			}
			return null;
		});
	}

	/** Null if none could be made. */
	standby(): Promise<Standby | null> {
		return this.#standby;
	}

	/** From now on each commit waits for the standby. False if none is synchronous in time. */
	async waitForStandby(): Promise<boolean> {
		await this.query("alter system set synchronous_standby_names = '*'");
		await this.query("select pg_reload_conf()");
		for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await pause(POLL_MS)) {
			const replicas = await this.query("select from pg_stat_replication where sync_state = 'sync'");
			if (replicas.length > 0) return true;
		}
		return false;
	}

	async waitForNobody(): Promise<void> {
		await this.query("alter system reset synchronous_standby_names");
		await this.query("select pg_reload_conf()");
	}

	/** The end of the server's written log. */
	async position(): Promise<string> {
		const [row] = await this.query<{ position: string }>("select pg_current_wal_lsn()::text as position");
		return row?.position ?? "";
	}

	/** The primary is dead for good; its standby takes over. */
	async failOver(standby: Standby): Promise<void> {
		const old = this.#folder;
		this.#standby = Promise.resolve(null);
		this.#server = await standby.takeOver(Number(new URL(this.url).port));
		this.#folder = standby.folder;
		this.#requirePort(await this.#server.databaseUrl(DATABASE));
		rmSync(old, { recursive: true, force: true });
	}

	/** Copies the files as a hypervisor takes a snapshot: the server must be suspended. */
	async copyTo(folder: string): Promise<void> {
		await run("cp", ["-a", await this.#data(), folder]);
	}

	async startCopy(database: string, folder: string): Promise<{ server: EmbeddedPostgres; url: string }> {
		mkdirSync(folder, { recursive: true, mode: 0o755 });
		const place = await findPostgresPlace(folder);
		renameSync(database, join(place.folder, "data"));
		rmSync(join(place.folder, "data", "postmaster.pid"), { force: true });
		copyFileSync(join(this.#folder, "password"), join(folder, "password"));
		writeFileSync(join(folder, "port"), String(await freePort()));
		const server = await startEmbeddedPostgres(folder);
		return { server, url: await server.databaseUrl(DATABASE) };
	}

	/** Replaces the files with the copy; the server must be dead for good. */
	async putBack(folder: string): Promise<void> {
		const data = await this.#data();
		rmSync(data, { recursive: true, force: true });
		renameSync(folder, data);
	}

	/** Tries again while the server is away, so a query must be safe to repeat. */
	async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
		for (const deadline = performance.now() + PATIENCE_MS; ; await pause(POLL_MS)) {
			try {
				return (await this.pool.query<T>(text, values)).rows;
			} catch (error) {
				if (performance.now() > deadline || isOurMistake(error)) throw error;
			}
		}
	}

	/** A connection of the caller's own, for locks and notifications; it dies with the server. */
	async connect(): Promise<pg.Client> {
		for (const deadline = performance.now() + PATIENCE_MS; ; await pause(POLL_MS)) {
			const client = new pg.Client({ connectionString: this.url, application_name: "torture" });
			client.on("error", () => undefined);
			try {
				await client.connect();
				return client;
			} catch (error) {
				if (performance.now() > deadline) throw error;
			}
		}
	}

	async stop(): Promise<void> {
		this.#ended = true;
		await this.pool.end();
		await (await this.#standby)?.discard();
		await this.#server.stop();
	}

	async #data(): Promise<string> {
		return join((await findPostgresPlace(this.#folder)).folder, "data");
	}

	/** All programs know only this address. */
	#requirePort(url: string): void {
		if (url !== this.url) throw new Error("the desk's PostgreSQL came back at another address");
	}
}

/** Wrong SQL stays wrong; broken connections and a server that starts or stops are passing faults. */
function isOurMistake(error: unknown): boolean {
	return /^(22|23|42)/.test(String((error as { code?: unknown }).code));
}
