/** Keys of another account at the same address: its wallet has another reference, and one desk never mixes two accounts. */

import { sql } from "kysely";
import { ulid } from "ulid";
import { afterEach, beforeEach, expect, test } from "vitest";
import { reportToMismatch } from "#server/continuity/auto-resolve-mismatch.ts";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import { stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { describeMismatch } from "#server/continuity/describe-mismatch.ts";
import { findOtherEnvironment } from "#server/continuity/environment-in-use.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { acknowledgeMismatch } from "#server/payments/stop/acknowledge-mismatch.ts";
import { expirePayments } from "#server/payments/stop/expire-payments.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { askBalance } from "#server/wallets/balance-readings.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";
import { writeHeartbeatAlone } from "#tests/support/desk/write-heartbeat-alone.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const desk = await openPaymentDesk();
const { database, system, script, clock } = desk;
const XOF = { currency: "XOF" };
const first = system.config.address;

let name = "WF-1";
beforeEach(() => {
	name = "WF-1";
	script.instead = (request, respond) => {
		if (!request.path.endsWith("/wallets/fiat/XOF/")) return false;
		const balance = { balance: script.balance, currency_code: "XOF", updated_at: script.updatedAt };
		respond.json(200, { wallet_reference: name, ...balance });
		return true;
	};
});
afterEach(() =>
	asOwner(database, async (trx) => {
		await trx.deleteFrom("setting").where("name", "in", ["environment_in_use", "database_mismatch"]).execute();
		for (const table of ["balance_reading", "worker"] as const) await trx.deleteFrom(table).execute();
		system.config.environment = first;
	}),
);

const readings = () =>
	database.selectFrom("balance_reading").select(["environment", "wallet_reference"]).orderBy("id").execute();

test("its balance and its lines are not kept beside ours", async () => {
	await askBalance(system, "XOF");
	name = "WF-OTHER";
	script.movements = [wireMovement()];
	await expect(askBalance(system, "XOF")).rejects.toMatchObject({ code: "another_wallet" });
	expect(await syncMovements(system, XOF)).toMatchObject({ added: 0, fault: "another_wallet" });
	expect(await readings()).toEqual([{ environment: first, wallet_reference: "WF-1" }]);
	expect(await database.selectFrom("movement").select("id").execute()).toEqual([]);
});

test("nothing leaves through it: a payout asks whose wallet it is before its permit", async () => {
	await askBalance(system, "XOF");
	const [payout, deposit] = [await desk.approved(), await desk.deposit()];
	name = "WF-OTHER";
	expect(await desk.send(payout)).toBe("database_mismatch");
	expect(await stopIfDatabaseSuspect({ system, workerId: "w" })).toBe(true);
	expect(await describeMismatch(database)).toMatchObject({ kind: "other_environment" });
	expect((await readConfiguration(contextFor(system, desk.admin.member))).mismatch?.sameWallet).toBe(false);
	expect(await desk.send(deposit)).toBe("database_mismatch");
	expect(desk.posts()).toEqual([]);
});

test("once the right keys are back, sending resumes by itself, not while another worker has the wrong ones, and at once when that worker has ended", async () => {
	await askBalance(system, "XOF");
	name = "WF-OTHER";
	await askBalance(system, "XOF").catch(() => undefined);
	expect(await stopIfDatabaseSuspect({ system, workerId: "finder" })).toBe(true);
	name = "WF-1";
	clock.advance(60_000);
	await askBalance(system, "XOF");
	await writeHeartbeatAlone(system, "finder");
	await reportToMismatch(system, "colleague");
	expect(await describeMismatch(database)).not.toBeNull();
	await asOwner(database, (trx) =>
		trx.updateTable("worker").set({ seen_at: sql`now() - interval '30 seconds'` }).execute(),
	);
	await reportToMismatch(system, "colleague");
	expect(await describeMismatch(database)).toBeNull();
	expect(await stopIfDatabaseSuspect({ system, workerId: "finder" })).toBe(false);
});

test("the database itself lets nobody end it before our wallet has answered again", async () => {
	await askBalance(system, "XOF");
	name = "WF-OTHER";
	await askBalance(system, "XOF").catch(() => undefined);
	await stopIfDatabaseSuspect({ system, workerId: "w" });
	const end = () => database.deleteFrom("setting").where("name", "=", "database_mismatch").execute();
	await expect(end()).rejects.toThrow("needs a second admin");
	name = "WF-1";
	clock.advance(60_000);
	await askBalance(system, "XOF");
	await end();
});

test("two admins may begin with the other account: it has an environment of its own, and going back finds the first one's", async () => {
	await askBalance(system, "XOF");
	const payout = await desk.approved();
	const begin = async () => {
		await askBalance(system, "XOF").catch(() => undefined);
		expect(await stopIfDatabaseSuspect({ system, workerId: ulid() })).toBe(true);
		const admin = contextFor(system, desk.admin.member);
		await byTwo(admin, () => acknowledgeMismatch(admin, { reason: "We have another account now" }));
		expect(await findOtherEnvironment(system)).toBeNull();
		await askBalance(system, "XOF");
	};
	name = "WF-OTHER";
	await begin();
	const second = system.config.environment;
	expect(second).toMatch(new RegExp(`^${first}:`));
	expect(["expired", "may_have_left"]).toContain(await desk.state(payout.id));
	name = "WF-1";
	await begin();
	expect(system.config.environment).toBe(first);
	expect((await readings()).map(({ environment }) => environment)).toEqual([first, second]);
});

test("what was requested before the other account was confirmed, or under a wrong address, is no prisoner of a gap that nobody reads", async () => {
	await askBalance(system, "XOF");
	name = "WF-OTHER";
	await askBalance(system, "XOF").catch(() => undefined);
	await openGaps(system, "start");
	await stopIfDatabaseSuspect({ system, workerId: ulid() });
	const [cancelled, forgotten] = [await desk.requested(), await desk.requested()];
	const cancel = () => decidePayout(desk.maker, { id: cancelled.id, version: cancelled.version, decision: "cancel" });
	await expect(cancel()).rejects.toMatchObject({ code: "wallet_unproved" });
	const admin = contextFor(system, desk.admin.member);
	await byTwo(admin, () => acknowledgeMismatch(admin, { reason: "We have another account now" }));
	await findOtherEnvironment(system);
	expect((await cancel()).state).toBe("cancelled");
	clock.advance(25 * 3_600_000);
	await expirePayments(system);
	expect(await desk.state(forgotten.id)).toBe("expired");
	await database.deleteFrom("continuity_gap").execute();
});
