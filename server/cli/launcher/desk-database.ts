import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { VARIABLE_OF } from "#server/cli/launcher/database-accounts.ts";
import { DATABASE_NAME } from "#server/cli/launcher/launch-postgres.ts";
import { ConfigError } from "#server/config.ts";
import { databaseAddresses } from "#server/environment/database-addresses.ts";
import { type Environment, readSecret } from "#server/environment/read-secret.ts";
import { UserFacingError } from "#server/errors.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { isElsewhere, takeFolderLock } from "#server/store/embedded/folder-lock.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";

interface DatabaseUse {
	program: string;
	/** True to throw a UserFacingError while another launcher or tool runs on DATA_DIR. */
	alone?: boolean;
	/** If true and DATA_DIR has no embedded database, makes one; otherwise its absence throws a UserFacingError. */
	creates?: boolean;
}

/** Calls `run` with the address in DATABASE_URL, else with that of the embedded database, which runs at least until `run` ends. */
export async function withDeskDatabase<T>(
	env: NodeJS.ProcessEnv,
	{ program, alone = false, creates = false }: DatabaseUse,
	run: (databaseUrl: string) => Promise<T>,
): Promise<T> {
	const given = givenDatabase(env);
	if (given && !alone) return run(given);
	const dataDir = resolve(env.DATA_DIR || ".data");
	if (!given && !creates && !existsSync(join(dataDir, "postgres", "password")))
		throw new UserFacingError(`${dataDir} has no database of Cauri. Set DATA_DIR to the folder that npm start uses.`);
	// The lock is held until `run` ends, so that no launcher begins to use a server that we are about to stop.
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
			// When a launcher or tool holds the lock, it may use the server even if we started it, so the server stays.
			if (server.startedHere && lock) await server.stop();
		}
	} finally {
		lock?.release();
	}
}

/** Returns PostgreSQL's own address, past any pooler; null without DATABASE_URL, which means the embedded server. Throws ConfigError. */
export function givenDatabase(env: Environment): string | null {
	const faults: string[] = [];
	const { direct } = databaseAddresses(env, readSecret(env, "DATABASE_URL", faults), faults);
	if (faults.length > 0) throw new ConfigError(faults);
	return direct || null;
}

/** Puts the program's own address, DATABASE_WEB_URL or DATABASE_WORKER_URL, into DATABASE_URL when it is set. Throws ConfigError. */
export function takeOwnDatabase(env: NodeJS.ProcessEnv, program: DeskProgram): void {
	const faults: string[] = [];
	const own = readSecret(env, VARIABLE_OF[program], faults);
	if (faults.length > 0) throw new ConfigError(faults);
	if (own) Object.assign(env, { DATABASE_URL: own, DATABASE_URL_FILE: "" });
	// Deletes both variables, because this account may not be able to read the other program's file.
	for (const name of Object.values(VARIABLE_OF)) for (const each of [name, `${name}_FILE`]) delete env[each];
}
