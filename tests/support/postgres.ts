/** Once per integration run: a PostgreSQL (DATABASE_URL's, or one of our own in a temporary folder) with a migrated template. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase, openPool } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded-postgres.ts";
import { migrate } from "#server/store/migrate.ts";

declare module "vitest" {
	export interface ProvidedContext {
		adminUrl: string;
		template: string;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const server = await testServer();
	const template = `cauri_template_${randomBytes(6).toString("hex")}`;
	await server.admin(`create database ${template}`);
	const pool = openPool(server.url(template));
	await migrate(openDatabase(pool), pool);
	await pool.end();
	project.provide("adminUrl", server.url("postgres"));
	project.provide("template", template);
	return async () => {
		await server.admin(`drop database if exists ${template} with (force)`);
		await server.stop();
	};
}

async function testServer() {
	const given = process.env.DATABASE_URL;
	const folder = mkdtempSync(join(tmpdir(), "cauri-test-postgres-"));
	const embedded = given ? null : await startEmbeddedPostgres(folder);
	const adminUrl = given ?? (await embedded?.databaseUrl("postgres")) ?? "";
	const url = (name: string) => Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
	return {
		url,
		async admin(statement: string) {
			const client = new pg.Client({ connectionString: adminUrl });
			await client.connect();
			await client.query(statement);
			await client.end();
		},
		async stop() {
			await embedded?.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
