/** What V8 compiled at one start is read at the next: half of the time in which a program loads is the compiling of its modules. */
import { enableCompileCache, flushCompileCache } from "node:module";
import { resolve } from "node:path";

/** In the data folder, where this account alone writes. As whoever the program stays, and before it loads what is large. */
export function keepCompiled(dataDir: string | undefined): void {
	enableCompileCache(compiledFolder(dataDir));
}

/** Beside the environment of a program that starts as whoever it stays: then its first file is kept too, without types and their parser. */
export function withCompiled(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return { ...env, NODE_COMPILE_CACHE: compiledFolder(env.DATA_DIR) };
}

function compiledFolder(dataDir: string | undefined): string {
	return resolve(dataDir?.trim() || ".data", "compiled");
}

/** Once what is needed first has been loaded; whoever is killed later has kept it. */
export function flushCompiled(): void {
	flushCompileCache();
}
