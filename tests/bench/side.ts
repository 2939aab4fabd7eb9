/** One version of the desk under measurement. Its programs run from its own checkout, so that two versions can be compared. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import { openPool } from "#server/store/database.ts";
import { signInOnce } from "#tests/bench/hammer-sign-in.ts";
import type { HostCall, HostSays } from "#tests/bench/host.ts";

export interface Side {
	/** The column head of the table. */
	name: string;
	origin: string;
	pool: Pool;
	/** The cookie of an admin's session. */
	cookie: string;
	/** The folder in which the programs write their stalls. */
	logFolder: string;
	environment: string;
	addPerson(name: string): Promise<{ email: string; password: string }>;
	/** Kills the web program and starts it with `environment` added; resolves with the milliseconds until its first answer. */
	restartWeb(environment?: Record<string, string>): Promise<number>;
	webPid(): Promise<number>;
	/** The web program's memory in megabytes: now, and its peak since the start. */
	webMemory(): Promise<{ now: number; peak: number }>;
	/** Fetches with the session's cookie, and throws unless the answer is 2xx. Resolves with the body's length. */
	get(path: string): Promise<number>;
	close(): Promise<void>;
}

export async function openSide(name: string, checkout: string, logFolder: string): Promise<Side> {
	const child = fork(fileURLToPath(new URL("./host.ts", import.meta.url)), [logFolder], { cwd: checkout });
	// One listener for all requests: a listener per request would stay until the end.
	const gone = once(child, "exit");
	const ended = gone.then(() => Promise.reject(new Error(`the desk of ${checkout} ended; see ${logFolder}`)));
	ended.catch(() => undefined);
	const ask = async (call: HostCall): Promise<HostSays> => {
		child.send(call);
		const [said] = (await Promise.race([once(child, "message"), ended])) as [HostSays];
		if (said.fault) throw new Error(said.fault);
		return said;
	};
	const { origin = "", databaseUrl = "", environment = "" } = await ask({ call: "start" });
	const pool = openPool(databaseUrl);
	const addPerson = async (of: string) => {
		const { email = "", password = "" } = await ask({ call: "addPerson", name: of });
		return { email, password };
	};
	const webPid = async () => (await ask({ call: "webPid" })).pid ?? 0;
	const signIn = await signInOnce(origin, await addPerson("bench"));
	const cookie = signIn.headers.get("set-cookie")?.split(";")[0] ?? "";
	return {
		...{ name, origin, pool, cookie, logFolder, environment, addPerson, webPid },
		restartWeb: async (given = {}) => (await ask({ call: "restartWeb", environment: given })).ms ?? 0,
		async webMemory() {
			const status = readFileSync(`/proc/${await webPid()}/status`, "utf8");
			const of = (word: string) => Number(new RegExp(`${word}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_000;
			return { now: of("VmRSS"), peak: of("VmHWM") };
		},
		async get(path) {
			const response = await fetch(origin + path, { headers: { cookie } });
			if (!response.ok) throw new Error(`${path}: ${response.status}`);
			return (await response.arrayBuffer()).byteLength;
		},
		async close() {
			await pool.end();
			child.send({ call: "stop" } satisfies HostCall);
			await gone;
		},
	};
}
