/** Where this machine keeps what it knows outside of the database, for programs that need no other part of the environment. */
import { resolve } from "node:path";
import type { HeadPlaces } from "#server/store/head-file.ts";

export function headPlaces({ DATA_DIR, HEAD_DIR }: NodeJS.ProcessEnv): HeadPlaces {
	return { dataDir: resolve(DATA_DIR || ".data"), headDir: HEAD_DIR?.trim() ? resolve(HEAD_DIR.trim()) : null };
}
