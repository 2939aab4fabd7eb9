import { expect, test } from "vitest";
import { endWaitingChanges } from "#server/change-requests/confirm-change.ts";
import { closeForgottenPermits } from "#server/continuity/close-forgotten-permits.ts";
import { DATABASE_MISMATCH, stopForMismatch } from "#server/continuity/database-mismatch.ts";
import { acknowledgeMismatch } from "#server/payments/stop/acknowledge-mismatch.ts";
import { changeOperator } from "#server/settings/change-operator.ts";
import { changePaymentExpiry } from "#server/settings/change-payment-expiry.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { acknowledge } from "#tests/support/desk/acknowledge.ts";
import { askedFor, letHoursPass } from "#tests/support/desk/second-admin.ts";
import { findRow, insertRows } from "#tests/support/rows/rows.ts";

const { database } = await createTestDatabase();
const system = systemContext({ database });
const admin = contextFor(system, await addMember(database, "admin"));

test("what waited long enough takes effect, also after a request that cannot be written", async () => {
	// An earlier request with a rule that nobody can read.
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

/** The worker's clock is that of another machine, two days behind. */
async function stop(id: string, heals = false) {
	const found = { kind: "restored_backup", id, knownEntry: null, knownAt: null, newestEntry: null } as const;
	const here = { ...system, clock: { now: () => new Date(Date.now() - 2 * 86_400_000) } };
	await database.transaction().execute((trx) => stopForMismatch(trx, here, { ...found, newestAt: null, heals }));
}

test("what waited in a database that lost time does not take effect, since somebody may have objected; after a mere move it does", async () => {
	const { id } = askedFor(await changePaymentExpiry(admin, { payoutMinutes: 20, depositMinutes: 61 }));
	await letHoursPass(database, 24);
	const state = async () => (await findRow(database, "change_request", { id })).state;
	const end = async (heals: boolean) => {
		await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", DATABASE_MISMATCH).execute());
		await stop("lost", heals);
		await endWaitingChanges(system);
	};
	await end(true);
	expect(await state()).toBe("waiting");
	await end(false);
	expect(await state()).toBe("void");
	const lost = askedFor(await changePaymentExpiry(admin, { payoutMinutes: 20, depositMinutes: 61 }));
	await letHoursPass(database, 24);
	await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", DATABASE_MISMATCH).execute());
	await endWaitingChanges(system);
	expect(await findRow(database, "change_request", { id: lost.id })).toMatchObject({ state: "confirmed" });
});

test("another dial code, and permits of a lost database that are closed, take effect by the worker's own rights", async () => {
	const at = new Date();
	await insertRows(database, "forgotten_permit", {
		...{ attempt_id: "01LOST", payment_id: "01GONE", kind: "payout", amount: "45000.00", currency: "XOF" },
		...{ phone_number: "+2250701020304", environment: system.config.environment, worker_id: "gone" },
		...{ sent_at: at, permitted_at: at, found_at: at },
	});
	askedFor(await changeOperator(admin, { code: "wave-ci", change: { dialCode: "*145#" } }));
	askedFor(await closeForgottenPermits(admin, { attempts: ["01LOST"], reason: "It stands in the wallet" }));
	await letHoursPass(database, 24);
	await endWaitingChanges(system);
	expect(await findRow(database, "operator", { code: "wave-ci" })).toMatchObject({ dial_code: "*145#" });
	expect(await findRow(database, "forgotten_permit", {})).toMatchObject({ closed_by: admin.member.id });
});

test("what waited when two admins, or the only one, acknowledged the mismatch does not take effect afterwards either", async () => {
	const ask = async () => askedFor(await changePaymentExpiry(admin, { payoutMinutes: 30, depositMinutes: 61 })).id;
	const state = async (id: string) => (await findRow(database, "change_request", { id })).state;
	await stop("acknowledged by the only one");
	const reason = "Nothing was paid elsewhere";
	const { id: own } = askedFor(await acknowledgeMismatch(admin, { reason }));
	await letHoursPass(database, 23);
	const late = await ask();
	await letHoursPass(database, 1);
	await endWaitingChanges(system);
	expect([await state(own), await state(late)]).toEqual(["confirmed", "void"]);

	const first = await ask();
	await stop("acknowledged by two");
	await acknowledge(admin, reason);
	expect(await state(first)).toBe("void");
});
