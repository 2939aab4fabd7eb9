/** Next reads `.env` again, puts into `process.env` what was taken out of it, and keeps the file's text: it finds none. */
import { createRequire } from "node:module";
import { join } from "node:path";

// The module that Next itself uses, wherever it is installed.
const nextEnv: string = "@next/env";

/** Before Next is loaded: what is read first counts for the life of the process. */
export function closeEnvFiles(): void {
	const { loadEnvConfig } = createRequire(import.meta.resolve("next"))(nextEnv);
	loadEnvConfig(join(import.meta.dirname, "no-such-folder"), false);
}
