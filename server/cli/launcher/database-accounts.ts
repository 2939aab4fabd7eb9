import type { LaunchedDatabase } from "#server/cli/launcher/launch-postgres.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { directAddress } from "#server/environment/database-addresses.ts";
import { readSecret, withoutSecrets } from "#server/environment/read-secret.ts";
import { UserFacingError } from "#server/errors.ts";
import { withClient } from "#server/store/embedded/postgres-server.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";

/** Variables with a program's own address, for a database that is not the embedded one. */
export const VARIABLE_OF = { web: "DATABASE_WEB_URL", worker: "DATABASE_WORKER_URL" } as const;

/**
 * Returns the environments of web and worker, each with its own database account if it has one. `owner`: the migration's address. Throws a
 * UserFacingError for an account that cannot sign in: otherwise the start would wait for a program that never becomes ready.
 */
export async function withDatabaseAccounts(
	env: NodeJS.ProcessEnv,
	{ owner, embedded }: { owner: string; embedded: LaunchedDatabase | null },
): Promise<Record<DeskProgram, NodeJS.ProcessEnv>> {
	const address = async (program: DeskProgram) =>
		embedded ? embedded.programUrl(program) : (await givenAddress(env, VARIABLE_OF[program])) || owner;
	const [web, worker] = [await address("web"), await address("worker")];
	if (web === owner || worker === owner)
		complain('Web and worker use the database as its owner. To restrict them: docs/operate.md, "The database".');
	const own = (url: string) => ({
		...env,
		...withoutSecrets("DATABASE_URL", ...Object.values(VARIABLE_OF)),
		...(embedded ? withoutSecrets("DATABASE_DIRECT_URL") : {}),
		DATABASE_URL: url,
	});
	return { web: own(web), worker: own(worker) };
}

async function givenAddress(env: NodeJS.ProcessEnv, variable: (typeof VARIABLE_OF)[DeskProgram]): Promise<string> {
	const given = readSecret(env, variable, []);
	// PostgreSQL's own address, because a pooler may serve the web program alone.
	const direct = directAddress(given, readSecret(env, "DATABASE_DIRECT_URL", []));
	if (given)
		await withClient(direct, () => Promise.resolve()).catch((cause: NodeJS.ErrnoException) => {
			const reason = cause.message || cause.code;
			throw new UserFacingError(`The database of ${variable} cannot be used: ${reason}.`, { cause });
		});
	return given;
}
