/** One version of the desk under measurement. Its programs run from its own checkout, so that two versions can be compared. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openPool } from "#server/store/database.ts";
import { signInOnce } from "#tests/bench/hammer-sign-in.ts";
import type { HostCall, HostSays } from "#tests/bench/host.ts";

export type Side = Awaited<ReturnType<typeof openSide>>;

/** `name`: the column head of the table. `logFolder`: in it the programs write their stalls. `cookie`: of an admin's session. */
export async function openSide(name: string, checkout: string, logFolder: string) {
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
		/** Kills the web program and starts it with `given` added; resolves with the milliseconds until its first answer. */
		restartWeb: async (given: Record<string, string> = {}) =>
			(await ask({ call: "restartWeb", environment: given })).ms ?? 0,
		/** The web program's memory in megabytes: now, and its peak since the start. */
		async webMemory() {
			const status = readFileSync(`/proc/${await webPid()}/status`, "utf8");
			const of = (word: string) => Number(new RegExp(`${word}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_000;
			return { now: of("VmRSS"), peak: of("VmHWM") };
		},
		/** Fetches with the session's cookie, and throws unless the answer is 2xx. Resolves with the body's length. */
		async get(path: string) {
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
