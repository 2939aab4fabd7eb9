/** The programs of the house as a launcher starts them. */
import type { Program } from "#server/cli/launcher/children.ts";
import { withCompiled } from "#server/cli/launcher/keep-compiled.ts";

// V8 lets garbage lie as long as the machine has room: fifty readers at once filled 600 MB where 90 were in use. Eight exports of 250,000
// lines beside fifty readers, fifty streams and eight sign-ins had 162 MB that live: more than twice that, since who meets the limit dies.
// Eight pages that are drawn at once do not fit into a nursery of 8 MB, and what is moved out of it too early costs up to a tenth of a page.
const WEB_MEMORY = ["--max-semi-space-size=16", "--max-old-space-size=384"];
// glibc gives each thread its own pools and keeps what they once held: 20 MB of 320 under fifty readers.
const WEB_POOLS = { MALLOC_ARENA_MAX: "2" };

export function webProgram(env: NodeJS.ProcessEnv): Program {
	const args = [...WEB_MEMORY, "server/cli/web.ts"];
	return { name: "web", args, env: { ...WEB_POOLS, ...withCompiled(env) }, graceMs: 20_000 };
}

// A mirror of a million lines passes through as short-lived objects: a small nursery keeps the worker below 250 MB.
const WORKER_MEMORY = "--max-semi-space-size=4";

/** A POST on the wire may take 120 s; the worker lets it end before it goes. */
export function workerProgram(env: NodeJS.ProcessEnv, options: { watch?: boolean } = {}): Program {
	const watch = options.watch ? ["--watch", "--watch-preserve-output"] : [];
	const args = [WORKER_MEMORY, ...watch, "server/cli/worker.ts"];
	return { name: "worker", args, env, graceMs: 140_000, knownSecrets: options.watch ?? false };
}

export function sandboxProgram(env: NodeJS.ProcessEnv): Program {
	return { name: "sandbox", args: ["server/cli/sandbox.ts"], env, graceMs: 10_000 };
}
