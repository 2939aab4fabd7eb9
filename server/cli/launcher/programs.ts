import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { Program } from "#server/cli/launcher/children.ts";
import { withCompileCache } from "#server/cli/launcher/compile-cache.ts";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { WITHOUT_KEYS } from "#server/environment/key-files.ts";
import { UserFacingError } from "#server/errors.ts";

// At peak load (eight 250,000-line exports, fifty readers and streams, eight sign-ins) 162 MB were live; the limit is over twice
// that, since reaching it kills the process. A nursery of 8 MB is too small for eight pages at once: up to a tenth slower.
const WEB_MEMORY = ["--max-semi-space-size=16", "--max-old-space-size=384"];
// glibc keeps freed memory in an arena per thread; two arenas save 20 MB of 320 under fifty readers.
const WEB_POOLS = { MALLOC_ARENA_MAX: "2" };

export function webProgram(env: NodeJS.ProcessEnv): Program {
	const args = [...WEB_MEMORY, "server/cli/web.ts"];
	return { name: "web", args, env: { ...WEB_POOLS, ...withCompileCache(env), ...WITHOUT_KEYS }, graceMs: 20_000 };
}

// The sync of a million lines makes short-lived objects: a nursery of 4 MB keeps the worker below 250 MB.
const WORKER_MEMORY = "--max-semi-space-size=4";

/** The worker has 140 s to end, because it waits for a POST under way, which may take 120 s. */
export function workerProgram(env: NodeJS.ProcessEnv, options: { watch?: boolean } = {}): Program {
	const watch = options.watch ? ["--watch", "--watch-preserve-output"] : [];
	const args = [WORKER_MEMORY, ...watch, "server/cli/worker.ts"];
	return {
		name: "worker",
		args,
		env: withCompileCache(env),
		graceMs: 140_000,
		keepsSecretsInEnvironment: options.watch ?? false,
	};
}

export function sandboxProgram(env: NodeJS.ProcessEnv): Program {
	return { name: "sandbox", args: ["server/cli/sandbox.ts"], env, graceMs: 10_000 };
}

const POLL_MS = 100;
const ANSWER_LIMIT_MS = 5_000;

/** Throws a UserFacingError that names `what` after `limitMs`; also throws when the launch ends. */
export async function waitUntilReady(launch: Launch, what: string, url: string, limitMs: number, isReady = () => true) {
	const deadline = Date.now() + limitMs;
	let last = "no answer";
	while (Date.now() < deadline) {
		launch.signal.throwIfAborted();
		try {
			const { status, body } = await readLocally(url);
			if (status === 200 && isReady()) return;
			last = status === 200 ? "its worker takes no jobs" : `HTTP ${status} ${body.slice(0, 200)}`;
		} catch (error) {
			last = error instanceof Error ? error.message : "no answer";
		}
		await pause(POLL_MS);
	}
	throw new UserFacingError(`The ${what} was not ready in ${limitMs / 1000} seconds (${last}).`);
}

/** Uses `http.get` and not `fetch`, whose code would take 10 MB of the launcher's memory. */
async function readLocally(url: string): Promise<{ status: number | undefined; body: string }> {
	const request = get(url, { agent: false, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
	const [response] = (await once(request, "response")) as [IncomingMessage];
	return { status: response.statusCode, body: await text(response) };
}

export function localOrigin(host: string | undefined, port: number): string {
	const everywhere = !host || ["localhost", "0.0.0.0", "::"].includes(host);
	const name = everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
	return `http://${name}:${port}`;
}
