/** The PostgreSQL server of a test run: DATABASE_URL's, or a new one in a temporary folder, with a migrated template. */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, openPool } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { withClient } from "#server/store/embedded/postgres-server.ts";
import { ROLE_OF } from "#server/store/grant-rights.ts";
import { migrate } from "#server/store/migrate.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";
import { memoryFolder } from "#tests/support/files/memory-folder.ts";

export type TestPostgres = Awaited<ReturnType<typeof startTestPostgres>>;

/** `onDisk`: for measurements of commits, with `isDurable` as in production; otherwise in memory when there is room. */
export async function startTestPostgres({ onDisk = false, isDurable = false } = {}) {
	const server = await openTestServer(onDisk ? tmpdir() : undefined, isDurable);
	// The simulation's template, which a mutation may have changed.
	const given = process.env.SIMULATION_TEMPLATE;
	if (given) return { ...server, template: given };
	const template = `cauri_template_${randomBytes(6).toString("hex")}`;
	await runAsAdmin(server.adminUrl, `create database ${template}`);
	const pool = openPool(databaseUrl(server.adminUrl, template));
	await migrate(openDatabase(pool), pool);
	await pool.end();
	for (const role of Object.values(ROLE_OF))
		await runAsAdmin(server.adminUrl, `alter role ${role} login password '${ROLE_PASSWORD}'`);
	return {
		adminUrl: server.adminUrl,
		/** Name of a database to copy: `create database … template …`. */
		template,
		async stop() {
			await runAsAdmin(server.adminUrl, `drop database if exists ${template} with (force)`);
			await server.stop();
		},
	};
}

// Roles belong to the server, which several runs may share, so all use the same password.
const ROLE_PASSWORD = "role-of-a-test";

export function programUrl(url: string, program: DeskProgram): string {
	return Object.assign(new URL(url), { username: ROLE_OF[program], password: ROLE_PASSWORD }).href;
}

export function databaseUrl(adminUrl: string, name: string): string {
	return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}

export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
	await withClient(adminUrl, (client) => client.query(statement));
}

/** Copies a database as it is now, after ending its connections; returns the copy's name. */
export async function copyDatabase(adminUrl: string, source: string): Promise<string> {
	const name = `cauri_copy_${randomBytes(6).toString("hex")}`;
	await runAsAdmin(
		adminUrl,
		`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${source}' and pid <> pg_backend_pid()`,
	);
	await runAsAdmin(adminUrl, `create database ${name} template ${source}`);
	return name;
}

export async function openTestServer(place = memoryFolder() ?? tmpdir(), isDurable = false) {
	const given = process.env.DATABASE_URL;
	if (given) return { adminUrl: given, stop: () => Promise.resolve() };
	const folder = mkdtempSync(join(place, "cauri-test-postgres-"));
	// PostgreSQL started as root runs under another account, which must be able to enter.
	chmodSync(folder, 0o755);
	const embedded = await startEmbeddedPostgres(folder);
	const adminUrl = await embedded.databaseUrl("postgres");
	// The data is temporary, so nothing has to survive a power cut. Autovacuum may run at any time: if it counts a table that a test is
	// filling, queries are planned for one row and take minutes.
	for (const setting of isDurable ? [] : ["fsync", "full_page_writes", "autovacuum"])
		await runAsAdmin(adminUrl, `alter system set ${setting} = off`);
	await runAsAdmin(adminUrl, "select pg_reload_conf()");
	return {
		adminUrl,
		async stop() {
			await embedded.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
