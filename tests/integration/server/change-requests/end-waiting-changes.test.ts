import { expect, test } from "vitest";
import { endWaitingChanges } from "#server/change-requests/end-waiting-changes.ts";
import { changePaymentExpiry } from "#server/settings/change-payment-expiry.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { askedFor, letHoursPass } from "#tests/support/desk/second-admin.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const { database } = await createTestDatabase();
const system = systemContext({ database });

test("what waited long enough takes effect, also after a request that cannot be written", async () => {
	const admin = contextFor(system, await addMember(database, "admin"));
	// Asked for first, and not a rule that anybody can read.
	const unreadable = { id: "unreadable", kind: "payout_rule", subject: "XAF", before: "{}", after: "{}" } as const;
	await insertRows(database, "change_request", { ...unreadable, asked_by: admin.member.id });
	const { id } = askedFor(await changePaymentExpiry(admin, { payoutMinutes: 10, depositMinutes: 61 }));
	await letHoursPass(database, 24);
	expect(await endWaitingChanges(system)).toBe(1);
	const rows = await database.selectFrom("change_request").select(["id", "state"]).orderBy("asked_at").execute();
	expect(rows).toEqual([
		{ id: unreadable.id, state: "waiting" },
		{ id, state: "confirmed" },
	]);
});
