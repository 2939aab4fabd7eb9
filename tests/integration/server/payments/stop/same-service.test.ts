/** The service has another address: two admins say that it is the same service, and payments go on over both addresses. */

import { afterEach, expect, test } from "vitest";
import type { SystemContext } from "#server/context.ts";
import { stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { describeMismatch } from "#server/continuity/describe-mismatch.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { requeuePayments } from "#server/payments/send/requeue-payments.ts";
import { checkSendPreconditions } from "#server/payments/send/send-preconditions.ts";
import { acknowledgeMismatch } from "#server/payments/stop/acknowledge-mismatch.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { needsSecondAdmin } from "#tests/support/desk/needs-second-admin.ts";
import { setRule } from "#tests/support/desk/payout-tiers.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";
import { accept, newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertReading } from "#tests/support/rows/insert-reading.ts";
import { insertRows, updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { database, clock } = desk;
const first = desk.system.config.address;
const reason = "The provider moved to another address";

afterEach(() =>
	asOwner(database, async (trx) => {
		await trx.deleteFrom("setting").where("name", "in", ["environment_in_use", "database_mismatch"]).execute();
		await trx.deleteFrom("balance_reading").where("environment", "<>", first).execute();
	}),
);

/** The same desk after a start with another MOMO_BASE_URL, whose wallet has this reference. */
async function movedTo(address: string, walletReference: string): Promise<SystemContext> {
	await stopIfDatabaseSuspect({ system: desk.system, workerId: "w" });
	await insertReading(desk.system, { balance: "900000.00", at: clock.now(), updatedAt: clock.now() });
	const config = { ...desk.system.config, address, environment: address };
	const system = { ...desk.system, config };
	const { wallet_reference } = await database
		.selectFrom("balance_reading")
		.select("wallet_reference")
		.where("environment", "=", first)
		.orderBy("id", "desc")
		.executeTakeFirstOrThrow();
	await insertRows(database, "balance_reading", {
		...{ environment: address, currency: "XOF", balance: "900000.00" },
		...{ wallet_reference: walletReference === "same" ? wallet_reference : walletReference },
		...{ updated_at: clock.now(), fetched_at: clock.now() },
	});
	expect(await stopIfDatabaseSuspect({ system, workerId: "w" })).toBe(true);
	return system;
}
const sameService = (system: SystemContext) => {
	const admin = contextFor(system, desk.admin.member);
	return byTwo(admin, () => acknowledgeMismatch(admin, { reason, sameService: true }));
};
const doubt = async (system: SystemContext) =>
	(await readConfiguration(contextFor(system, desk.admin.member))).mismatch;

test("two admins say so: what waited stays approved and leaves once the wallet is proved, what is unknown is a twin and watched again", async () => {
	const input = newPayout();
	const unknown = await desk.sent({ input, answer: (respond) => respond.reset() });
	const payout = await desk.approved();
	const system = await movedTo("second-address", "same");
	expect(await checkSendPreconditions(database, system.config, { ...payout, environment: first })).toEqual({
		kind: "other_environment",
	});
	expect(await doubt(system)).toMatchObject({ kind: "other_environment", sameWallet: true });
	expect(await sameService(system)).toMatchObject({ state: "confirmed" });
	expect(await describeMismatch(database)).toBeNull();
	// A worker adopts the address in its next round, and proves the wallet before anything leaves.
	expect(await stopIfDatabaseSuspect({ system, workerId: "w" })).toBe(false);
	expect(system.config.environment).toBe(first);
	expect(await checkSendPreconditions(database, system.config, { ...payout, environment: first })).toEqual({
		kind: "wallet_unproved",
	});
	expect(await desk.state(payout.id)).toBe("approved");
	await proveWallets(system, { workerId: "w" });
	expect(await checkSendPreconditions(database, system.config, { ...payout, environment: first })).toBeNull();
	const [maker, viewer] = [desk.maker, desk.viewer].map(({ member }) => contextFor(system, member));
	if (!maker || !viewer) throw new Error("no members");
	await expect(requestPayout(maker, input, desk.key())).rejects.toMatchObject({ code: "duplicate_suspected" });
	expect(await readEvidence(viewer, { kind: "payout", id: unknown.id })).toMatchObject({ paymentId: unknown.id });
});

test("limits of the day count what left by the former address, and a payment that was sent there is watched on", async () => {
	const input = newPayout();
	const pending = await desk.sent({ input, answer: accept("pending") });
	const system = await movedTo("second-address", "same");
	await sameService(system);
	expect(await stopIfDatabaseSuspect({ system, workerId: "w" })).toBe(false);
	await setRule(database, { per_destination_day: "60000.00" });
	const again = { ...input, amount: "15001" };
	await expect(requestPayout(contextFor(system, desk.maker.member), again, desk.key())).rejects.toMatchObject({
		code: "limit_exceeded",
		limit: { kind: "destination_day", used: "45000.00" },
	});
	await setRule(database, null);
	await updateRows(database, "payment", { id: pending.id }, { next_check_at: new Date(0) });
	await desk.pool.query("delete from graphile_worker._private_jobs");
	await requeuePayments(system);
	expect((await desk.jobs("check_payment")).map(({ payload }) => payload.paymentId)).toEqual([pending.id]);
	desk.says(pending, "success");
	expect(await checkPayment(system, { paymentId: pending.id })).toBe("changed");
	expect(await desk.state(pending.id)).toBe("succeeded");
	// The former address is still the same service, and a third one is not.
	expect(await stopIfDatabaseSuspect({ system: desk.system, workerId: "w" })).toBe(false);
	const third = { ...system, config: { ...system.config, address: "third", environment: "third" } };
	expect(await stopIfDatabaseSuspect({ system: third, workerId: "w" })).toBe(true);
});

test("what was asked for meanwhile, under the new address, ends unsent: nobody held it against the earlier payments", async () => {
	const system = await movedTo("second-address", "same");
	const payout = await desk.requested();
	await database.updateTable("payment").set({ environment: "second-address" }).where("id", "=", payout.id).execute();
	await sameService(system);
	expect(await desk.state(payout.id)).toBe("expired");
});

test("another wallet answers there: nobody can say that it is the same service, and nothing is sent", async () => {
	const system = await movedTo("second-address", "WF-OTHER");
	expect(await doubt(system)).toMatchObject({ sameWallet: false });
	await expect(sameService(system)).rejects.toMatchObject({ code: "conflict" });
	expect(await stopIfDatabaseSuspect({ system, workerId: "w" })).toBe(true);
});

test("the database itself asks for two admins and the same wallet", async () => {
	await movedTo("second-address", "same");
	const take = (address: string, by: Database = database) =>
		updateRows(
			by,
			"setting",
			{ name: "environment_in_use" },
			{ value: JSON.stringify({ environment: first, addresses: [address] }) },
		);
	await needsSecondAdmin(database, "service_address", (trx) => take("second-address", trx));
	await expect(take("third")).rejects.toThrow("another wallet");
	await expect(database.deleteFrom("setting").where("name", "=", "database_mismatch").execute()).rejects.toThrow(
		"needs a second admin",
	);
});
