import { beforeEach, expect, test } from "vitest";
import type { VerdictOutcome } from "#lib/payment-state.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { resumeBatch } from "#server/batches/resume-batch.ts";
import { TIMING } from "#server/payment-records/send-timing.ts";
import { decidePayouts } from "#server/payments/approve/decide-payouts.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
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

test.each([
	["left out", 4, "paused"],
	["left out", 3, "sending"],
	["rejected alone", 4, "paused"],
] as const)(
	"rows that are %s count neither among the rows nor as failures: after %i failures it is %s",
	async (how, failed, state) => {
		await keepSetting(database, "batch_failures", { failurePercent: 20 });
		let asked = await requestedBatch(maker, newBatch(40));
		const rows = Array.from({ length: 20 }, (_, n) => n + 1);
		const { items } = await listRows(viewer, { id: asked.id, limit: 500 });
		const ids = items.map(({ paymentId }) => paymentId ?? "");
		if (how === "left out")
			await decideBatch(approver, {
				...{ id: asked.id, version: asked.version, rows },
				decision: "reject",
				reason: "Left",
			});
		else {
			const payouts = ids.slice(0, 20).map((id) => ({ id, version: 1 }));
			expect(await decidePayouts(approver, { decision: "reject", payouts })).toMatchObject({ failed: [] });
		}
		asked = await readBatch(viewer, asked);
		await decideBatch(approver, { id: asked.id, version: asked.version, decision: "approve" });
		await desk.pool.query("update payment set state = 'not_sent' where id = any($1)", [ids.slice(20, 20 + failed)]);
		expect((await readBatch(viewer, asked)).state).toBe(state);
	},
);

async function approvedBatch(count: number) {
	const asked = await requestedBatch(maker, newBatch(count));
	return decideBatch(approver, { id: asked.id, version: asked.version, decision: "approve" });
}
async function sendRows(id: string, answer: typeof desk.script.post) {
	desk.script.post = answer;
	for (const { paymentId } of (await listRows(viewer, { id })).items) await desk.send({ id: paymentId ?? "" });
}
/** Two people settle the rows whose outcome is unknown, or only the first of them. */
async function settle(id: string, outcome: VerdictOutcome, most = 100) {
	const { items } = await listRows(viewer, { id, state: "unknown", limit: most });
	for (const { paymentId } of items) {
		await shiftDeadline(desk.pool, paymentId ?? "", 20);
		for (const person of [approver, admin])
			await say(person, await readPayment(person, { kind: "payout", id: paymentId ?? "" }), outcome);
	}
}

test.each([
	["not_paid", { settled_not_paid: 3, approved: 1 }],
	["paid", { settled_paid: 3, approved: 1 }],
] as const)("a pause stays when two people settle as %s what was in doubt", async (outcome, counts) => {
	const { id } = await approvedBatch(4);
	await sendRows(id, (respond) => respond.reset());
	await settle(id, outcome);
	expect(await readBatch(viewer, { id })).toMatchObject({ state: "paused", counts });
});

test("a row that fails counts once, whatever becomes of it, so a resumed batch pauses again after as many other rows", async () => {
	const { id } = await approvedBatch(8);
	await sendRows(id, (respond) => respond.reset());
	await settle(id, "paid", 1);
	expect(await readBatch(viewer, { id })).toMatchObject({ state: "paused", counts: { approved: 5 } });
	await resumeBatch(approver, { id });
	await settle(id, "not_paid", 1);
	await settle(id, "paid");
	expect(await readBatch(viewer, { id })).toMatchObject({ state: "sending" });
	await sendRows(id, (respond) => respond.json(422, { detail: "refused" }));
	expect(await readBatch(viewer, { id })).toMatchObject({ state: "paused", counts: { refused: 3, approved: 2 } });
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

test("rows that a stop keeps from leaving are no failures of the batch: it goes on once sending resumes", async () => {
	const { id } = await approvedBatch(4);
	const { service } = desk.system;
	const stopped: typeof service = {
		...service,
		startPayout: (order, mayStillSend) =>
			service.startPayout(order, async () => {
				await keepSetting(database, "sending_stopped", {});
				return mayStillSend();
			}),
	};
	const { items } = await listRows(viewer, { id });
	for (const { paymentId } of items.slice(0, 3)) {
		await sendPayment(
			{ ...desk.system, service: stopped },
			{ paymentId: paymentId ?? "", workerId: "w", timing: TIMING },
		);
		await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", "sending_stopped").execute());
	}
	expect(await readBatch(viewer, { id })).toMatchObject({ state: "sending", counts: { not_sent: 3, approved: 1 } });
});
