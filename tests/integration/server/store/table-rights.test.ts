/** Web and worker have database roles of their own, so a stolen connection cannot do what their verbs never do. */
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { SUPERUSER } from "#server/store/embedded/postgres-server.ts";
import { ROLE_OF } from "#server/store/grant-rights.ts";
import { type DeskProgram, TABLE_RIGHTS } from "#server/store/table-rights.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const PROGRAMS = ["web", "worker"] as const;
const { url, pool } = await createTestDatabase();
const pools = Object.fromEntries(
	PROGRAMS.map((program) => [program, new pg.Pool({ connectionString: programUrl(url, program), max: 1 })]),
) as Record<DeskProgram, pg.Pool>;
afterAll(() => Promise.all(Object.values(pools).map((each) => each.end())));

/** 42501 is insufficient_privilege, whatever the rows would say. */
async function refusal(program: DeskProgram, statement: string): Promise<string> {
	const client = await pools[program].connect();
	try {
		await client.query("begin");
		await client.query(statement);
		return "done";
	} catch (error) {
		return String((error as { code?: unknown }).code);
	} finally {
		await client.query("rollback");
		client.release();
	}
}

const NEITHER_MAY = [
	"update audit_entry set action = 'x'",
	"delete from audit_entry",
	"truncate audit_entry",
	"update audit_seal set signature = 'x'",
	"delete from audit_seal",
	"alter table audit_entry disable trigger audit_entry_append_only",
	"drop trigger audit_entry_append_only on audit_entry",
	"alter table audit_entry add column x text",
	"create trigger own after insert on audit_entry for each row execute function refuse_change()",
	"create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$",
	"update payment_event set note = 'x'",
	"delete from payment_event",
	"delete from payment",
	"delete from attempt",
	"update attempt set payment_id = 'x'",
	"update attempt set permitted_at = now()",
	"delete from decision",
	"update decision set facts = 'x'",
	"update decision set member_id = 'x'",
	"delete from resolution",
	"update resolution set outcome = 'paid'",
	"update reconciliation_decision set reason = 'x'",
	"delete from reconciliation_decision",
	"update balance_proof set status = 'proved'",
	"delete from balance_proof",
	"delete from movement",
	"truncate movement",
	"delete from balance_reading",
	"delete from member",
	"drop table payment",
	"alter table payment disable trigger payment_approvers",
	"alter table payment disable trigger all",
	"alter table attempt drop constraint attempt_one_per_payment",
	"create table own (id int)",
	"create schema own",
	"set session_replication_role = replica",
	`set role ${SUPERUSER}`,
	"alter role cauri_web superuser",
	"alter role cauri_worker createrole",
	"copy payment to program 'true'",
	"select pg_read_file('/etc/hostname')",
	"update kysely_migration set name = 'x'",
];

const WEB_MAY_NOT = [
	"insert into attempt (id, payment_id, worker_id, permitted_at, send_deadline) values ('a', 'b', 'c', now(), now())",
	"update attempt set answered_at = now()",
	"insert into movement (environment) values ('x')",
	"update movement set withdrawn_at = null",
	"insert into balance_proof (environment) values ('x')",
	"update worker set seen_at = now()",
	"delete from worker",
	"update continuity_gap set since = now()",
	"insert into set_up_link (token_hash) values ('x')",
	"update invitation set role = 'admin'",
	"update notice set kind = 'x'",
	"delete from notice",
];

const WORKER_MAY_NOT = [
	"select password_hash from member",
	"select * from member",
	"update member set email = 'x'",
	"select * from session",
	"insert into session (id_hash) values ('x')",
	"insert into decision (payment_id) values ('x')",
	"insert into resolution (payment_id) values ('x')",
	"insert into payment (id) values ('x')",
	"insert into invitation (id) values ('x')",
	"select token_hash from set_up_link",
	"insert into change_request (kind) values ('x')",
	"insert into reconciliation_decision (environment) values ('x')",
	"update operator set code = 'x'",
];

describe("rights of the programs", () => {
	for (const program of PROGRAMS) {
		test.each(NEITHER_MAY)(`${program} may not: %s`, async (statement) => {
			expect(await refusal(program, statement)).toBe("42501");
		});
	}
	test.each(WEB_MAY_NOT)("web may not: %s", async (statement) => {
		expect(await refusal("web", statement)).toBe("42501");
	});
	test.each(WORKER_MAY_NOT)("worker may not: %s", async (statement) => {
		expect(await refusal("worker", statement)).toBe("42501");
	});

	test("the worker has PostgreSQL learn a mirror that has grown, by that one function; web has not", async () => {
		expect(await refusal("worker", "select analyze_movement()")).toBe("done");
		expect(await refusal("web", "select analyze_movement()")).toBe("42501");
		const { rows } = await pool.query(
			`select proname as name, prosecdef as owner, proconfig as config from pg_proc
			where pronamespace = 'public'::regnamespace and prosecdef`,
		);
		expect(rows).toEqual([{ name: "analyze_movement", owner: true, config: ["search_path=pg_catalog, pg_temp"] }]);
	});

	test("every table of the desk has its rights written down, and the database holds exactly those", async () => {
		const { rows: tables } = await pool.query<{ name: string }>(
			`select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
			where nspname = 'public' and relkind in ('r', 'p') and relname not like 'kysely%' order by 1`,
		);
		expect(tables.map(({ name }) => name)).toEqual(Object.keys(TABLE_RIGHTS).sort());
		for (const program of PROGRAMS) {
			const { rows } = await pool.query<{ table: string; rights: string[] }>(
				`select table_name as table, array_agg(distinct lower(privilege_type) order by lower(privilege_type)) as rights
				from information_schema.table_privileges
				where table_schema = 'public' and grantee = $1 and table_name not like 'kysely%' group by 1`,
				[ROLE_OF[program]],
			);
			const held = new Map(rows.map(({ table, rights }) => [table, rights]));
			for (const [table, rights] of Object.entries(TABLE_RIGHTS)) {
				const whole = rights[program].filter((right) => !right.includes("(")).sort();
				expect([table, held.get(table) ?? []]).toEqual([table, whole]);
			}
		}
	});

	test("the roles are nothing on the server: no superuser, no makers of roles or databases, no passers of row security", async () => {
		const { rows } = await pool.query(
			`select rolname from pg_roles where rolname = any($1)
			and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`,
			[Object.values(ROLE_OF)],
		);
		expect(rows).toEqual([]);
		const { rows: members } = await pool.query(
			"select roleid::regrole from pg_auth_members where member = any($1::regrole[])",
			[Object.values(ROLE_OF)],
		);
		expect(members).toEqual([]);
	});
});
