import { expect, test } from "vitest";
import { selectEntries } from "#server/audit/list-audit.ts";
import { addMember, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database, pool } = await createTestDatabase();
const system = systemContext({ database });
const [busy, rare] = [await addMember(database, "admin"), await addMember(database, "approver")];

test("what a rare member did, or a rare action, is found without reading every entry", async () => {
	await pool.query(
		`insert into audit_entry (at, member_id, action, subject_kind, details, previous_hash, hash)
		 select now(), case when n % 10000 = 1 then $2 else $1 end, case when n % 10000 = 1 then 'member.added' else 'payment.requested' end,
			'payment', '{}', '', '' from generate_series(1, 30000) as n`,
		[busy.id, rare.id],
	);
	await pool.query("analyze audit_entry");
	for (const filter of [{ memberId: rare.id }, { action: "member.added" }]) {
		const { sql, parameters } = selectEntries(system, filter).orderBy("audit_entry.id", "desc").limit(51).compile();
		const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
		const plan = JSON.stringify(rows);
		expect(plan).toMatch(/audit_entry_(member|action)/);
		expect(plan).not.toContain("Rows Removed by Filter");
	}
});
