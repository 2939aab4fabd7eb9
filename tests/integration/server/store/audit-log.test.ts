import { sql } from "kysely";
import { expect, test } from "vitest";
import { auditHash, FIRST_HASH } from "#server/store/audit-chain.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const { database } = await createTestDatabase();
const at = new Date("2026-01-02T03:04:05.678Z");
const fact = (subjectId: string) => ({
	at,
	memberId: null,
	action: "payment.sent",
	subjectKind: "payment" as const,
	subjectId,
});

test("concurrent writers still make one unbroken chain", async () => {
	await Promise.all(
		Array.from({ length: 20 }, (_, index) =>
			database.transaction().execute((trx) => recordAudit(trx, fact(`p${index}`))),
		),
	);
	const rows = await auditEntries(database);
	expect(rows).toHaveLength(20);
	let previous = FIRST_HASH;
	for (const row of rows) {
		expect(row.previous_hash).toBe(previous);
		expect(row.hash).toBe(
			auditHash(previous, { ...fact(row.subject_id ?? ""), details: row.details, writtenBy: row.written_by }),
		);
		previous = row.hash;
	}
});

test("an entry can be neither changed nor removed", async () => {
	await database.transaction().execute((trx) => recordAudit(trx, fact("kept")));
	await expect(database.updateTable("audit_entry").set({ action: "other" }).execute()).rejects.toThrow("append-only");
	await expect(database.deleteFrom("audit_entry").execute()).rejects.toThrow("append-only");
	await expect(sql`truncate audit_entry`.execute(database)).rejects.toThrow("append-only");
});
