import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Need } from "#lib/contracts/overview.ts";
import { sendObstaclesSchema } from "#lib/contracts/send-obstacle.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { pauseBatch } from "#server/batches/pause-batch.ts";
import { resumeBatch } from "#server/batches/resume-batch.ts";
import { findNeeds } from "#server/overview/find-needs.ts";
import { findWaiting } from "#server/overview/find-waiting.ts";
import { readSendObstacles } from "#server/overview/read-send-obstacles.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";
import { stopSendingNow } from "#server/payments/stop/stop-sending-now.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { newBatch, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";

const desk = await openPaymentDesk();
const { database, clock, maker, script, viewer } = desk;

beforeEach(async () => {
	await database.deleteFrom("payout_wait").execute();
	await database.deleteFrom("worker").execute();
	await database
		.updateTable("payment")
		.set({ state: "cancelled" })
		.where("state", "in", ["awaiting_approval", "approved", "sending"])
		.execute();
	await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", "sending_stopped").execute());
	const seen = sql<Date>`now()`;
	await database.insertInto("worker").values({ id: "w", started_at: seen, seen_at: seen }).execute();
});

const read = async () => sendObstaclesSchema.parse(await readSendObstacles(viewer)).items;

test("nothing keeps money from leaving where nothing waits; a stop by one person stops everything, and two admins end it", async () => {
	expect(await read()).toEqual([]);
	await stopSendingNow(maker, { reason: "Strange payouts this morning" });
	expect(await read()).toMatchObject([
		{ kind: "sending_stopped", stops: "everything", endedBy: "two_admins", currency: null, count: null },
	]);
});

test("a wallet without funds says what is missing for all, and that a top-up ends it", async () => {
	script.balance = "100.00";
	const payment = await desk.approved({ amount: "500" });
	await desk.approved({ amount: "300" });
	await desk.send(payment);
	expect(await read()).toMatchObject([
		{ kind: "balance_low", stops: "wallet", endedBy: "top_up", currency: "XOF", count: 2, missing: "700.00" },
	]);
});

test("approvals, a limit of the day, a wallet that is gone and a lane are told per wallet, with how many wait", async () => {
	await desk.requested();
	const approved = { state: "approved", sent_at: null, created_at: clock.now() } as const;
	const add = (facts: object) =>
		database.transaction().execute(async (trx) => {
			// The guards would refuse payouts without approvals.
			await sql`set local session_replication_role = replica`.execute(trx);
			await insertPayment({ ...desk.system, database: trx as never }, maker.member, facts);
		});
	await add({ ...approved, currency: "XAF", waits_until: new Date(Date.now() + 3_600_000) });
	await add({ ...approved, currency: "GNF" });
	await add({ state: "sending", phone_number: "+2250701020399" });
	await add({ ...approved, phone_number: "+2250701020398" });
	expect((await read()).map(({ kind, currency, count, endedBy }) => [kind, currency, count, endedBy])).toEqual([
		["approvals_missing", "XOF", 1, "approver"],
		["lane_taken", "XOF", 1, "desk"],
		["limit_reached", "XAF", 1, "desk"],
		["wallet_not_configured", "GNF", 1, "operator"],
	]);
});

test("a paused batch is told with how many of its payouts wait, which wait for nothing else, and is on the Home of whoever may resume it", async () => {
	script.balance = "100.00";
	const isOn = async (needs: Promise<Need[]>) => (await needs).some(({ kind }) => kind === "batch_paused");
	const { id, version } = await requestedBatch(maker, newBatch(3));
	await decideBatch(desk.approver, { id, version, decision: "approve" });
	await pauseBatch(desk.approver, { id });
	expect([await isOn(findNeeds(desk.approver)), await isOn(findNeeds(viewer))]).toEqual([true, false]);
	expect([await isOn(findNeeds(maker)), await isOn(findWaiting(maker))]).toEqual([false, true]);
	await resumeBatch(desk.approver, { id });
	const single = await desk.approved({ amount: "500" });
	await pauseBatch(maker, { id });
	expect([await isOn(findNeeds(maker)), await isOn(findWaiting(maker))]).toEqual([true, false]);
	expect(await desk.send(single)).toBe("balance_low");
	const { items: rows } = await listPayments(viewer, { kind: "payout", batch: id });
	expect(rows.map(({ waits }) => waits?.kind)).toEqual(["batch_paused", "batch_paused", "batch_paused"]);
	expect((await read()).map(({ kind, count, endedBy }) => [kind, count, endedBy])).toEqual([
		["batch_paused", 3, "approver"],
		["balance_low", 1, "top_up"],
	]);
});

test("a worker that does not run is said first", async () => {
	await database.deleteFrom("worker").execute();
	expect(await read()).toMatchObject([{ kind: "worker_away", stops: "everything", endedBy: "operator" }]);
});
