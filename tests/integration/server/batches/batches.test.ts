import { beforeEach, describe, expect, test } from "vitest";
import { allowedActions } from "#components/batches/allowed-actions.ts";
import type { Batch, BatchInputRow } from "#lib/contracts/batch.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { stopBatch } from "#server/batches/decide/stop-batch.ts";
import { changeRow } from "#server/batches/draft/change-row.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { pauseBatch } from "#server/batches/pause-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { resumeBatch } from "#server/batches/resume-batch.ts";
import type { Context } from "#server/context.ts";
import { countPausedBatches } from "#server/overview/count-paused-batches.ts";
import { wakeWallets } from "#server/payment-records/send-job.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { correctPayout } from "#server/payments/request/correct-payout.ts";
import { newBatch, newRow, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { setTiers } from "#tests/support/desk/payout-tiers.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { maker, approver, admin, viewer, database } = desk;

beforeEach(async () => {
	await desk.pool.query("update payment set state = 'cancelled' where state in ('approved', 'awaiting_approval')");
	await setTiers(database, null);
	await database.deleteFrom("payout_rule").execute();
	await desk.pool.query("select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))");
});

const rows = (count: number) => newBatch(count).rows;
const created = (input: BatchInputRow[], by: Context = maker) =>
	createBatch(by, { name: "Salaries", rows: input }, desk.key());
const decided = (batch: Batch, decision: "request" | "approve" | "reject" | "cancel", by: Context) =>
	decideBatch(by, { id: batch.id, version: batch.version, decision });
async function approvedBatch(count: number): Promise<Batch> {
	return decided(await requestedBatch(maker, newBatch(count)), "approve", approver);
}
const rowsOf = async ({ id }: Batch) => (await listRows(viewer, { id, limit: 500 })).items;
const faultsOf = async (batch: Batch) => (await rowsOf(batch)).map(({ faults }) => faults.map(({ code }) => code));
async function sendAll(batch: Batch): Promise<void> {
	for (const { paymentId } of await rowsOf(batch)) if (paymentId) await desk.send({ id: paymentId });
}

describe("a draft", () => {
	test("keeps every row, and names what is wrong with each", async () => {
		const batch = await created([
			newRow(),
			newRow({ destination: "12" }),
			newRow({ amount: "1,5" }),
			newRow({ operator: "Nobody" }),
			newRow({ currency: "EUR" }),
			newRow({ operator: "", destination: "21 00 00 00 01" }),
			newRow({ destination: "", amount: "" }),
		]);
		expect(batch).toMatchObject({ state: "draft", rowCount: 7, faultCount: 6, counts: {} });
		expect(batch.totals).toEqual([{ currency: "XOF", amount: "1000.00", count: 1 }]);
		expect(await faultsOf(batch)).toEqual([
			[],
			["too_short"],
			["too_many_decimals"],
			["operator_unknown"],
			["wallet_unknown"],
			["operator_unclear"],
			["required", "required"],
		]);
	});

	test("is mended in place: a row is corrected, left out with a reason, or confirmed as a duplicate", async () => {
		const same = newRow();
		let batch = await created([newRow({ destination: "12" }), same, same, newRow({ amount: "x" })]);
		expect(await faultsOf(batch)).toEqual([["too_short"], [], ["repeated_row"], ["not_a_number"]]);
		expect(batch).toMatchObject({ repeatedCount: 1, repeatedRows: [3] });
		expect((await rowsOf(batch))[2]?.faults).toEqual([{ field: null, code: "repeated_row", row: 2 }]);
		const change = async (n: number, set: object) => {
			batch = await changeRow(maker, { id: batch.id, n, version: 1, ...set });
		};
		await change(1, { destination: "0702030405" });
		await change(3, { duplicateReason: "Two weeks of work" });
		await change(4, { leftOut: "Left the company" });
		expect(batch).toMatchObject({ faultCount: 0, leftOutCount: 1 });
		expect((await rowsOf(batch)).map(({ state }) => state)).toEqual(["ready", "ready", "ready", "left_out"]);
	});

	test("asks again for a row that has its reason when it changes, or one above it becomes its equal or comes back", async () => {
		const same = newRow();
		const batch = await created([newRow({ destination: "12" }), same, same]);
		const reason = { duplicateReason: "Two weeks of work" };
		const change = (n: number, version: number, set: object) => changeRow(maker, { id: batch.id, n, version, ...set });
		await change(3, 1, reason);
		await change(1, 1, { destination: same.destination });
		expect(await faultsOf(batch)).toEqual([[], ["repeated_row"], ["repeated_row"]]);
		await change(1, 2, { leftOut: "On leave" });
		await change(3, 3, reason);
		// The row's dialog sends an earlier reason along with the new amount.
		await change(3, 4, { amount: "2000", ...reason });
		await change(3, 5, { ...same, duplicateReason: "Three weeks of work" });
		expect((await rowsOf(batch))[2]).toMatchObject({ duplicateReason: null, faults: [{ code: "repeated_row" }] });
		await change(3, 6, { ...same, ...reason });
		expect(await faultsOf(batch)).toEqual([[], [], []]);
		await change(1, 3, { leftOut: null });
		expect(await faultsOf(batch)).toEqual([[], ["repeated_row"], ["repeated_row"]]);
	});

	test("is changed by its maker or an admin, each row at the version that they saw", async () => {
		const batch = await created(rows(1));
		const change = { id: batch.id, n: 1, version: batch.version, amount: "2000" };
		await expect(changeRow(approver, change)).rejects.toMatchObject({ code: "forbidden" });
		const other = await desk.person("maker");
		await expect(changeRow(other, change)).rejects.toMatchObject({ code: "forbidden" });
		await changeRow(admin, change);
		await expect(changeRow(maker, change)).rejects.toMatchObject({ code: "stale_version" });
	});

	test("names an equal payout of the last day, and limits counted over the rows", async () => {
		const earlier = await desk.approved({ destination: "+2250799000001", amount: "1000" });
		await setTiers(database, { per_person_day: "48000", changed_at: desk.clock.now() });
		const batch = await created([newRow({ destination: "+2250799000001" }), newRow(), newRow(), newRow()]);
		const found = await rowsOf(batch);
		expect(found[0]?.faults).toEqual([{ field: null, code: "duplicate_suspected", payments: [earlier.id] }]);
		const heavy = await created([newRow({ amount: "40000" }), newRow({ amount: "9000" }), newRow({ amount: "500" })]);
		expect(await faultsOf(heavy)).toEqual([[], ["limit_person_day"], []]);
	});

	test("of one key and body is one batch; another body under the key is refused", async () => {
		const [key, input] = [desk.key(), { name: "Salaries", rows: rows(2) }];
		const one = await createBatch(maker, input, key);
		expect((await createBatch(maker, input, key)).id).toBe(one.id);
		const other = createBatch(maker, { ...input, name: "Others" }, key);
		await expect(other).rejects.toMatchObject({ code: "idempotency_key_reused" });
	});
});

describe("a request", () => {
	test("makes one waiting payout of each row, with its name, and none of a row that is left out", async () => {
		let batch = await created([newRow({ name: "Awa", purpose: "May" }), newRow()]);
		batch = await changeRow(maker, { id: batch.id, n: 2, version: 1, leftOut: "On leave" });
		batch = await decided(batch, "request", maker);
		expect(batch).toMatchObject({ state: "awaiting_approval", counts: { awaiting_approval: 1 } });
		const [first] = await rowsOf(batch);
		const payment = await desk.row(first?.paymentId ?? "");
		const shown = await readPayment(viewer, { kind: "payout", id: payment.id });
		expect(shown.batch).toEqual({ id: batch.id, name: batch.name });
		expect(payment).toMatchObject({ recipient_name: "Awa", note: "May", batch_id: batch.id, batch_row: 1 });
		await expect(decided(batch, "request", maker)).rejects.toMatchObject({ code: "conflict" });
	});

	test("is refused while a row is faulty, and by anybody but the maker", async () => {
		const faulty = await created([newRow({ amount: "" })]);
		await expect(decided(faulty, "request", maker)).rejects.toMatchObject({ fields: { rows: "faulty" } });
		const batch = await created(rows(1));
		await expect(decided(batch, "request", admin)).rejects.toMatchObject({ code: "forbidden" });
	});

	test("of a thousand rows takes a few statements, whatever their number", async () => {
		const batch = await requestedBatch(maker, newBatch(1_000));
		expect(batch.counts).toEqual({ awaiting_approval: 1_000 });
	});
});

describe("an approval", () => {
	test("covers every row; its total decides how many people approve", async () => {
		await setTiers(database, { one_approver_up_to: "2500.00" });
		const batch = await requestedBatch(maker, newBatch(3));
		expect(batch.approval).toMatchObject({ given: [], needed: 2 });
		await expect(decided(batch, "approve", maker)).rejects.toMatchObject({ code: "forbidden" });
		const half = await decided(batch, "approve", approver);
		expect(half).toMatchObject({ state: "awaiting_approval", approval: { needed: 2 } });
		await expect(decided(half, "approve", approver)).rejects.toMatchObject({ code: "already_approved" });
		const whole = await decided(half, "approve", admin);
		expect(whole).toMatchObject({ state: "sending", counts: { approved: 3 } });
	});

	test("is never given by its maker, whatever the role; does not cover a payout that a correction changed: rows of a batch are not corrected", async () => {
		const batch = await decided(await created(rows(2), admin), "request", admin);
		await expect(decided(batch, "approve", admin)).rejects.toMatchObject({ code: "own_approval" });
		expect(await decided(batch, "reject", approver)).toMatchObject({ state: "cancelled", counts: { rejected: 2 } });
		const waiting = await requestedBatch(maker, newBatch());
		const [first] = await rowsOf(waiting);
		const correction = { id: first?.paymentId ?? "", version: 1, amount: "999999" };
		await expect(correctPayout(maker, correction)).rejects.toMatchObject({ code: "conflict" });
	});
});

describe("sending", () => {
	test("pays each row once, and the batch is done", async () => {
		const batch = await approvedBatch(5);
		await sendAll(batch);
		await sendAll(batch);
		expect(desk.posts()).toHaveLength(5);
		expect(await readBatch(viewer, batch)).toMatchObject({ state: "done", counts: { succeeded: 5 } });
	});

	test("a paused batch sends nothing more until somebody resumes it", async () => {
		const batch = await approvedBatch(3);
		const [first, second] = await rowsOf(batch);
		await desk.send({ id: first?.paymentId ?? "" });
		expect(await pauseBatch(maker, { id: batch.id, reason: "Wrong month" })).toMatchObject({
			state: "paused",
			paused: { by: maker.member.name },
		});
		expect(await desk.send({ id: second?.paymentId ?? "" })).toBe("batch_paused");
		expect(desk.posts()).toHaveLength(1);
		expect(await resumeBatch(approver, batch)).toMatchObject({ state: "sending", paused: null });
		await sendAll(batch);
		expect(desk.posts()).toHaveLength(3);
	});

	test("only an approver, or the member who paused it, resumes it", async () => {
		const batch = await approvedBatch(1);
		await pauseBatch(approver, { id: batch.id, reason: "These look wrong" });
		await expect(resumeBatch(maker, batch)).rejects.toMatchObject({ code: "forbidden" });
		await resumeBatch(approver, batch);
		await pauseBatch(maker, { id: batch.id, reason: "Wrong month" });
		const demoted = { ...maker, member: { ...maker.member, role: "viewer" as const } };
		expect(await countPausedBatches(maker, "reader")).toMatchObject([{ kind: "batch_paused" }]);
		expect(await countPausedBatches(demoted, "reader")).toEqual([]);
		expect(await resumeBatch(maker, batch)).toMatchObject({ state: "sending", paused: null });
	});

	test("stops by itself after too many failures, and an approver lets it go on", async () => {
		desk.script.post = (respond) => respond.json(422, { detail: "refused" });
		const batch = await approvedBatch(6);
		await sendAll(batch);
		expect(desk.posts()).toHaveLength(3);
		expect(await readBatch(viewer, batch)).toMatchObject({ state: "paused", paused: { by: null, at: null } });
		const paused = await pauseBatch(maker, { id: batch.id });
		expect(allowedActions(paused, maker.member)).not.toContain("resume");
		expect(await countPausedBatches(maker, "reader")).toEqual([]);
		await expect(resumeBatch(maker, batch)).rejects.toMatchObject({ code: "forbidden" });
		await resumeBatch(approver, batch);
		await sendAll(batch);
		expect(desk.posts()).toHaveLength(6);
	});

	test("a row that was not paid names the reason, as its payment does", async () => {
		desk.script.post = (respond) => respond.json(422, { code: "recipient_not_found", detail: "unknown number" });
		const batch = await approvedBatch(1);
		await sendAll(batch);
		const [row] = await rowsOf(batch);
		expect(row).toMatchObject({ state: "refused", failureReason: null });
		const { history } = await readPayment(viewer, { kind: "payout", id: row?.paymentId ?? "" });
		expect(row?.fault?.words).toContain("recipient_not_found");
		expect(history.at(-1)?.details).toMatchObject({ ...row?.fault });
		const failed = { state: "failed", failure_reason: "wrong_pin" } as const;
		await updateRows(database, "payment", { id: row?.paymentId ?? "" }, failed);
		expect((await rowsOf(batch))[0]).toMatchObject({ state: "failed", failureReason: "wrong_pin", fault: null });
	});

	test("what has not left can be cancelled, the rest stays", async () => {
		const batch = await approvedBatch(3);
		const [first] = await rowsOf(batch);
		await desk.send({ id: first?.paymentId ?? "" });
		const stopped = await stopBatch(maker, { id: batch.id, reason: "Enough" });
		expect(stopped.counts).toEqual({ succeeded: 1, cancelled: 2 });
		await sendAll(batch);
		expect(desk.posts()).toHaveLength(1);
	});

	test("single payouts leave before those of a batch", async () => {
		await approvedBatch(3);
		const single = await desk.approved(newPayout());
		await desk.pool.query("select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))");
		await wakeWallets(database, { ...desk.system.config, payoutLanes: 1 }, 1);
		const jobs = await desk.jobs("send_payment");
		expect(jobs.map(({ payload }) => payload.paymentId)).toEqual([single.id]);
	});
});
