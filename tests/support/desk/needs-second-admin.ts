import { sql } from "kysely";
import { expect } from "vitest";
import type { ChangeKind } from "#lib/change-kinds.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Expects that the database refuses one admin this write, and that its guard of this kind alone does: without it, the write passes. */
export async function needsSecondAdmin(
	database: Database,
	kind: ChangeKind,
	write: (trx: DatabaseTransaction) => Promise<unknown>,
): Promise<void> {
	const refused = database.transaction().execute(write);
	await expect(refused, kind).rejects.toThrow(`what loosens needs a second admin (${kind})`);
	const rolledBack = new Error("rolled back");
	const passed = database.transaction().execute(async (trx) => {
		const { rows } = await sql<{ code: string }>`select pg_get_functiondef(oid) as code from pg_proc
			where prosrc like ${`%guard\\_change('${kind}',%`}`.execute(trx);
		expect(rows, kind).toHaveLength(1);
		for (const { code } of rows)
			await sql.raw(code.replace(`guard_change('${kind}',`, `concat('${kind}',`)).execute(trx);
		await write(trx);
		await sql`set constraints all immediate`.execute(trx);
		throw rolledBack;
	});
	await expect(passed, `${kind}, without its guard`).rejects.toBe(rolledBack);
}
