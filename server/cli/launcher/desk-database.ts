/** The database that the desk uses, for a program beside it: DATABASE_URL's, or the embedded one, started when it does not live. */
import { join, resolve } from "node:path";
import { givenDatabase } from "#server/cli/launcher/given-database.ts";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { DATABASE_NAME } from "#server/cli/launcher/launch-postgres.ts";
import { startEmbeddedPostgres } from "#server/store/embedded-postgres.ts";
import { takeFolderLock } from "#server/store/folder-lock.ts";

export interface DeskDatabaseOptions {
	/** Name of the program, for whoever finds the folder taken. */
	program: string;
	/** Nothing else may run on DATA_DIR meanwhile. Throws a LaunchError when something does. */
	alone?: boolean;
}

/** The schema is left as it is. */
export async function withDeskDatabase<T>(
	env: NodeJS.ProcessEnv,
	{ program, alone = false }: DeskDatabaseOptions,
	run: (databaseUrl: string) => Promise<T>,
): Promise<T> {
	const given = givenDatabase(env);
	if (given && !alone) return run(given);
	const dataDir = resolve(env.DATA_DIR || ".data");
	// Held while we work, so that no launcher begins to rely on a server that we are about to stop.
	const taken = await takeFolderLock(dataDir, "launcher", program);
	if (alone && "holder" in taken)
		throw new LaunchError(
			`Cauri runs on ${dataDir} (npm run ${taken.holder.program}, process ${taken.holder.pid}). Stop it first.`,
		);
	const lock = "lock" in taken ? taken.lock : null;
	try {
		if (given) return await run(given);
		const server = await startEmbeddedPostgres(join(dataDir, "postgres"));
		try {
			return await run(await server.databaseUrl(DATABASE_NAME));
		} finally {
			// Without the lock a launcher lives, and the server is its own, whoever was first to start it.
			if (server.startedHere && lock) await server.stop();
		}
	} finally {
		lock?.release();
	}
}
