/** Starts the PostgreSQL that the workers' stacks share, once per browser run. The environment passes on its address. */
import { randomBytes } from "node:crypto";
import { startTestPostgres } from "#tests/support/database/postgres-server.ts";

export default async function setup(): Promise<() => Promise<void>> {
	const postgres = await startTestPostgres();
	process.env.CAURI_TEST_ADMIN_URL = postgres.adminUrl;
	process.env.CAURI_TEST_TEMPLATE = postgres.template;
	// `npm test` sets one that the build knows; a manual Playwright run has none.
	process.env.CAURI_TEST_CANARY ??= `canary-${randomBytes(16).toString("hex")}`;
	return () => postgres.stop();
}
