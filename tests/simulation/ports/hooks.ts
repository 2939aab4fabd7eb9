/** Loaded by `node --import`: replaces files, timers and ids of the verbs with ports of the simulation, and applies the mutation. */
import { registerHooks } from "node:module";
import { edited } from "#tests/simulation/mutations/apply-edits.ts";

const PORTS: Record<string, string> = {
	"node:fs/promises": new URL("./files.ts", import.meta.url).href,
	"node:timers/promises": new URL("./timers.ts", import.meta.url).href,
	"#lib/with-timeout.ts": new URL("./with-timeout.ts", import.meta.url).href,
	"#server/store/listen.ts": new URL("./listen.ts", import.meta.url).href,
	ulid: new URL("./ids.ts", import.meta.url).href,
};

const VERBS = /\/server\/(payments|store|worker|continuity)\//;

registerHooks({
	resolve(specifier, context, next) {
		const port = VERBS.test(context.parentURL ?? "") ? PORTS[specifier] : undefined;
		return port ? { url: port, shortCircuit: true } : next(specifier, context);
	},
	load(url, context, next) {
		const loaded = next(url, context);
		const source = edited(url, () => String(loaded.source));
		return source === null ? loaded : { ...loaded, source };
	},
});
