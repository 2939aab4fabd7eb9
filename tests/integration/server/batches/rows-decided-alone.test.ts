/** An approval of a batch covers its whole list, also when somebody decides on a row's own page. */
import { beforeEach, describe, expect, test } from "vitest";
import { decisionRights } from "#components/payments/decision-rights.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import type { Decision } from "#lib/contracts/payment.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { decidePayouts } from "#server/payments/approve/decide-payouts.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { expirePayments } from "#server/payments/stop/expire-payments.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { newBatch, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { setTiers } from "#tests/support/desk/payout-tiers.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { maker, approver, admin, viewer, database } = desk;

beforeEach(async () => {
	await desk.pool.query("update payment set state = 'cancelled' where state in ('approved', 'awaiting_approval')");
	await setTiers(database, { one_approver_up_to: "100.00" });
});

const approve = ({ id, version }: Batch, by: Context) => decideBatch(by, { id, version, decision: "approve" });
async function paymentOf({ id }: Batch, n: number) {
	const { items } = await listRows(viewer, { id });
	return readPayment(viewer, { kind: "payout", id: items[n - 1]?.paymentId ?? "" });
}
async function decideAlone(batch: Batch, n: number, by: Context, decision: Decision["decision"]) {
	const { id, version } = await paymentOf(batch, n);
	return decidePayout(by, { id, version, decision });
}

describe("a row of a batch that waits for approval", () => {
	test("is not approved alone, and its page leads to the batch, so its approver can still approve the batch", async () => {
		const batch = await requestedBatch(maker, newBatch(2));
		await expect(decideAlone(batch, 2, approver, "approve")).rejects.toMatchObject({ code: "approved_with_batch" });
		const { id, version, approval, ...shown } = await paymentOf(batch, 2);
		expect(approval?.withBatch).toBe(true);
		expect(decisionRights({ approval, ...shown }, approver.member)).toMatchObject({ approve: false, reject: true });
		const listed = await decidePayouts(approver, { decision: "approve", payouts: [{ id, version }] });
		expect(listed.failed).toMatchObject([{ code: "approved_with_batch" }]);
		const half = await approve(batch, approver);
		expect(await approve(half, admin)).toMatchObject({ counts: { approved: 2 } });
	});

	test.each(["reject", "cancel"] as const)(
		"voids the others' approvals when somebody alone says: %s",
		async (decision) => {
			const half = await approve(await requestedBatch(maker, newBatch(3)), approver);
			expect(half.approval?.given).toHaveLength(1);
			await decideAlone(half, 2, decision === "cancel" ? maker : admin, decision);
			const left = await readBatch(viewer, half);
			expect(left.approval).toMatchObject({ given: [], needed: 2, totals: [{ count: 2 }] });
			await expect(approve(half, admin)).rejects.toMatchObject({ code: "stale_version" });
			expect(await approve(await approve(left, approver), admin)).toMatchObject({ counts: { approved: 2 } });
		},
	);

	test("waits for a decision on the batch that is being committed", async () => {
		const batch = await requestedBatch(maker, newBatch(2));
		const client = await desk.pool.connect();
		await client.query("begin");
		await client.query("select from batch where id = $1 for update", [batch.id]);
		const rejected = decideAlone(batch, 1, admin, "reject");
		await untilWaiting(database, 1);
		// The row is free, so whoever holds the batch never waits for whoever waits for the batch.
		await client.query("select from payment where batch_id = $1 for update nowait", [batch.id]);
		await client.query("commit");
		client.release();
		expect((await rejected).state).toBe("rejected");
	});
});

test("a large batch expires as a whole: nobody approves what is left of it, with an approval of the whole", async () => {
	const half = await approve(await requestedBatch(maker, newBatch(501)), approver);
	desk.clock.advance(24 * 3_600_000);
	expect(await expirePayments(desk.system)).toBe(501);
	await expect(approve(half, admin)).rejects.toMatchObject({ code: "stale_version" });
});

test("a row that came back to approval from an approved batch is decided alone, and the batch names everybody who approved any row", async () => {
	await setTiers(database, null);
	const batch = await approve(await requestedBatch(maker, newBatch(2)), approver);
	const { id } = await paymentOf(batch, 1);
	await desk.pool.query("update decision set voided_at = now() where payment_id = $1", [id]);
	await desk.pool.query("update payment set state = 'awaiting_approval', approver_id = null where id = $1", [id]);
	expect((await paymentOf(batch, 1)).approval).not.toHaveProperty("withBatch");
	expect((await decideAlone(batch, 1, admin, "approve")).state).toBe("approved");
	const names = (await readBatch(viewer, batch)).approvedBy?.map(({ name }) => name);
	expect(names).toEqual([approver, admin].map(({ member }) => member.name));
});

test("a row that comes back to approval after an approver read the batch is not approved unseen", async () => {
	await setTiers(database, null);
	const batch = await approve(await requestedBatch(maker, newBatch(2)), approver);
	await desk.pool.query(
		"update decision set voided_at = now() where payment_id in (select id from payment where batch_id = $1)",
		[batch.id],
	);
	const [one, two] = [await paymentOf(batch, 1), await paymentOf(batch, 2)];
	expect(await desk.send(one)).toBe("approvals_missing");
	const seen = await readBatch(viewer, batch);
	expect(seen.approval?.totals).toMatchObject([{ count: 1 }]);
	expect(await desk.send(two)).toBe("approvals_missing");
	await expect(approve(seen, admin)).rejects.toMatchObject({ code: "stale_version" });
	expect(await approve(await readBatch(viewer, batch), admin)).toMatchObject({ counts: { approved: 2 } });
});
