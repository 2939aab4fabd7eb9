/** Once per browser run: the PostgreSQL that the workers' stacks share. They read of it in their environment. */
import { randomBytes } from "node:crypto";
import { startTestPostgres } from "#tests/support/database/postgres-server.ts";

export default async function setup(): Promise<() => Promise<void>> {
	const postgres = await startTestPostgres();
	process.env.CAURI_TEST_ADMIN_URL = postgres.adminUrl;
	process.env.CAURI_TEST_TEMPLATE = postgres.template;
	// `npm test` gives one that the build has seen too; Playwright run by hand has none.
	process.env.CAURI_TEST_CANARY ??= `canary-${randomBytes(16).toString("hex")}`;
	return () => postgres.stop();
}
