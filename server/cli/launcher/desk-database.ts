/** The database that a program uses: DATABASE_URL's or the embedded one. */
import { join, resolve } from "node:path";
import { DATABASE_NAME } from "#server/cli/launcher/launch-postgres.ts";
import { VARIABLE_OF } from "#server/cli/launcher/program-databases.ts";
import { ConfigError } from "#server/config.ts";
import { databaseAddresses } from "#server/environment/database-addresses.ts";
import { type Environment, readSecret } from "#server/environment/read-secret.ts";
import { UserFacingError } from "#server/errors.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { isElsewhere, takeFolderLock } from "#server/store/embedded/folder-lock.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";

export interface DeskDatabaseOptions {
	/** The program's name, shown when the folder is in use. */
	program: string;
	/** Requires that nothing else runs on DATA_DIR. Throws a UserFacingError when something does. */
	alone?: boolean;
}

/** Opens the desk's database for another program, and starts the embedded one when it does not run. */
export async function withDeskDatabase<T>(
	env: NodeJS.ProcessEnv,
	{ program, alone = false }: DeskDatabaseOptions,
	run: (databaseUrl: string) => Promise<T>,
): Promise<T> {
	const given = givenDatabase(env);
	if (given && !alone) return run(given);
	const dataDir = resolve(env.DATA_DIR || ".data");
	// Held during the work, so that no launcher begins to use a server that we will stop.
	const taken = await takeFolderLock(dataDir, "launcher", program);
	if (alone && "holder" in taken)
		throw new UserFacingError(
			`Cauri runs on ${dataDir} (npm run ${taken.holder.program}, process ${taken.holder.pid}). Stop it first.`,
		);
	if (!given && "holder" in taken && isElsewhere(taken.holder))
		throw new UserFacingError(
			`Cauri runs on ${dataDir} in another container or on another machine (npm run ${taken.holder.program}). A second PostgreSQL on its files would damage them: run this there.`,
		);
	const lock = "lock" in taken ? taken.lock : null;
	try {
		if (given) return await run(given);
		const server = await startEmbeddedPostgres(join(dataDir, "postgres"));
		try {
			return await run(await server.databaseUrl(DATABASE_NAME));
		} finally {
			// Without the lock a launcher is running and owns the server, even if we started it.
			if (server.startedHere && lock) await server.stop();
		}
	} finally {
		lock?.release();
	}
}

/** The database of DATABASE_URL or DATABASE_URL_FILE, past a pooler; null: the embedded one. Throws ConfigError. */
export function givenDatabase(env: Environment): string | null {
	const faults: string[] = [];
	const { direct } = databaseAddresses(env, readSecret(env, "DATABASE_URL", faults), faults);
	if (faults.length > 0) throw new ConfigError(faults);
	return direct || null;
}

/** Sets an absent DATABASE_URL when the embedded server runs, with the program's role; else the environment check reports it. */
export async function adoptEmbeddedDatabase(env: NodeJS.ProcessEnv, program?: DeskProgram): Promise<void> {
	if (env.DATABASE_URL || env.DATABASE_URL_FILE) return;
	const url = await findEmbeddedPostgres(join(resolve(env.DATA_DIR || ".data"), "postgres"), DATABASE_NAME, program);
	if (url) env.DATABASE_URL = url;
}

/** For a program that is started alone: uses its own address when one is set. */
export function takeOwnDatabase(env: NodeJS.ProcessEnv, program: DeskProgram): void {
	const own = env[VARIABLE_OF[program]];
	if (own) Object.assign(env, { DATABASE_URL: own, DATABASE_URL_FILE: "" });
	for (const name of Object.values(VARIABLE_OF)) delete env[name];
}
