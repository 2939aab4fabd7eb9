/** The desk's PostgreSQL, which is killed and comes back: durable as delivered (fsync on), on one port all along. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openPool } from "#server/store/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/store/embedded-postgres.ts";
import { freePort } from "#tests/support/free-port.ts";

const DATABASE = "cauri";
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 50;

export class VictimDatabase {
	readonly #folder: string;
	#server: EmbeddedPostgres;
	readonly url: string;
	readonly pool: pg.Pool;

	private constructor(folder: string, server: EmbeddedPostgres, url: string) {
		this.#folder = folder;
		this.#server = server;
		this.url = url;
		this.pool = openPool(url, { application_name: "torture", max: 8 });
	}

	static async start(folder: string): Promise<VictimDatabase> {
		mkdirSync(folder, { recursive: true });
		// Written down before the first start: it comes back to the same one.
		writeFileSync(join(folder, "port"), String(await freePort()));
		const server = await startEmbeddedPostgres(folder);
		return new VictimDatabase(folder, server, await server.databaseUrl(DATABASE));
	}

	/** kill -9 of the first process; `awayMs` later the server starts and replays its log. */
	async killPostmaster(awayMs: number): Promise<void> {
		process.kill(this.#server.pid, "SIGKILL");
		await pause(awayMs);
		await this.revive();
	}

	/** The same in two halves, for who has something to do in between. */
	killNow(): void {
		process.kill(this.#server.pid, "SIGKILL");
	}

	async revive(): Promise<void> {
		this.#server = await startEmbeddedPostgres(this.#folder);
	}

	/** kill -9 of one connection's process: the server then ends all others and replays its log. */
	async killBackend(application: string): Promise<boolean> {
		const [backend] = await this.query<{ pid: number }>(
			`select pid from pg_stat_activity where application_name = $1 and backend_type = 'client backend'
			order by state = 'active' desc, random() limit 1`,
			[application],
		);
		return backend !== undefined && tryKill(backend.pid);
	}

	/** Tries again while the server is away: what is asked here must be safe to ask twice. */
	async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
		for (const deadline = performance.now() + PATIENCE_MS; ; await pause(LOOK_AGAIN_MS)) {
			try {
				return (await this.pool.query<T>(text, values)).rows;
			} catch (error) {
				if (performance.now() > deadline || isOurMistake(error)) throw error;
			}
		}
	}

	/** A connection of one's own, for locks and notices; it dies with the server. */
	async connect(): Promise<pg.Client> {
		for (const deadline = performance.now() + PATIENCE_MS; ; await pause(LOOK_AGAIN_MS)) {
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
		await this.pool.end();
		await this.#server.stop();
	}
}

export function tryKill(pid: number): boolean {
	try {
		return process.kill(pid, "SIGKILL");
	} catch {
		return false;
	}
}

/** Wrong SQL stays wrong; everything else passes: broken connections, a server that starts or stops. */
function isOurMistake(error: unknown): boolean {
	return /^(22|23|42)/.test(String((error as { code?: unknown }).code));
}
