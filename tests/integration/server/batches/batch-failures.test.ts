import { beforeEach, expect, test } from "vitest";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { changeBatchFailures } from "#server/settings/change-batch-failures.ts";
import { readPayoutRules } from "#server/settings/read-payout-rules.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { needsSecondAdmin } from "#tests/support/desk/needs-second-admin.ts";
import { newBatch, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { say, shiftDeadline } from "#tests/support/desk/resolution.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { maker, approver, admin, viewer, database } = desk;

beforeEach(() =>
	asOwner(database, async (trx) => {
		await trx.deleteFrom("setting").where("name", "=", "batch_failures").execute();
	}),
);

/** The state of a batch with this many rows of which the first ones failed. */
async function stateAfter({ rows, failed }: { rows: number; failed: number }) {
	const asked = await requestedBatch(maker, newBatch(rows));
	const batch = await decideBatch(approver, { id: asked.id, version: asked.version, decision: "approve" });
	const { items } = await listRows(viewer, { id: batch.id, limit: 500 });
	const ids = items.slice(0, failed).map(({ paymentId }) => paymentId);
	await desk.pool.query("update payment set state = 'not_sent' where id = any($1)", [ids]);
	return (await readBatch(viewer, batch)).state;
}

test.each([
	["a tenth of it without a rule", null, [4, "paused"], [3, "sending"]],
	["a smaller share", 5, [3, "paused"], [2, "sending"]],
	["a larger one", 20, [8, "paused"], [7, "sending"]],
] as const)("a batch of forty pauses after %s", async (_name, failurePercent, paused, sends) => {
	if (failurePercent !== null) await keepSetting(database, "batch_failures", { failurePercent });
	for (const [failed, state] of [paused, sends]) expect(await stateAfter({ rows: 40, failed })).toBe(state);
});

test("a pause stays when two people settle as not paid what was in doubt", async () => {
	const asked = await requestedBatch(maker, newBatch(4));
	const batch = await decideBatch(approver, { id: asked.id, version: asked.version, decision: "approve" });
	const rows = async () => (await listRows(viewer, { id: batch.id })).items;
	desk.script.post = (respond) => respond.reset();
	for (const { paymentId } of await rows()) await desk.send({ id: paymentId ?? "" });
	for (const { state, paymentId } of await rows()) {
		if (state !== "unknown" || paymentId === null) continue;
		await shiftDeadline(desk.pool, paymentId, 20);
		for (const person of [approver, admin])
			await say(person, await readPayment(person, { kind: "payout", id: paymentId }), "not_paid");
	}
	expect(await readBatch(viewer, batch)).toMatchObject({
		state: "paused",
		counts: { settled_not_paid: 3, approved: 1 },
	});
});

test("more of a batch may fail only when a second admin agrees", async () => {
	expect((await readPayoutRules(admin)).batchFailures).toEqual({ failurePercent: 10 });
	expect(await changeBatchFailures(admin, { failurePercent: 5 })).toEqual({ failurePercent: 5 });
	expect(await changeBatchFailures(admin, { failurePercent: 20 })).toHaveProperty("changeRequest");
	expect((await readPayoutRules(admin)).batchFailures).toEqual({ failurePercent: 5 });
	await needsSecondAdmin(database, "batch_failures", (trx) =>
		updateRows(trx, "setting", { name: "batch_failures" }, { value: '{"failurePercent": 20}' }),
	);
	// Without the setting's row the share would be a tenth again.
	await expect(database.deleteFrom("setting").where("name", "=", "batch_failures").execute()).rejects.toThrow();
	await expect(changeBatchFailures(maker, { failurePercent: 1 })).rejects.toMatchObject({ code: "forbidden" });
});
