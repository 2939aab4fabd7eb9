import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Batch } from "#lib/contracts/batch.ts";
import { DAY_MS } from "#lib/dates.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { stopBatch } from "#server/batches/decide/stop-batch.ts";
import { changeRow } from "#server/batches/draft/change-row.ts";
import { changeRows } from "#server/batches/draft/change-rows.ts";
import { copyBatch } from "#server/batches/draft/copy-batch.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import { listBatches } from "#server/batches/list-batches.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { readDetails } from "#server/batches/read-details.ts";
import { blockNumber } from "#server/recipients/block-number.ts";
import { changeRecipient } from "#server/recipients/change-recipient.ts";
import { createRecipient } from "#server/recipients/create-recipient.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { newBatch, newRow, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { setTiers } from "#tests/support/desk/payout-tiers.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { maker, approver, admin, viewer, database } = desk;

beforeEach(async () => {
	await desk.pool.query(
		"update payment set state = 'cancelled' where state in ('approved', 'awaiting_approval', 'sending')",
	);
	await desk.pool.query("select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))");
});
afterEach(async () => {
	desk.script.instead = null;
	await setTiers(database, null);
});

const rowsOf = async ({ id }: Batch) => (await listRows(viewer, { id, limit: 500 })).items;
const approve = (batch: Batch, by = approver) =>
	decideBatch(by, { id: batch.id, version: batch.version, decision: "approve" });

test("whoever changed a row of the draft cannot approve its payout, and the change stands in the audit log", async () => {
	const draft = await createBatch(maker, newBatch(2), desk.key());
	const mended = await changeRow(admin, { id: draft.id, n: 1, version: 1, amount: "2000" });
	const batch = await decideBatch(maker, { id: draft.id, version: mended.version, decision: "request" });
	await expect(approve(batch, admin)).rejects.toMatchObject({ code: "own_approval" });
	const entries = await auditEntries(database, { subject_id: batch.id, action: "batch.row_changed" });
	expect(entries).toMatchObject([{ member_id: admin.member.id, action: "batch.row_changed" }]);
	expect(await approve(batch)).toMatchObject({ counts: { approved: 2 } });
});

test("whoever changed a row cannot approve it in a copy either, until it was paid", async () => {
	const draft = await createBatch(maker, newBatch(2), desk.key());
	const mended = await changeRow(admin, { id: draft.id, n: 1, version: 1, amount: "2000" });
	const first = await decideBatch(maker, { id: draft.id, version: mended.version, decision: "request" });
	await decideBatch(approver, { id: first.id, version: first.version, decision: "reject", reason: "Wrong month" });
	const requestedCopy = async ({ id }: Batch) => {
		const copy = await copyBatch(maker, { id, name: "June", amounts: "kept" }, desk.key());
		return decideBatch(maker, { id: copy.id, version: copy.version, decision: "request" });
	};
	const second = await requestedCopy(first);
	await expect(approve(second, admin)).rejects.toMatchObject({ code: "own_approval" });
	for (const { paymentId } of await rowsOf(await approve(second))) await desk.send({ id: paymentId ?? "" });
	desk.clock.advance(3 * DAY_MS);
	expect(await approve(await requestedCopy(second), admin)).toMatchObject({ counts: { approved: 2 } });
});

test("a pause that is committed while a permit waits for its turn keeps the payout from leaving", async () => {
	const batch = await approve(await requestedBatch(maker, newBatch(1)));
	const [row] = await rowsOf(batch);
	const pausing = Promise.withResolvers<void>();
	const paused = database.transaction().execute(async (trx) => {
		const at = desk.clock.now();
		await updateRows(trx, "batch", { id: batch.id }, { paused_at: at, paused_by: admin.member.id });
		await recordAudit(trx, {
			...{ at, memberId: admin.member.id, action: "batch.paused", details: {} },
			...{ subjectKind: "batch", subjectId: batch.id },
		});
		await pausing.promise;
	});
	const sent = desk.send({ id: row?.paymentId ?? "" });
	await untilWaiting(database, 1);
	pausing.resolve();
	await paused;
	expect(await sent).toBe("batch_paused");
	expect(desk.posts()).toHaveLength(0);
});

test("a stop waits for the permit that is being committed, and ends the rest, though the batch changes meanwhile", async () => {
	const batch = await approve(await requestedBatch(maker, newBatch(3)));
	const [row] = await rowsOf(batch);
	const client = await desk.pool.connect();
	await client.query(`begin; set local session_replication_role = replica;
		update batch set version = version + 1 where id = '${batch.id}';
		update payment set state = 'sending', version = version + 1 where id = '${row?.paymentId}'`);
	const stopped = stopBatch(maker, { id: batch.id, reason: "Enough" });
	await untilWaiting(database, 1);
	await client.query("commit");
	client.release();
	expect((await stopped).counts).toEqual({ sending: 1, cancelled: 2 });
});

test("ten thousand equal rows of a batch are checked within a web process's memory, and named", async () => {
	const same = newRow();
	const rows = Array.from({ length: 10_000 }, () => same);
	const before = process.memoryUsage().heapUsed;
	const batch = await createBatch(maker, { name: "Equal", rows }, desk.key());
	expect(batch.faultCount).toBe(9_999);
	expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * 1_024 * 1_024);
});

test("a request that finds a warning or facts which the draft did not show is refused once, so that its maker sees them", async () => {
	const [moved = "", plain = ""] = [newPayout(), newPayout()].map(({ destination }) => destination);
	const recipient = (name: string, number: string) => createRecipient(maker, { name, number }, desk.key());
	const [ali, awa] = [await recipient("Ali Diallo", moved), await recipient("Awa Koné", plain)];
	const rows = [newRow({ destination: moved, name: "" }), newRow({ destination: plain, name: "", operator: "" })];
	const request = (batch: Batch) => decideBatch(maker, { id: batch.id, version: batch.version, decision: "request" });
	const draft = await createBatch(maker, { name: "Salaries", rows }, desk.key());
	await changeRecipient(maker, { id: ali.id, version: ali.version, number: newPayout().destination });
	await expect(request(draft)).rejects.toMatchObject({ code: "stale_version" });
	const warned = await readBatch(viewer, draft);
	expect((await rowsOf(draft))[0]?.warnings).toContainEqual({ code: "left_book", name: "Ali Diallo" });
	await changeRecipient(maker, { id: awa.id, version: awa.version, operator: "wave-ci" });
	await expect(request(warned)).rejects.toMatchObject({ code: "stale_version" });
	expect((await rowsOf(draft))[1]).toMatchObject({ operator: "wave-ci" });
	expect(await request(await readBatch(viewer, draft))).toMatchObject({ counts: { awaiting_approval: 2 } });
});

describe("a reason for a duplicate in a draft", () => {
	const REASON = "Two weeks of work";
	const pay = async (destination: string) => {
		let other = await createBatch(maker, { name: "Other", rows: [newRow({ destination })] }, desk.key());
		const [row] = await rowsOf(other);
		if (row?.faults.length) other = await changeRow(maker, { id: other.id, n: 1, version: 1, duplicateReason: REASON });
		const asked = await decideBatch(maker, { id: other.id, version: other.version, decision: "request" });
		return (await rowsOf(asked))[0]?.paymentId ?? "";
	};
	const request = ({ id, version }: Batch) => decideBatch(maker, { id, version, decision: "request" });
	const faultsOf = async (batch: Batch) => (await rowsOf(batch))[0]?.faults;

	test("covers the payouts that were named, and none that came later", async () => {
		const { destination } = newPayout();
		await pay(destination);
		const draft = await createBatch(maker, { name: "Salaries", rows: [newRow({ destination })] }, desk.key());
		const confirm = (version: number) => changeRow(maker, { id: draft.id, n: 1, version, duplicateReason: REASON });
		const confirmed = await confirm(1);
		expect(confirmed.faultCount).toBe(0);
		const later = await pay(destination);
		await expect(request(confirmed)).rejects.toMatchObject({ code: "invalid_input", fields: { rows: "faulty" } });
		expect(await faultsOf(draft)).toMatchObject([{ code: "duplicate_suspected", payments: [later] }]);
		await expect(confirm(2)).rejects.toMatchObject({ code: "stale_version" });
		const all = changeRows(maker, { id: draft.id, version: confirmed.version, rows: "repeated", reason: REASON });
		await expect(all).rejects.toMatchObject({ code: "stale_version" });
		expect(await request(await confirm(3))).toMatchObject({ state: "awaiting_approval" });
	});

	test("says nothing about another number, or one that cannot be read", async () => {
		const [one, other] = [newPayout().destination, newPayout().destination];
		await pay(one);
		const named = await pay(other);
		const draft = await createBatch(maker, { name: "Salaries", rows: [newRow({ destination: one })] }, desk.key());
		const change = (version: number, set: object) => changeRow(maker, { id: draft.id, n: 1, version, ...set });
		await change(1, { duplicateReason: REASON });
		const moved = await change(2, { destination: other, duplicateReason: REASON });
		const faults = [{ code: "duplicate_suspected", payments: [named] }];
		expect((await rowsOf(moved))[0]).toMatchObject({ duplicateReason: null, faults });
		const plain = await change(3, { destination: one });
		expect((await rowsOf(plain))[0]).toMatchObject({ duplicateReason: null });
		await change(4, { duplicateReason: REASON });
		await change(5, { destination: "12" });
		expect((await rowsOf(draft))[0]).toMatchObject({ duplicateReason: null });
	});
});

describe("a duplicate that came after the request", () => {
	async function withNewTwin(): Promise<{ batch: Batch; twin: string }> {
		const { destination } = newPayout();
		const batch = await requestedBatch(maker, { name: "Salaries", rows: [newRow({ destination }), newRow()] });
		let other = await createBatch(maker, { name: "Again", rows: [newRow({ destination })] }, desk.key());
		other = await changeRow(maker, { id: other.id, n: 1, version: 1, duplicateReason: "Two weeks of work" });
		const again = await approve(
			await decideBatch(maker, { id: other.id, version: other.version, decision: "request" }),
		);
		return { batch, twin: (await rowsOf(again))[0]?.paymentId ?? "" };
	}

	test("refuses the approval of the whole batch, and names the payouts to compare; is confirmed with one reason for the batch", async () => {
		const { batch, twin } = await withNewTwin();
		await expect(approve(batch)).rejects.toMatchObject({ code: "duplicate_suspected", payments: [twin] });
		expect(await readBatch(viewer, batch)).toMatchObject({ counts: { awaiting_approval: 2 } });
		const duplicate = { of: [twin], reason: "Two weeks of work" };
		const input = { id: batch.id, version: batch.version, decision: "approve", duplicate } as const;
		expect(await decideBatch(approver, input)).toMatchObject({ state: "sending", counts: { approved: 2 } });
	});
});

test("rows that exceed a limit which was lowered since, or whose number was blocked since, are named, and the batch is approved only without them", async () => {
	const rows = [newRow(), newRow({ amount: "9000" }), newRow()];
	const batch = await requestedBatch(maker, { name: "Salaries", rows });
	await setTiers(database, { per_payment: "5000.00", changed_at: desk.clock.now() });
	await blockNumber(maker, { number: rows[2]?.destination ?? "", reason: "Reported as stolen" });
	const named = { overLimit: { count: 1, rows: [{ n: 2 }] }, blocked: { count: 1, rows: [{ n: 3 }] } };
	expect(await readDetails(viewer, batch)).toMatchObject(named);
	const limit = { kind: "payment", limit: "5000.00" };
	await expect(approve(batch)).rejects.toMatchObject({ code: "limit_exceeded", limit });
	const { id, version } = batch;
	const left = await decideBatch(admin, { id, version, decision: "reject", rows: [2, 3], reason: "Too much" });
	expect(await approve(left)).toMatchObject({ counts: { approved: 1, rejected: 2 } });
	expect(await readDetails(viewer, batch)).toMatchObject({ overLimit: { count: 0 }, blocked: { count: 0 } });
});

test("a batch with rows that wait for approval is among those that wait, however many came after it", async () => {
	const batch = await requestedBatch(maker, newBatch(1));
	for (let n = 0; n < 3; n++) await createBatch(maker, newBatch(1), desk.key());
	const { items } = await listBatches(approver, { waiting: "1", limit: 2 });
	expect(items.map(({ id }) => id)).toEqual([batch.id]);
	expect(await listBatches(approver, { cursor: "gone" })).toEqual(await listBatches(approver, {}));
});

test.each(["needs_review", "may_have_left", "not_sent"] as const)(
	"three rows that ended as %s pause the rest",
	async (state) => {
		const batch = await approve(await requestedBatch(maker, newBatch(4)));
		const rows = await rowsOf(batch);
		const failed = rows.slice(0, 3).map(({ paymentId }) => paymentId);
		await desk.pool.query("update payment set state = $1 where id = any($2)", [state, failed]);
		expect(await readBatch(viewer, batch)).toMatchObject({ state: "paused", paused: { by: null } });
		expect(await desk.send({ id: rows[3]?.paymentId ?? "" })).toBe("batch_paused");
	},
);

test("a batch of which some rows left and one waits for approval again can be paused and stopped", async () => {
	const batch = await approve(await requestedBatch(maker, newBatch(3)));
	const [first] = await rowsOf(batch);
	await desk.pool.query("update payment set state = 'awaiting_approval' where id = $1", [first?.paymentId]);
	expect(await readBatch(viewer, batch)).toMatchObject({ state: "sending", approval: {} });
});

test("a batch whose id cannot be one is not found", async () => {
	await expect(readBatch(viewer, { id: "\0" })).rejects.toMatchObject({ code: "not_found" });
});
