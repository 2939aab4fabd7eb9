import type { Pool, PoolClient } from "pg";
import { type DeskProgram, TABLE_RIGHTS } from "#server/store/table-rights.ts";

export const ROLE_OF: Record<DeskProgram, string> = { web: "cauri_web", worker: "cauri_worker" };

// The job queue's tables have row security: without this policy only their owner sees rows.
const QUEUE = "graphile_worker";
const POLICY = "cauri_programs";

/**
 * Returns false, and grants nothing, when roles are missing and this account may not create them; programs then need the owner's
 * account. New roles have no password and cannot sign in yet.
 */
export async function grantRights(pool: Pool): Promise<boolean> {
	const client = await pool.connect();
	try {
		if (!(await makeRoles(client))) return false;
		const { rows } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
		const { name = "" } = rows[0] ?? {};
		await client.query("begin");
		// Two migrations that grant rights at once would fail on the same catalogue rows.
		await client.query("select pg_advisory_xact_lock(hashtextextended('cauri:rights', 0))");
		for (const program of ["web", "worker"] as const) await client.query(statements(name, program));
		await client.query(await queuePolicies(client));
		await client.query("commit");
		await setRoleDefaults(client, name);
		return true;
	} catch (error) {
		await client.query("rollback").catch(() => undefined);
		throw error;
	} finally {
		client.release();
	}
}

/** Settings of the roles, for connections through a pooler, which drops those that a connection asks for. */
const ROLE_SETTINGS: Record<DeskProgram, Record<string, string>> = {
	web: { statement_timeout: "12s", idle_in_transaction_session_timeout: "60s" },
	worker: { statement_timeout: "60s", idle_in_transaction_session_timeout: "10s" },
};
const ALL_ROLES = { synchronous_commit: "on", timezone: "UTC", jit: "off" };

/** Skips the settings where this account may not change roles: a program behind a pooler then says so when it starts. */
async function setRoleDefaults(client: PoolClient, database: string): Promise<void> {
	const statements = Object.entries(ROLE_SETTINGS).flatMap(([program, own]) =>
		Object.entries({ ...ALL_ROLES, ...own }).map(
			([setting, value]) =>
				`alter role ${ROLE_OF[program as DeskProgram]} in database ${database} set ${setting} = '${value}'`,
		),
	);
	await client.query(statements.join(";\n")).catch((error: { code?: unknown }) => {
		if (error.code !== "42501") throw error;
	});
}

async function makeRoles(client: PoolClient): Promise<boolean> {
	const wanted = Object.values(ROLE_OF);
	const { rows } = await client.query<{ rolname: string }>("select rolname from pg_roles where rolname = any($1)", [
		wanted,
	]);
	const missing = wanted.filter((name) => !rows.some(({ rolname }) => rolname === name));
	if (missing.length === 0) return true;
	const { rows: who } = await client.query<{ may: boolean }>(
		"select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user",
	);
	if (!who[0]?.may) return false;
	for (const name of missing) await makeRole(client, name);
	return true;
}

/** Roles belong to the whole server, so the migration of another database may create this one at the same moment. */
async function makeRole(client: PoolClient, name: string): Promise<void> {
	try {
		await client.query(`create role ${name} nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls`);
	} catch (error) {
		if (!["42710", "23505"].includes(String((error as { code?: unknown }).code))) throw error;
	}
}

/** `database`: the name of the database, quoted. */
function statements(database: string, program: DeskProgram): string {
	const role = ROLE_OF[program];
	const tables = Object.entries(TABLE_RIGHTS).map(([table, rights]) => {
		const given = rights[program];
		return [
			`revoke all on table ${table} from ${role}`,
			...(given.length > 0 ? [`grant ${given.join(", ")} on table ${table} to ${role}`] : []),
		].join(";\n");
	});
	return [
		`grant connect, temporary on database ${database} to ${role}`,
		`revoke create on schema public from ${role}`,
		`grant usage on schema public to ${role}`,
		`grant usage on all sequences in schema public to ${role}`,
		...tables,
		`grant select on table kysely_migration to ${role}`,
		...(program === "worker" ? [`grant execute on function analyze_movement() to ${role}`] : []),
		`grant usage on schema ${QUEUE} to ${role}`,
		`grant select, insert, update, delete on all tables in schema ${QUEUE} to ${role}`,
		`grant usage on all sequences in schema ${QUEUE} to ${role}`,
		`grant execute on all functions in schema ${QUEUE} to ${role}`,
	].join(";\n");
}

async function queuePolicies(client: PoolClient): Promise<string> {
	const { rows } = await client.query<{ table: string }>(
		`select relname as table from pg_class join pg_namespace on pg_namespace.oid = relnamespace
		where nspname = $1 and relkind = 'r' and relrowsecurity and not exists (
			select from pg_policy where polrelid = pg_class.oid and polname = $2) order by 1`,
		[QUEUE, POLICY],
	);
	const roles = Object.values(ROLE_OF).join(", ");
	return rows
		.map(({ table }) => {
			const place = `${QUEUE}.${client.escapeIdentifier(table)}`;
			return `create policy ${POLICY} on ${place} to ${roles} using (true) with check (true)`;
		})
		.join(";\n");
}
