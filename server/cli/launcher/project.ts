import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { HeadPlaces } from "#server/store/durable-file.ts";

export const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

export const ENV_FILE = join(PROJECT, ".env");

/** Loads `.env`. Existing environment variables take precedence. A file that this account may not read is ignored. */
export function loadEnvFile(): void {
	// If a demo took HEAD_DIR from a business's `.env`, the business's desk would assume a copy of its database and hold its payouts.
	if (process.env.MOMO_IS_SANDBOX === "1") return;
	try {
		process.loadEnvFile(ENV_FILE);
	} catch (error) {
		if (!["ENOENT", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
	}
}

export function headPlaces({ DATA_DIR, HEAD_DIR }: NodeJS.ProcessEnv): HeadPlaces {
	return { dataDir: resolve(DATA_DIR || ".data"), headDir: HEAD_DIR?.trim() ? resolve(HEAD_DIR.trim()) : null };
}
