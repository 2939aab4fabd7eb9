import { beforeEach, describe, expect, test } from "vitest";
import { allowedActions } from "#components/batches/allowed-actions.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { DAY_MS } from "#lib/dates.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { changeRow } from "#server/batches/draft/change-row.ts";
import { copyBatch } from "#server/batches/draft/copy-batch.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { newBatch, newRow, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { say, shiftDeadline } from "#tests/support/desk/resolution.ts";
import { accept, newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertLine } from "#tests/support/rows/insert-line.ts";
import { keepLevel } from "#tests/support/rows/keep-level.ts";

const desk = await openPaymentDesk();
const { maker, approver, admin, viewer } = desk;

beforeEach(async () => {
	await desk.pool.query("update payment set state = 'cancelled' where state in ('approved', 'awaiting_approval')");
});

const rowsOf = async ({ id }: Batch) => (await listRows(viewer, { id, limit: 500 })).items;
const numbersOf = async (batch: Batch) => (await rowsOf(batch)).map(({ destination }) => destination);
const unpaidOf = ({ id }: Batch) =>
	copyBatch(maker, { id, name: "Once more", amounts: "kept", rows: "unpaid" }, desk.key());
const request = ({ id, version }: Batch) => decideBatch(maker, { id, version, decision: "request" });
const offers = async (batch: Batch) => allowedActions(await readBatch(viewer, batch), maker.member);

/** Approves and sends a requested batch whose rows of these numbers the service refuses, and lets more than a week pass. */
async function sent(batch: Batch, refused: readonly number[] = []): Promise<Batch> {
	const { id, version } = batch;
	await decideBatch(approver, { id, version, decision: "approve" });
	for (const { n, paymentId } of await rowsOf(batch)) {
		desk.script.post = refused.includes(n) ? (respond) => respond.json(422, { detail: "refused" }) : accept();
		await desk.send({ id: paymentId ?? "" });
	}
	desk.clock.advance(9 * DAY_MS);
	return batch;
}

describe("a new batch of unpaid rows", () => {
	test("has no row that a copy, or a copy of a copy, has paid, also with a corrected number; nothing is left in the end", async () => {
		const first = await sent(await requestedBatch(maker, newBatch(3)), [1, 2]);
		const [, other] = await numbersOf(first);
		const copy = await unpaidOf(first);
		const mended = await changeRow(maker, { id: copy.id, n: 1, version: 1, destination: newPayout().destination });
		const second = await sent(await request(mended), [2]);
		for (const batch of [first, second]) expect(await numbersOf(await unpaidOf(batch))).toEqual([other]);
		await sent(await request(await unpaidOf(second)));
		for (const batch of [first, second]) {
			expect(await offers(batch)).toEqual(["copy"]);
			await expect(unpaidOf(batch)).rejects.toMatchObject({ code: "conflict" });
		}
	});

	test("is made while another row stays pending at its operator, and not while a row waits to be sent", async () => {
		const batch = await requestedBatch(maker, newBatch(2));
		await decideBatch(approver, { id: batch.id, version: batch.version, decision: "approve" });
		const [first, second] = await rowsOf(batch);
		desk.script.post = (respond) => respond.json(422, { detail: "refused" });
		await desk.send({ id: first?.paymentId ?? "" });
		expect(await offers(batch)).not.toContain("again");
		desk.script.post = accept("pending");
		await desk.send({ id: second?.paymentId ?? "" });
		expect((await readBatch(viewer, batch)).state).toBe("sending");
		expect(await offers(batch)).toEqual(["again", "copy"]);
		expect(await numbersOf(await unpaidOf(batch))).toEqual([first?.destination]);
	});

	test("has a row again whose payout in a copy was rejected, and not while it waits", async () => {
		const first = await sent(await requestedBatch(maker, newBatch(2)), [1, 2]);
		const copy = await request(await unpaidOf(first));
		expect(await offers(first)).not.toContain("again");
		await decideBatch(approver, { id: copy.id, version: copy.version, decision: "reject", reason: "Wrong month" });
		expect(await offers(first)).toContain("again");
		expect(await numbersOf(await unpaidOf(first))).toEqual(await numbersOf(first));
	});

	test("has no row that was paid alone since; whoever is owed it twice is paid by an ordinary batch", async () => {
		const row = newRow();
		const first = await sent(await requestedBatch(maker, { name: "May", rows: [row, newRow()] }), [1, 2]);
		await desk.sent({ input: { destination: row.destination, amount: "1000" }, answer: accept() });
		desk.clock.advance(9 * DAY_MS);
		expect(await numbersOf(await unpaidOf(first))).toEqual((await numbersOf(first)).slice(1));
		expect(await createBatch(maker, { name: "June", rows: [row] }, desk.key())).toMatchObject({ faultCount: 0 });
	});

	test("asks for a reason when another such draft has paid its rows since", async () => {
		const first = await sent(await requestedBatch(maker, newBatch(1)), [1]);
		const [stale, one] = [await unpaidOf(first), await unpaidOf(first)];
		const [paid] = await rowsOf(await sent(await request(one)));
		await expect(request(stale)).rejects.toMatchObject({ code: "invalid_input", fields: { rows: "faulty" } });
		const faults = [{ field: null, code: "duplicate_suspected", payments: [paid?.paymentId] }];
		expect((await rowsOf(stale))[0]).toMatchObject({ faults });
	});

	test("is paid once when two such drafts are requested in the same moment, one with a corrected number", async () => {
		const first = await sent(await requestedBatch(maker, newBatch(1)), [1]);
		const other = await desk.person("maker");
		const copy = { id: first.id, name: "Again", amounts: "kept", rows: "unpaid" } as const;
		const [one, two] = [await copyBatch(maker, copy, desk.key()), await copyBatch(other, copy, desk.key())];
		const { destination } = newPayout();
		const mended = await changeRow(other, { id: two.id, n: 1, version: 1, destination });
		const asked = await Promise.allSettled([
			request(one),
			decideBatch(other, { id: two.id, version: mended.version, decision: "request" }),
		]);
		expect(asked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	});

	test("has no row that an unexplained line may have paid although two people said that it was not paid", async () => {
		const amount = "7310.00";
		const rows = [newRow({ amount }), newRow({ amount }), newRow({ amount: "7320" })];
		const batch = await requestedBatch(maker, { name: "Lost", rows });
		await decideBatch(approver, { id: batch.id, version: batch.version, decision: "approve" });
		desk.script.post = (respond) => respond.reset();
		for (const { paymentId: id } of await rowsOf(batch)) {
			await desk.send({ id: id ?? "" });
			await shiftDeadline(desk.pool, id ?? "", 20);
			for (const person of [approver, admin])
				await say(person, await readPayment(person, { kind: "payout", id: id ?? "" }), "not_paid");
		}
		expect(await offers(batch)).toContain("again");
		const { rows: permits } = await desk.pool.query("select max(permitted_at) as at from attempt");
		await insertLine(desk.system, { amount, created_at: permits[0].at });
		desk.clock.advance(DAY_MS * 2);
		await keepLevel(desk.system);
		await reconcileWallet(desk.system, { currency: "XOF" });
		expect(await numbersOf(await unpaidOf(batch))).toEqual((await numbersOf(batch)).slice(2));
	});
});
