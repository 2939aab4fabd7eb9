import { expect, test } from "vitest";
import { hasOtherApprover } from "#server/access/has-other-approver.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { person, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

test("the first admin of a desk has nobody who approves what they request, until an active approver or admin is there", async () => {
	const { database } = await createTestDatabase();
	const system = systemContext({ database });
	const first = await person(system, "admin");
	await person(system, "maker");
	await person(system, "viewer");
	expect(await hasOtherApprover(first)).toBe(false);
	const approver = await person(system, "approver");
	expect(await hasOtherApprover(first)).toBe(true);
	expect(await hasOtherApprover(approver)).toBe(true);
	await asOwner(database, (trx) => updateRows(trx, "member", { id: approver.member.id }, { disabled_at: new Date() }));
	expect(await hasOtherApprover(first)).toBe(false);
});
