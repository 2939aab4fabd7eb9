/** The programs of the house as a launcher starts them. */
import type { Program } from "#server/cli/launcher/children.ts";

export function webProgram(env: NodeJS.ProcessEnv): Program {
	return { name: "web", args: ["server/cli/web.ts"], env, graceMs: 20_000 };
}

/** A POST on the wire may take 120 s; the worker lets it end before it goes. */
export function workerProgram(env: NodeJS.ProcessEnv, options: { watch?: boolean } = {}): Program {
	const args = [...(options.watch ? ["--watch", "--watch-preserve-output"] : []), "server/cli/worker.ts"];
	return { name: "worker", args, env, graceMs: 140_000 };
}

export function sandboxProgram(env: NodeJS.ProcessEnv): Program {
	return { name: "sandbox", args: ["server/cli/sandbox.ts"], env, graceMs: 10_000 };
}
