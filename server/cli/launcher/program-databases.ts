/** Web and worker each sign in to the database as themselves, with their own rights; its owner migrates, and runs nothing. */
import { join } from "node:path";
import { DATABASE_NAME } from "#server/cli/launcher/launch-postgres.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { startEmbeddedPostgres } from "#server/store/embedded-postgres.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";

/** Where an address of its own stands, for a database that is not the embedded one. */
const VARIABLE_OF: Record<DeskProgram, string> = { web: "DATABASE_WEB_URL", worker: "DATABASE_WORKER_URL" };

/** The environment of each program. `owner`: the address that the database was brought level with. */
export async function programDatabases(
	env: NodeJS.ProcessEnv,
	{ owner, dataDir, embedded }: { owner: string; dataDir: string; embedded: boolean },
): Promise<Record<DeskProgram, NodeJS.ProcessEnv>> {
	const address = async (program: DeskProgram): Promise<string> => {
		if (!embedded) return env[VARIABLE_OF[program]] || owner;
		const server = await startEmbeddedPostgres(join(dataDir, "postgres"));
		return server.programUrl(DATABASE_NAME, program);
	};
	const [web, worker] = [await address("web"), await address("worker")];
	if (web === owner || worker === owner)
		complain('Web and worker use the database as its owner. To give them less: README, "The database".');
	// Empty, not absent: a `.env` is read again by the programs, and fills only what is absent.
	const own = (url: string) => ({
		...env,
		DATABASE_URL: url,
		DATABASE_URL_FILE: "",
		DATABASE_WEB_URL: "",
		DATABASE_WORKER_URL: "",
	});
	return { web: own(web), worker: own(worker) };
}

/** For a program that is started alone: its own address where one is set. */
export function takeOwnDatabase(env: NodeJS.ProcessEnv, program: DeskProgram): void {
	const own = env[VARIABLE_OF[program]];
	if (own) Object.assign(env, { DATABASE_URL: own, DATABASE_URL_FILE: "" });
	for (const name of Object.values(VARIABLE_OF)) delete env[name];
}
