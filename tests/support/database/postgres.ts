/** Starts PostgreSQL with a migrated template once per integration run. */
import type { TestProject } from "vitest/node";
import { databaseUrl, runAsAdmin, startTestPostgres } from "#tests/support/database/postgres-server.ts";

declare module "vitest" {
	export interface ProvidedContext {
		adminUrl: string;
		template: string;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const postgres = await startTestPostgres();
	// A mutation of the simulation changes the template, and a test must see it.
	const statements = JSON.parse(process.env.SIMULATION_STATEMENTS ?? "[]") as string[];
	for (const statement of statements) await runAsAdmin(databaseUrl(postgres.adminUrl, postgres.template), statement);
	project.provide("adminUrl", postgres.adminUrl);
	project.provide("template", postgres.template);
	return () => postgres.stop();
}
