/** Caches V8's compiled code between starts, which saves half of a program's loading time. */
import { enableCompileCache } from "node:module";
import { resolve } from "node:path";

/** Stores the cache in DATA_DIR, where only this account writes. Call it before large modules load. */
export function startCompileCache(dataDir: string | undefined): void {
	enableCompileCache(compiledFolder(dataDir));
}

/** Returns `env` with the cache's folder: Node then also caches the child's first file, and need not parse its types again. */
export function withCompileCache(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return { ...env, NODE_COMPILE_CACHE: compiledFolder(env.DATA_DIR) };
}

function compiledFolder(dataDir: string | undefined): string {
	return resolve(dataDir?.trim() || ".data", "compiled");
}
