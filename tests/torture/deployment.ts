/** The whole deployment: two web programs and two workers on one PostgreSQL, and the service with a database that nobody kills. */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import type { Random } from "#server/sandbox/seed/random.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { migrate } from "#server/store/migrate.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { passedOn } from "#tests/support/programs/passed-on.ts";
import { sandboxClient } from "#tests/support/service/sandbox-client.ts";
import { KeptProgram } from "#tests/torture/kept-program.ts";
import { VictimDatabase } from "#tests/torture/victim-database.ts";

export type Deployment = Awaited<ReturnType<typeof startDeployment>>;

/** One wallet for the traffic during the kills, one for the named points, one for the undisturbed run, one that runs low. */
export const WALLETS = { traffic: "XOF", points: "GNF", undisturbed: "XAF", low: "RWF" } as const;
const LANES = 16;
const FUNDS = "9000000000";
/** Less than any payout. */
const LOW_FUNDS = "100";
const READY_MS = 60_000;

export async function startDeployment(folder: string, random: Random) {
	const undo: (() => Promise<unknown>)[] = [];
	const stop = async () => {
		for (const step of undo.splice(0).toReversed()) await step();
	};
	try {
		// PostgreSQL started as root runs under another account, which must be able to enter.
		chmodSync(folder, 0o755);
		const [victim, books] = await Promise.all([startVictim(folder, undo), startBooks(folder, undo)]);
		const plan = await planPrograms(folder, victim.url, random);
		const { origins, sandboxOrigin } = plan;
		const service = plan.program("service", "sandbox", { DATABASE_URL: books.url });
		const webs = [plan.program("web 1", "web", plan.port(0)), plan.program("web 2", "web", plan.port(1))] as const;
		const workers = [plan.program("worker 1", "worker"), plan.program("worker 2", "worker")] as const;
		const programs = [service, ...webs, ...workers];
		undo.push(() => Promise.all(programs.map((program) => program.stop())));
		const sandbox = sandboxClient(sandboxOrigin);
		service.start();
		await untilAnswers(`${sandboxOrigin}/healthz`);
		for (const currency of Object.values(WALLETS))
			await sandbox.fund(currency, currency === WALLETS.low ? LOW_FUNDS : FUNDS);
		for (const program of [...webs, ...workers]) program.start();
		for (const origin of origins) await untilAnswers(`${origin}/readyz`);
		victim.makeStandby();
		const database = openDatabase(victim.pool);
		return {
			/** The origins of the two web programs; browsers know the first. */
			origins,
			webs,
			workers,
			victim,
			database,
			service,
			sandbox,
			/** The service's own books: requests and transactions, read without asking the service. */
			books: books.pool,
			dataDir: plan.dataDir,
			/** A program of this desk with other variables. */
			program: plan.program,
			folder,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

export async function untilAnswers(url: string): Promise<void> {
	for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await pause(100)) {
		const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
		if (response?.ok) return;
	}
	throw new Error(`${url} does not answer; see the logs`);
}

async function startVictim(folder: string, undo: (() => Promise<unknown>)[]): Promise<VictimDatabase> {
	const victim = await VictimDatabase.start(join(folder, "desk-postgres"));
	undo.push(() => victim.stop());
	await migrate(openDatabase(victim.pool), victim.pool);
	return victim;
}

/** Never killed, so it need not wait for a disk: its ledger and its request log are the truth for the verdict. */
async function startBooks(folder: string, undo: (() => Promise<unknown>)[]): Promise<{ url: string; pool: Pool }> {
	const server = await startEmbeddedPostgres(join(folder, "service-postgres"));
	undo.push(() => server.stop());
	const url = await server.databaseUrl("service");
	const pool = openPool(url, { application_name: "torture" });
	undo.push(() => pool.end());
	await pool.query("alter system set fsync = off");
	await pool.query("select pg_reload_conf()");
	return { url, pool };
}

async function planPrograms(folder: string, databaseUrl: string, random: Random) {
	const [port, otherPort, sandboxPort] = [await freePort(), await freePort(), await freePort()];
	const origins: readonly [string, string] = [`http://localhost:${port}`, `http://localhost:${otherPort}`];
	const sandboxOrigin = `http://localhost:${sandboxPort}`;
	const dataDir = join(folder, "data");
	const logFolder = join(folder, "logs");
	for (const needed of [dataDir, logFolder]) mkdirSync(needed, { recursive: true });
	const env: NodeJS.ProcessEnv = {
		PATH: process.env.PATH,
		HOME: process.env.HOME,
		...passedOn(),
		NODE_ENV: "production",
		NEXT_TELEMETRY_DISABLED: "1",
		DATABASE_URL: databaseUrl,
		DATA_DIR: dataDir,
		HOST: "localhost",
		PORT: String(port),
		APP_ORIGIN: origins[0],
		SESSION_PASSWORD: randomBytes(32).toString("hex"),
		MOMO_BASE_URL: `${sandboxOrigin}/api/v1/`,
		MOMO_API_KEY: "torture-key",
		MOMO_API_SECRET: "torture-secret",
		// Empty, not absent: the `.env` of the person who runs this fills only what is absent.
		MOMO_API_KEY_FILE: "",
		MOMO_API_SECRET_FILE: "",
		SESSION_PASSWORD_FILE: "",
		DATABASE_URL_FILE: "",
		MOMO_IS_SANDBOX: "1",
		PAYOUT_LANES: String(LANES),
		WALLET_CURRENCIES: Object.values(WALLETS).join(","),
		BUSINESS_NAME: "Maison Baobab",
		SANDBOX_PORT: String(sandboxPort),
		SANDBOX_AUTOPILOT: "off",
		SANDBOX_SPEED: "5",
		LOG_LEVEL: "info",
	};
	return {
		origins,
		sandboxOrigin,
		dataDir,
		port: (web: 0 | 1) => ({ PORT: String([port, otherPort][web]) }),
		program(name: string, program: "sandbox" | "web" | "worker", own: Record<string, string> = {}) {
			const logFile = join(logFolder, `${name.replace(" ", "-")}.log`);
			const restartMs = () => random.between(100, 800);
			return new KeptProgram({ name, file: `server/cli/${program}.ts`, env: { ...env, ...own }, logFile, restartMs });
		},
	};
}
