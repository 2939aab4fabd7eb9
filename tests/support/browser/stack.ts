/** The whole product for browser tests: own database, sandbox, built web program and worker, on free ports. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { sandboxProgram, webProgram, workerProgram } from "#server/cli/launcher/programs.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { databaseUrl, programUrl, runAsAdmin } from "#tests/support/database/postgres-server.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { passedOn } from "#tests/support/programs/passed-on.ts";
import { type SandboxClient, sandboxClient } from "#tests/support/service/sandbox-client.ts";

/** A text, or a function of the sandbox's origin. */
export type ServiceUrl = string | ((sandboxOrigin: string) => string);

export interface StackOptions {
	adminUrl: string;
	template: string;
	/** The service's secret; no byte of it may leave the desk. */
	canary: string;
	logFolder: string;
	name: string;
	withPast?: boolean;
	/** Another service, or another address of the sandbox, with `/api/v1/`. */
	serviceUrl?: ServiceUrl;
	environment?: Record<string, string>;
	/** Requires a second factor of approvers and admins, like a new desk. */
	asksSecondFactor?: boolean;
}

export type Stack = Awaited<ReturnType<typeof startStack>>;

type Name = "sandbox" | "web" | "worker";

const READY_LIMIT_MS = 120_000;
// Started with the limits that a launcher sets.
const PROGRAMS = { web: webProgram, worker: workerProgram, sandbox: sandboxProgram };
const END_WITH_LAUNCHER = "./server/cli/launcher/end-with-launcher.ts";

export async function startStack(options: StackOptions) {
	// Letters alone: errors print the name, and eight digits in a log count as a phone number.
	const databaseName = `cauri_stack_${Array.from({ length: 12 }, () => String.fromCharCode(randomInt(97, 123))).join("")}`;
	const [serviceName, backupName] = [`${databaseName}_service`, `${databaseName}_backup`];
	const admin = (statement: string) => runAsAdmin(options.adminUrl, statement);
	await admin(`create database ${databaseName} template ${options.template} strategy file_copy`);
	await admin(`create database ${serviceName}`);
	const url = databaseUrl(options.adminUrl, databaseName);
	const pool = openPool(url);
	const [port, sandboxPort] = [await freePort(), await freePort()];
	const dataDir = mkdtempSync(join(tmpdir(), "cauri-stack-"));
	const origin = `http://localhost:${port}`;
	const sandboxOrigin = `http://localhost:${sandboxPort}`;
	const sessionPassword = randomBytes(32).toString("hex");
	const env = stackEnvironment({ ...options, url, dataDir, origin, port, sandboxOrigin, sandboxPort, sessionPassword });
	const programs = new Programs(env, databaseUrl(options.adminUrl, serviceName), options);

	const stack = {
		origin,
		sandboxOrigin,
		databaseUrl: url,
		pool,
		database: openDatabase(pool),
		dataDir,
		canary: options.canary,
		sessionPassword,
		/** kill -9. Resolves when the worker is gone and the desk treats it as away. */
		killWorker: async () => {
			await programs.end("worker", "SIGKILL");
			// A dead program counts as alive until its heartbeat is too old; tests do not wait for that.
			await pool.query("update worker set seen_at = seen_at - interval '40 seconds'");
		},
		/** SIGTERM: drains. Resolves when the worker is gone. */
		stopWorker: () => programs.end("worker", "SIGTERM"),
		/** Resolves when the desk sees the worker. */
		async startWorker() {
			const { rows } = await pool.query<{ now: string }>("select now()::text as now");
			programs.start("worker");
			await programs.untilReady("worker", `${origin}/readyz`);
			await untilFound(pool, "select from worker where started_at >= $1", [rows[0]?.now]);
		},
		webPid: () => programs.pidOf("web"),
		workerPid: () => programs.pidOf("worker"),
		killWeb: async () => {
			await programs.end("web", "SIGKILL");
			await pool.query("update program set seen_at = seen_at - interval '40 seconds' where kind = 'web'");
		},
		/** `environment`: added to the stack's, for this start. */
		async startWeb(environment?: Record<string, string>) {
			programs.start("web", environment);
			await programs.untilReady("web", `${origin}/healthz`);
		},
		/** Stops the service, so that connections are refused. Its database stays. */
		killSandbox: () => programs.end("sandbox", "SIGKILL"),
		async startSandbox() {
			programs.start("sandbox");
			await programs.untilReady("sandbox", `${sandboxOrigin}/healthz`);
		},
		/** Copies the desk's database, not the service's. Web and worker are down meanwhile. */
		async backUp() {
			await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName}'`);
			await admin(`create database ${backupName} template ${databaseName}`);
		},
		async restoreBackup() {
			await admin(`drop database ${databaseName} with (force)`);
			await admin(`alter database ${backupName} rename to ${databaseName}`);
		},
		async stop() {
			await Promise.all((["web", "worker", "sandbox"] as const).map((name) => programs.end(name, "SIGTERM")));
			await pool.end();
			for (const name of [databaseName, serviceName, backupName])
				await admin(`drop database if exists ${name} with (force)`);
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
	try {
		if (!options.asksSecondFactor) await askNoSecondFactor(stack.database);
		// It never asks the service, so it starts meanwhile.
		programs.start("web");
		await stack.startSandbox();
		await fillWallets(sandboxClient(sandboxOrigin), options.withPast ?? false);
		await stack.startWorker();
		// A worker's start opens a gap: until its first proof each page says so, and payouts wait.
		await untilFound(pool, "select where not exists (select from continuity_gap)");
		return stack;
	} catch (error) {
		await stack.stop();
		throw error;
	}
}

async function untilFound(pool: Pool, query: string, values: unknown[] = []): Promise<void> {
	for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await pause(100))
		if ((await pool.query(query, values)).rowCount) return;
	throw new Error(`the worker's start is not seen by ${query}; see its log`);
}

/** Before the worker's first balance reading, so that balances and mirrors are complete from the start. */
async function fillWallets(sandbox: SandboxClient, withPast: boolean): Promise<void> {
	if (withPast) await sandbox.seed();
	await sandbox.fund("XOF", "50000000");
	await sandbox.fund("XAF", "20000000");
}

interface StackPlan extends StackOptions {
	url: string;
	dataDir: string;
	origin: string;
	port: number;
	sandboxOrigin: string;
	sandboxPort: number;
	sessionPassword: string;
}

function stackEnvironment(plan: StackPlan): NodeJS.ProcessEnv {
	const { serviceUrl = (sandboxOrigin: string) => `${sandboxOrigin}/api/v1/` } = plan;
	return {
		PATH: process.env.PATH,
		HOME: process.env.HOME,
		...passedOn(),
		NODE_ENV: "production",
		NEXT_TELEMETRY_DISABLED: "1",
		DATABASE_URL: plan.url,
		DATA_DIR: plan.dataDir,
		HOST: "localhost",
		PORT: String(plan.port),
		APP_ORIGIN: plan.origin,
		SESSION_PASSWORD: plan.sessionPassword,
		MOMO_BASE_URL: typeof serviceUrl === "string" ? serviceUrl : serviceUrl(plan.sandboxOrigin),
		MOMO_API_KEY: "test-key",
		MOMO_API_SECRET: plan.canary,
		// Empty, not absent: a `.env` of the machine fills only what is absent.
		MOMO_API_KEY_FILE: "",
		MOMO_API_SECRET_FILE: "",
		SESSION_PASSWORD_FILE: "",
		DATABASE_URL_FILE: "",
		TIME_ZONE: "Africa/Abidjan",
		DEFAULT_LOCALE: "en",
		PAYOUT_LANES: "1",
		MOMO_IS_SANDBOX: "1",
		WALLET_CURRENCIES: "XOF,XAF",
		BUSINESS_NAME: "Maison Baobab",
		SANDBOX_PORT: String(plan.sandboxPort),
		// Payers act only when a test tells them to.
		SANDBOX_AUTOPILOT: "off",
		SANDBOX_SPEED: "5",
		LOG_LEVEL: "debug",
		...plan.environment,
	};
}

class Programs {
	readonly #env: NodeJS.ProcessEnv;
	readonly #serviceDatabaseUrl: string;
	readonly #options: StackOptions;
	readonly #running = new Map<Name, { child: ChildProcess; gone: Promise<void> }>();

	constructor(env: NodeJS.ProcessEnv, serviceDatabaseUrl: string, options: StackOptions) {
		this.#env = env;
		this.#serviceDatabaseUrl = serviceDatabaseUrl;
		this.#options = options;
		mkdirSync(options.logFolder, { recursive: true });
	}

	start(name: Name, environment: Record<string, string> = {}): void {
		const log = openSync(join(this.#options.logFolder, `${this.#options.name}-${name}.log`), "a");
		const env = name === "sandbox" ? this.#serviceEnvironment() : this.#deskEnvironment(name);
		const program = PROGRAMS[name]({ ...env, ...environment });
		const child = spawn(process.execPath, ["--import", END_WITH_LAUNCHER, ...program.args], {
			env: program.env,
			stdio: ["ignore", log, log, "ipc"],
		});
		const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
		this.#running.set(name, { child, gone });
	}

	pidOf(name: Name): number {
		return this.#running.get(name)?.child.pid ?? 0;
	}

	/** The sandbox refuses to start beside a remote service. */
	#serviceEnvironment(): NodeJS.ProcessEnv {
		return { ...this.#env, DATABASE_URL: this.#serviceDatabaseUrl, MOMO_BASE_URL: "http://localhost/api/v1/" };
	}

	/** Each program uses its own database role, so browser tests also cover its table rights. */
	#deskEnvironment(name: "web" | "worker"): NodeJS.ProcessEnv {
		return { ...this.#env, DATABASE_URL: programUrl(this.#env.DATABASE_URL ?? "", name) };
	}

	async end(name: Name, signal: NodeJS.Signals): Promise<void> {
		const running = this.#running.get(name);
		if (!running) return;
		this.#running.delete(name);
		running.child.kill(signal);
		const stubborn = setTimeout(() => running.child.kill("SIGKILL"), 20_000);
		await running.gone;
		clearTimeout(stubborn);
	}

	async untilReady(name: Name, url: string): Promise<void> {
		const deadline = Date.now() + READY_LIMIT_MS;
		while (Date.now() < deadline) {
			// A program that this one needs may have ended, such as web without a build.
			for (const [other, { child }] of this.#running)
				if (child.exitCode !== null) throw new Error(`${other} ended with ${child.exitCode}; see its log`);
			const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
			if (response?.ok) return;
			await pause(50);
		}
		throw new Error(`${name} is not ready (${url}); see its log`);
	}
}
