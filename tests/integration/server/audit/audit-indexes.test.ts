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

test("days of long ago are found without reading the newer entries, and entries of another day's ids are left out", async () => {
	await pool.query("alter table audit_entry disable trigger audit_entry_append_only");
	await pool.query("update audit_entry set at = '2024-01-01T00:00Z'::timestamptz + id * interval '10 minutes'");
	// A clock that was wrong for a moment: the ids of this day do not end where its times do.
	await pool.query("update audit_entry set at = '2024-02-01T12:00Z' where id in (3, 9000)");
	await pool.query("vacuum analyze audit_entry");
	for (const [filter, count] of [
		[{ from: "2024-02-01", to: "2024-02-01" }, 51],
		[{ to: "2024-02-01" }, 51],
		[{ from: "2024-02-01", to: "2024-02-01", action: "member.added" }, 0],
	] as const) {
		const { sql, parameters } = selectEntries(system, filter).orderBy("audit_entry.id", "desc").limit(51).compile();
		const found = await pool.query<{ id: string }>(sql, [...parameters]);
		expect(found.rowCount).toBe(count);
		if (count > 0) expect(found.rows[0]?.id).toBe("9000");
		const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
		// The range of ids is read once; the entries may be read by the index of times as well.
		expect(JSON.stringify(rows).match(/"audit_entry_at"/g)?.length).toBeLessThanOrEqual(2);
		const removed = JSON.stringify(rows).match(/"Rows Removed by Filter":\d+/g) ?? [];
		expect(removed.map((one) => Number(one.split(":")[1])).filter((many) => many > 6000)).toEqual([]);
	}
});
