import { beforeEach, describe, expect, test } from "vitest";
import { allowedActions } from "#components/batches/allowed-actions.ts";
import type { Batch, BatchDecision, BatchRequest } from "#lib/contracts/batch.ts";
import { DAY_MS } from "#lib/dates.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { changeRow } from "#server/batches/draft/change-row.ts";
import { changeRows } from "#server/batches/draft/change-rows.ts";
import { copyBatch } from "#server/batches/draft/copy-batch.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import { listBatches } from "#server/batches/list-batches.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { readDetails } from "#server/batches/read-details.ts";
import type { Context } from "#server/context.ts";
import { findReturnedBatches } from "#server/overview/find-own-requests.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { archiveRecipient } from "#server/recipients/archive-recipient.ts";
import { changeRecipient } from "#server/recipients/change-recipient.ts";
import { createRecipient } from "#server/recipients/create-recipient.ts";
import { eraseRecipient } from "#server/recipients/erase-recipient.ts";
import { beginStepUp } from "#server/second-factor/step-up/begin-step-up.ts";
import { newBatch, newRow, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { setTiers } from "#tests/support/desk/payout-tiers.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertReading } from "#tests/support/rows/insert-reading.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";

const desk = await openPaymentDesk();
const { maker, approver, admin, viewer, database } = desk;

beforeEach(async () => {
	await desk.pool.query("update payment set state = 'cancelled' where state in ('approved', 'awaiting_approval')");
	await setTiers(database, null);
});

const rowsOf = async ({ id }: Batch) => (await listRows(viewer, { id, limit: 500 })).items;
const decide = (batch: Batch, by: Context, said: Omit<BatchDecision, "version">) =>
	decideBatch(by, { id: batch.id, version: batch.version, ...said });
/** A batch paid so long ago that the same payouts are no duplicates. */
async function paidBatch(request: BatchRequest): Promise<Batch> {
	const batch = await decide(await requestedBatch(maker, request), approver, { decision: "approve" });
	for (const { paymentId } of await rowsOf(batch)) await desk.send({ id: paymentId ?? "" });
	desk.clock.advance(3 * DAY_MS);
	return batch;
}

describe("an approver", () => {
	test("leaves rows out with a reason; the others wait for everyone's approval anew", async () => {
		await setTiers(database, { one_approver_up_to: "100.00" });
		const batch = await decide(await requestedBatch(maker, newBatch(3)), approver, { decision: "approve" });
		const left = await decide(batch, admin, { decision: "reject", rows: [2], reason: "No longer works here" });
		expect(left).toMatchObject({ counts: { awaiting_approval: 2, rejected: 1 }, approvedBy: [] });
		expect(left.approval).toEqual({ given: [], needed: 2, totals: [{ currency: "XOF", amount: "2000.00", count: 2 }] });
		await expect(decide(batch, approver, { decision: "approve" })).rejects.toMatchObject({ code: "stale_version" });
		const first = await decide(left, approver, { decision: "approve" });
		desk.clock.advance(60_000);
		const { approvedBy } = await decide(first, admin, { decision: "approve" });
		expect(approvedBy).toMatchObject([approver, admin].map(({ member: { id, name } }) => ({ id, name })));
		expect(approvedBy?.[1]?.at).toBe(desk.clock.now().toISOString());
		expect((await rowsOf(batch)).map(({ state }) => state)).toEqual(["approved", "rejected", "approved"]);
	});

	test("names rows only to leave them out; says why rows are left out, or why it comes back", async () => {
		const batch = await requestedBatch(maker, newBatch(2));
		for (const decision of ["approve", "send_back"] as const)
			await expect(
				decide(batch, approver, { decision, rows: [1], reason: "No longer works here" }),
			).rejects.toMatchObject({ code: "invalid_input", fields: { rows: "invalid" } });
		const missing = { fields: { reason: "required" } };
		await expect(decide(batch, approver, { decision: "reject", rows: [1] })).rejects.toMatchObject(missing);
		await expect(decide(batch, approver, { decision: "send_back" })).rejects.toMatchObject(missing);
	});

	test("sees how many must approve by the row that needs most, be it the smallest", async () => {
		const known = newRow({ amount: "9 000" });
		await paidBatch({ name: "June", rows: [known] });
		await keepSetting(database, "new_numbers", { restMinutes: 0, secondPerson: true });
		const batch = await requestedBatch(maker, { name: "July", rows: [known, newRow()] });
		await keepSetting(database, "new_numbers", { restMinutes: 0, secondPerson: false });
		expect(batch.approval).toMatchObject({ given: [], needed: 2 });
	});

	test("sees the change since the last batch that was paid, and not since one that was rejected", async () => {
		const request = newBatch(3);
		const { id } = await paidBatch(request);
		await decide(await requestedBatch(maker, request), approver, { decision: "reject", reason: "Wrong month" });
		const draft = await createBatch(maker, request, desk.key());
		expect((await readDetails(viewer, draft)).since).toMatchObject({ id, added: 0, gone: 0, changed: 0 });
		// One recipient of three in common does not make a batch the successor of another.
		const few = await createBatch(maker, { name: "Suppliers", rows: request.rows.slice(0, 1) }, desk.key());
		expect((await readDetails(viewer, few)).since).toBeNull();
	});

	test("sees the largest rows of each currency, whatever the others' numbers", async () => {
		const { id } = await requestedBatch(maker, newBatch(12));
		await desk.pool.query(
			`update batch_row set facts = facts || '{"currency": "EUR", "amount": "900.00"}' where batch_id = $1 and n = 12`,
			[id],
		);
		const { largest } = await readDetails(viewer, { id });
		expect(largest.map(({ currency }) => currency).slice(0, 3)).toEqual(["XOF", "EUR", "XOF"]);
		expect(largest).toHaveLength(10);
	});

	test("is asked for a proof beside the largest payouts of each currency", async () => {
		const request = newBatch(12);
		const other = { destination: "+237670000001", currency: "XAF", operator: "MTN MoMo", amount: "900" };
		const batch = await requestedBatch(maker, { ...request, rows: [...request.rows, newRow(other)] });
		const need = { purpose: "approve", batch: { id: batch.id, version: batch.version } } as const;
		const { payments } = await beginStepUp(approver, { sessionKey: "a-session-of-approver", stage: "full", need });
		expect(payments.map(({ currency }) => currency).slice(0, 3)).toEqual(["XOF", "XAF", "XOF"]);
		expect(payments).toHaveLength(10);
	});

	test("sees what the rows that wait will cost: those that were left out cost nothing", async () => {
		await insertReading(desk.system, { balance: "9000.00", at: desk.clock.now(), updatedAt: desk.clock.now() });
		const batch = await requestedBatch(maker, newBatch(3));
		const wallet = { currency: "XOF", balance: "9000.00", others: "0.00" };
		expect(batch.outlook).toMatchObject([{ ...wallet, rest: "6000.00" }]);
		const other = await desk.requested({ amount: "500" });
		const left = await decide(batch, approver, { decision: "reject", rows: [2], reason: "No longer works here" });
		expect(left.outlook).toMatchObject([{ ...wallet, others: "500.00", rest: "6500.00" }]);
		expect(other.state).toBe("awaiting_approval");
	});

	test("sends it back: none of it is paid, its maker has its rows as a draft with the reason, and it says where they are", async () => {
		const batch = await requestedBatch(maker, newBatch(2));
		const back = await decide(batch, approver, { decision: "send_back", reason: "Wrong month" });
		expect(back).toMatchObject({ state: "cancelled", counts: { rejected: 2 } });
		const draft = (await listBatches(maker, {})).items.find(({ basedOn }) => basedOn === batch.id);
		const sentBack = { by: approver.member.name, reason: "Wrong month" };
		expect(draft).toMatchObject({ state: "draft", basedOn: batch.id, sentBack, maker: { id: maker.member.id } });
		expect(draft).toMatchObject({ rowCount: 2, faultCount: 0 });
		expect(back.sentBack).toEqual({ ...sentBack, draft: draft?.id });
		expect((await findReturnedBatches(maker))[0]).toEqual({ id: draft?.id, name: batch.name });
		expect(await findReturnedBatches(admin)).toEqual([]);
	});

	test("sends back what is left of it when its maker has withdrawn a row", async () => {
		const batch = await requestedBatch(maker, newBatch(2));
		const { id, version } = await desk.row((await rowsOf(batch))[0]?.paymentId ?? "");
		await decidePayout(maker, { id, version, decision: "cancel" });
		const left = await readBatch(viewer, batch);
		expect(allowedActions(left, approver.member)).toContain("send_back");
		// No key of its maker's is in the way of the new draft.
		await createBatch(maker, newBatch(), `sent-back-${batch.id}`);
		await decide(left, approver, { decision: "send_back", reason: "Wrong month" });
		const draft = (await listBatches(maker, {})).items.find(({ basedOn }) => basedOn === batch.id);
		expect(draft).toMatchObject({ state: "draft", rowCount: 1 });
	});
});

describe("as last time", () => {
	test("a new batch has the recipients of an earlier one, with its amounts or without", async () => {
		const earlier = await requestedBatch(maker, newBatch(3));
		await decide(earlier, maker, { decision: "cancel" });
		const kept = await copyBatch(maker, { id: earlier.id, name: "June", amounts: "kept" }, desk.key());
		expect(kept).toMatchObject({ name: "June", rowCount: 3, faultCount: 0, basedOn: earlier.id });
		const key = desk.key();
		const emptied = await copyBatch(maker, { id: earlier.id, name: "July", amounts: "emptied" }, key);
		expect(emptied).toMatchObject({ rowCount: 3, faultCount: 3 });
		const again = await copyBatch(maker, { id: earlier.id, name: "July", amounts: "emptied" }, key);
		expect(again.id).toBe(emptied.id);
		const other = copyBatch(maker, { id: earlier.id, name: "July", amounts: "kept" }, key);
		await expect(other).rejects.toMatchObject({ code: "idempotency_key_reused" });
	});

	test("it has nobody whom an approver left out, and everybody of a batch that was rejected as a whole", async () => {
		const copied = async ({ id }: Batch) =>
			(await copyBatch(maker, { id, name: "June", amounts: "kept" }, desk.key())).rowCount;
		const [some, whole] = [await requestedBatch(maker, newBatch(3)), await requestedBatch(maker, newBatch(2))];
		await decide(some, approver, { decision: "reject", rows: [2], reason: "No longer works here" });
		await decide(whole, approver, { decision: "reject", reason: "Wrong month" });
		expect([await copied(some), await copied(whole)]).toEqual([2, 2]);
	});
});

test("a new batch of the unpaid rows has what was refused or rejected, nothing that is paid, waits or is in doubt, and who changed a row still cannot approve it", async () => {
	const draft = await createBatch(maker, newBatch(5), desk.key());
	const mended = await changeRow(admin, { id: draft.id, n: 2, version: 1, amount: "2000" });
	const requested = await decideBatch(maker, { id: draft.id, version: mended.version, decision: "request" });
	const left = await decide(requested, approver, { decision: "reject", rows: [5], reason: "Left in May" });
	const batch = await decide(left, approver, { decision: "approve" });
	const [paid, refused, unknown] = (await rowsOf(batch)).map(({ paymentId }) => paymentId ?? "");
	await desk.send({ id: paid ?? "" });
	desk.script.post = (respond) => respond.json(422, { code: "recipient_not_found", detail: "unknown number" });
	await desk.send({ id: refused ?? "" });
	desk.script.post = (respond) => respond.reset();
	await desk.send({ id: unknown ?? "" });
	const states = (await rowsOf(batch)).map(({ state }) => state);
	expect(states).toEqual(["succeeded", "refused", "unknown", "approved", "rejected"]);
	const key = desk.key();
	const unpaid = { id: batch.id, name: "Once more", amounts: "kept", rows: "unpaid" } as const;
	const copy = await copyBatch(maker, unpaid, key);
	const destinations = (await rowsOf(batch)).map(({ destination }) => destination);
	expect((await rowsOf(copy)).map(({ destination }) => destination)).toEqual([destinations[1], destinations[4]]);
	expect((await copyBatch(maker, unpaid, key)).id).toBe(copy.id);
	// The earlier batch paid none of these rows, so a comparison with it would call them new and its other rows gone.
	expect((await readDetails(viewer, copy)).since).toBeNull();
	await expect(copyBatch(maker, { ...unpaid, rows: "all" }, key)).rejects.toMatchObject({
		code: "idempotency_key_reused",
	});
	const again = await decideBatch(maker, { id: copy.id, version: copy.version, decision: "request" });
	await expect(decide(again, admin, { decision: "approve" })).rejects.toMatchObject({ code: "own_approval" });
});

describe("a draft's rows", () => {
	test("that repeat others get one reason together, and those that cannot be sent are left out together", async () => {
		const rows = [...Array(3).fill(newRow()), newRow({ amount: "" })];
		let batch = await createBatch(maker, { name: "Equal", rows }, desk.key());
		expect(batch.faultCount).toBe(3);
		const change = (rows: "repeated" | "faulty", reason: string) =>
			changeRows(maker, { id: batch.id, version: batch.version, rows, reason });
		batch = await change("repeated", "Three weeks of work");
		expect(batch.faultCount).toBe(1);
		batch = await change("faulty", "Asks for a number");
		expect(batch).toMatchObject({ faultCount: 0, leftOutCount: 1 });
		expect(await decide(batch, maker, { decision: "request" })).toMatchObject({ counts: { awaiting_approval: 3 } });
	});

	test("warn of a number never paid, of another draft and of a payout that is nearly the same", async () => {
		const { destination } = newPayout();
		const alike = await desk.requested({ destination, amount: "1010" });
		const other = await createBatch(maker, { name: "Other", rows: [newRow({ destination })] }, desk.key());
		const batch = await createBatch(maker, { name: "This", rows: [newRow({ destination })] }, desk.key());
		expect((await rowsOf(batch))[0]?.warnings).toEqual([
			{ code: "alike", payments: [alike.id] },
			{ code: "other_draft", batches: [{ id: other.id, name: "Other" }] },
			{ code: "first_payment" },
		]);
		expect(batch).toMatchObject({ faultCount: 0, warnedCount: 1 });
		const requested = await decide(batch, maker, { decision: "request" });
		expect((await listRows(viewer, { id: batch.id, state: "warned" })).total).toBe(1);
		expect((await decide(requested, approver, { decision: "approve" })).warnedCount).toBe(0);
		expect((await listRows(viewer, { id: batch.id, state: "warned" })).total).toBe(0);
	});

	test("without an operator go to that of the book, else of the number's last payout, whatever the prefix", async () => {
		const [inBook, paid, fresh] = [newPayout(), newPayout(), newPayout()].map(({ destination }) => destination);
		await createRecipient(maker, { name: "Awa Koné", number: inBook ?? "", operator: "moov-ci" }, desk.key());
		await desk.sent({ input: { destination: paid, operator: "mtn-ci" } });
		const rows = [inBook, paid, fresh].map((destination) => newRow({ destination, operator: "", amount: "7000" }));
		const batch = await createBatch(maker, { name: "No operators", rows }, desk.key());
		const operators = async () => (await rowsOf(batch)).map(({ operator }) => operator);
		expect(await operators()).toEqual(["moov-ci", "mtn-ci", "orange-money-ci"]);
		await changeRow(maker, { id: batch.id, n: 1, version: 1, amount: "8000" });
		expect(await operators()).toEqual(["moov-ci", "mtn-ci", "orange-money-ci"]);
	});

	test("name whoever had the number in the book and has left it, or has another one", async () => {
		const [left, moved, free] = [newPayout(), newPayout(), newPayout()].map(({ destination = "" }) => destination);
		const add = (name: string, number = "") => createRecipient(maker, { name, number }, desk.key());
		const rows = [left, moved].map((destination) => newRow({ destination }));
		const [awa, ali] = [await add("Awa Koné", left), await add("Ali Diallo", moved)];
		const earlier = await decide(await requestedBatch(maker, { name: "May", rows }), maker, { decision: "cancel" });
		await archiveRecipient(maker, { id: awa.id });
		await changeRecipient(maker, { id: ali.id, version: ali.version, number: free });
		const copy = await copyBatch(maker, { id: earlier.id, name: "June", amounts: "kept" }, desk.key());
		const named = async () =>
			(await rowsOf(copy)).map(({ warnings }) => warnings.find(({ code }) => code === "left_book")?.name);
		expect(await named()).toEqual(["Awa Koné", "Ali Diallo"]);
		await add("Fatou Ba", left);
		await changeRow(maker, { id: copy.id, n: 1, version: 1, amount: "2000" });
		expect(await named()).toEqual([undefined, "Ali Diallo"]);
		await changeRecipient(maker, { id: ali.id, version: ali.version + 1, number: newPayout().destination });
		await eraseRecipient(admin, { id: ali.id });
		expect(await named()).toEqual([undefined, undefined]);
	});

	test("are changed by two people at once, each in another row", async () => {
		const batch = await createBatch(maker, newBatch(2), desk.key());
		const change = (by: Context, n: number, version: number) =>
			changeRow(by, { id: batch.id, n, version, amount: "2000" });
		await Promise.all([change(maker, 1, 1), change(admin, 2, 1)]);
		await expect(change(maker, 2, 1)).rejects.toMatchObject({ code: "stale_version" });
		expect((await rowsOf(batch)).map(({ amount }) => amount)).toEqual(["2000.00", "2000.00"]);
	});

	test("are checked again when another changes: the limits of the maker's day, and a purpose that many share", async () => {
		await setTiers(database, { per_person_day: "50000000", changed_at: desk.clock.now() });
		const shared = { purpose: "Autumn" };
		await desk.requested({ metadata: { note: shared.purpose } });
		const rows = ["30000000", "30000000", "1", "1", "1", "1"].map((amount) => newRow({ ...shared, amount }));
		const batch = await createBatch(maker, { name: "Heavy", rows }, desk.key());
		const codes = async () => (await rowsOf(batch)).map(({ faults }) => faults.map(({ code }) => code));
		expect(await codes()).toEqual([[], ["limit_person_day"], [], [], [], []]);
		await changeRow(maker, { id: batch.id, n: 1, version: 1, amount: "10000000" });
		expect((await codes()).flat()).toEqual([]);
		const alike = async () => JSON.stringify(await rowsOf(batch)).split('"alike"').length - 1;
		expect(await alike()).toBe(0);
		// Without a limit of the day only the rows that a change affects are checked.
		await setTiers(database, null);
		await changeRow(maker, { id: batch.id, n: 2, version: 1, amount: "7" });
		expect(await alike()).toBe(0);
		await changeRow(maker, { id: batch.id, n: 3, version: 1, purpose: "Winter" });
		expect(await alike()).toBe(5);
		await changeRow(maker, { id: batch.id, n: 3, version: 2, ...shared });
		expect(await alike()).toBe(0);
	});
});
