/** For programs that are started alone: without DATABASE_URL they use the embedded PostgreSQL that runs on DATA_DIR. */
import { join, resolve } from "node:path";
import { DATABASE_NAME } from "#server/cli/launcher/launch-postgres.ts";
import { findEmbeddedPostgres } from "#server/store/embedded-postgres.ts";

/** Sets DATABASE_URL in `env` when it is absent and such a server lives; else leaves it to the check of the environment. */
export async function adoptEmbeddedDatabase(env: NodeJS.ProcessEnv): Promise<void> {
	if (env.DATABASE_URL || env.DATABASE_URL_FILE) return;
	const url = await findEmbeddedPostgres(join(resolve(env.DATA_DIR || ".data"), "postgres"), DATABASE_NAME);
	if (url) env.DATABASE_URL = url;
}
