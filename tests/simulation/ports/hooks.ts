/** Loaded by `node --import`: files, timers and ids of the verbs become ports of the simulation; mutations change their text. */
import { registerHooks } from "node:module";

const PORTS: Record<string, string> = {
	"node:fs/promises": new URL("./files.ts", import.meta.url).href,
	"node:timers/promises": new URL("./timers.ts", import.meta.url).href,
	"#server/store/listen.ts": new URL("./listen.ts", import.meta.url).href,
	ulid: new URL("./ids.ts", import.meta.url).href,
};

interface Edit {
	/** End of the file's path. */
	file: string;
	find: string;
	replace: string;
}

const edits = JSON.parse(process.env.SIMULATION_EDITS ?? "[]") as Edit[];
const VERBS = /\/server\/(payments|store|worker|continuity)\//;

registerHooks({
	resolve(specifier, context, next) {
		const port = VERBS.test(context.parentURL ?? "") ? PORTS[specifier] : undefined;
		return port ? { url: port, shortCircuit: true } : next(specifier, context);
	},
	load(url, context, next) {
		const loaded = next(url, context);
		const wanted = edits.filter(({ file }) => url.endsWith(file));
		if (wanted.length === 0) return loaded;
		const source = wanted.reduce((text, { file, find, replace }) => {
			if (!text.includes(find)) throw new Error(`the mutation does not find its text in ${file}`);
			return text.replace(find, () => replace);
		}, String(loaded.source));
		return { ...loaded, source };
	},
});
