/** Starts PostgreSQL with a migrated template once per integration run. */
import type { TestProject } from "vitest/node";
import { startTestPostgres } from "#tests/support/database/postgres-server.ts";

declare module "vitest" {
	export interface ProvidedContext {
		adminUrl: string;
		template: string;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const postgres = await startTestPostgres();
	project.provide("adminUrl", postgres.adminUrl);
	project.provide("template", postgres.template);
	return () => postgres.stop();
}
