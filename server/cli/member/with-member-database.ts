/** Opens the database that the desk uses, brought level: DATABASE_URL's, or the embedded one, started when it does not live. */
import { join, resolve } from "node:path";
import { DATABASE_NAME } from "#server/cli/launcher/launch-postgres.ts";
import { migrateDatabase } from "#server/cli/launcher/migrate-database.ts";
import { type Database, openDatabase, openPool } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded-postgres.ts";
import { takeFolderLock } from "#server/store/folder-lock.ts";

export type MemberTask = (database: Database) => Promise<string>;

export async function withMemberDatabase(env: NodeJS.ProcessEnv, task: MemberTask): Promise<string> {
	return env.DATABASE_URL ? onDatabase(env.DATABASE_URL, task) : onEmbedded(resolve(env.DATA_DIR || ".data"), task);
}

async function onDatabase(url: string, task: MemberTask): Promise<string> {
	await migrateDatabase(url);
	const pool = openPool(url, { application_name: "cauri-member", max: 2 });
	try {
		return await task(openDatabase(pool));
	} finally {
		await pool.end();
	}
}

async function onEmbedded(dataDir: string, task: MemberTask): Promise<string> {
	// Held while we work, so that no launcher begins to rely on a server that we are about to stop.
	const taken = await takeFolderLock(dataDir, "launcher", "member");
	const lock = "lock" in taken ? taken.lock : null;
	try {
		const server = await startEmbeddedPostgres(join(dataDir, "postgres"));
		try {
			return await onDatabase(await server.databaseUrl(DATABASE_NAME), task);
		} finally {
			// Without the lock a launcher lives, and the server is its own, whoever was first to start it.
			if (server.startedHere && lock) await server.stop();
		}
	} finally {
		lock?.release();
	}
}
