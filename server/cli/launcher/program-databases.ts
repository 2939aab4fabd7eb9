import { join } from "node:path";
import { DATABASE_NAME } from "#server/cli/launcher/launch-postgres.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { readSecret } from "#server/environment/read-secret.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";

/** Variables with a program's own address, for a database that is not the embedded one. */
export const VARIABLE_OF = { web: "DATABASE_WEB_URL", worker: "DATABASE_WORKER_URL" } as const;

/** Returns the environments of web and worker, each with its own database account if it has one. `owner`: the migration's address. */
export async function programDatabases(
	env: NodeJS.ProcessEnv,
	{ owner, dataDir, embedded }: { owner: string; dataDir: string; embedded: boolean },
): Promise<Record<DeskProgram, NodeJS.ProcessEnv>> {
	const address = async (program: DeskProgram): Promise<string> => {
		if (!embedded) return readSecret(env, VARIABLE_OF[program], []) || owner;
		const server = await startEmbeddedPostgres(join(dataDir, "postgres"));
		return server.programUrl(DATABASE_NAME, program);
	};
	const [web, worker] = [await address("web"), await address("worker")];
	if (web === owner || worker === owner)
		complain('Web and worker use the database as its owner. To give them less: docs/operate.md, "The database".');
	// Empty, not absent: the programs read `.env`, which fills only absent variables.
	const own = (url: string) => ({
		...env,
		DATABASE_URL: url,
		DATABASE_URL_FILE: "",
		DATABASE_WEB_URL: "",
		DATABASE_WEB_URL_FILE: "",
		DATABASE_WORKER_URL: "",
		DATABASE_WORKER_URL_FILE: "",
		...(embedded ? { DATABASE_DIRECT_URL: "", DATABASE_DIRECT_URL_FILE: "" } : {}),
	});
	return { web: own(web), worker: own(worker) };
}
