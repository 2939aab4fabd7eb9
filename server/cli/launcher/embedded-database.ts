/** For programs that are started alone: without DATABASE_URL they use the embedded PostgreSQL that runs on DATA_DIR. */
import { join, resolve } from "node:path";
import { DATABASE_NAME } from "#server/cli/launcher/launch-postgres.ts";
import { findEmbeddedPostgres } from "#server/store/embedded-postgres.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";

/** Sets DATABASE_URL in `env` when it is absent and such a server lives, as the program's role; else leaves it to the check of the environment. */
export async function adoptEmbeddedDatabase(env: NodeJS.ProcessEnv, program?: DeskProgram): Promise<void> {
	if (env.DATABASE_URL || env.DATABASE_URL_FILE) return;
	const url = await findEmbeddedPostgres(join(resolve(env.DATA_DIR || ".data"), "postgres"), DATABASE_NAME, program);
	if (url) env.DATABASE_URL = url;
}
