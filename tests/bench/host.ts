/** Started by `side.ts` in a checkout: runs that checkout's desk on a PostgreSQL of its own with durable commits. */
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";

export type HostCall =
	| { call: "start" | "webPid" | "stop" }
	| { call: "restartWeb"; environment?: Record<string, string> }
	| { call: "addPerson"; name: string };

export interface HostSays {
	fault?: string;
	origin?: string;
	databaseUrl?: string;
	environment?: string;
	email?: string;
	password?: string;
	pid?: number;
	ms?: number;
}

/** Imports the checkout's own code. Older versions may have it elsewhere, so the newest path comes first. */
async function own<T>(...paths: string[]): Promise<T> {
	const path = paths.find((each) => existsSync(each));
	if (!path) throw new Error(`${process.cwd()} has none of ${paths.join(", ")}`);
	return import(pathToFileURL(join(process.cwd(), path)).href);
}

const [logFolder = ""] = process.argv.slice(2);
const { startTestPostgres, runAsAdmin } = await own<typeof import("#tests/support/database/postgres-server.ts")>(
	"tests/support/database/postgres-server.ts",
	"tests/support/postgres-server.ts",
);
const { startStack } = await own<typeof import("#tests/support/browser/stack.ts")>(
	"tests/support/browser/stack.ts",
	"tests/support/stack.ts",
);
type Create = typeof import("#server/cli/member/create-as-owner.ts").createAsOwner;
const { createAsOwner, createMember } = await own<{ createAsOwner?: Create; createMember?: Create }>(
	"server/cli/member/create-as-owner.ts",
	"server/access/create-member.ts",
);
const create = createAsOwner ?? createMember;
const { systemClock } = await own<typeof import("#server/context.ts")>("server/context.ts");

const postgres = await startTestPostgres({ onDisk: true });
// Durable as in production, because the cost of a commit is part of the measurement.
for (const setting of ["fsync", "full_page_writes"])
	await runAsAdmin(postgres.adminUrl, `alter system set ${setting} = on`);
await runAsAdmin(postgres.adminUrl, "select pg_reload_conf()");
const desk = await startStack({
	...{ ...postgres, canary: "bench-secret", logFolder, name: "bench" },
	environment: {
		NODE_OPTIONS: `--import=${new URL("./watch-stalls.ts", import.meta.url).pathname}`,
		STALLS_FOLDER: logFolder,
		// The guessing clients name their address in `X-Forwarded-For`.
		TRUSTED_PROXIES: "127.0.0.1,::1",
		LOG_LEVEL: "info",
	},
});

process.on("message", async (call: HostCall) => {
	if (call.call === "stop") {
		await desk.stop();
		await postgres.stop();
		process.exit(0);
	}
	process.send?.(await answer(call).catch((error: unknown): HostSays => ({ fault: String(error) })));
});

async function answer(call: HostCall): Promise<HostSays> {
	if (call.call === "start") return { origin: desk.origin, databaseUrl: desk.databaseUrl, environment: await looked() };
	if (call.call === "webPid") return { pid: webPid() };
	if (call.call === "addPerson") {
		const [email, password] = [`${call.name}@cauri.example`, `kapok-${randomBytes(9).toString("hex")}`];
		await create?.(desk.database, systemClock, { email, name: call.name, role: "admin", password });
		return { email, password };
	}
	await desk.killWeb();
	const began = performance.now();
	await desk.startWeb(call.call === "restartWeb" ? call.environment : undefined);
	return { ms: performance.now() - began };
}

/** Returns the environment once the worker has read both wallets. */
async function looked(): Promise<string> {
	for (;;) {
		const { rows } = await desk.pool.query<{ environment: string }>(
			"select environment from movement_sync where synced_at is not null",
		);
		if (rows.length > 1) return rows[0]?.environment ?? "";
		await pause(100);
	}
}

function webPid(): number {
	const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	const found = pids.find((pid) => {
		try {
			const parent = / (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) \w/s, ""))?.[1];
			return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("cli/web.ts");
		} catch {
			return false;
		}
	});
	return Number(found ?? 0);
}
