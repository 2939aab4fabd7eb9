/** Payments that a lost database sent and only a machine's journal names: guards and evidence include them. */
import { type Insertable, sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Decision } from "#lib/contracts/payment.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { newRow } from "#tests/support/desk/new-batch.ts";
import { setRule } from "#tests/support/desk/payout-tiers.ts";
import { agreeOnPermit, lostPayment } from "#tests/support/desk/resolution.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertLine } from "#tests/support/rows/insert-line.ts";

const desk = await openPaymentDesk();
const { database, maker, approver, admin, key, send } = desk;
const HOUR = 3_600_000;
const countOf = async (number: string) =>
	(await database.selectFrom("payment").select("id").where("phone_number", "=", number).execute()).length;

let permits = 0;

/** By default a payout of 45 000 XOF that a lost database sent now. Returns the lost payment's id. */
async function insertForgotten(
	facts: Partial<Insertable<Tables["forgotten_permit"]>> & { phone_number: string },
): Promise<string> {
	permits += 1;
	const at = facts.sent_at ?? desk.clock.now();
	const row = {
		...{ attempt_id: `LOST-ATTEMPT-${permits}`, payment_id: `LOST-${permits}`, kind: "payout" as const },
		...{ amount: "45000.00", currency: "XOF", environment: desk.system.config.environment, worker_id: "gone" },
		...{ sent_at: at, permitted_at: at, found_at: desk.clock.now() },
		...facts,
	};
	await database.insertInto("forgotten_permit").values(row).execute();
	return row.payment_id;
}

beforeEach(() => setRule(database, null));

describe("a payment of a lost database", () => {
	const reason = "The lost payment was another invoice";

	test("stands in the way of the same number and amount at the request, and a reason goes past it", async () => {
		const order = newPayout();
		const lost = await insertForgotten({ phone_number: order.destination });
		const typed = { amount: "45000", currency: "XOF", destination: order.destination };
		expect((await previewPayout(admin, typed)).duplicates).toEqual([lost]);
		await expect(requestPayout(maker, order, key())).rejects.toMatchObject({
			code: "duplicate_suspected",
			payments: [lost],
		});
		expect(await countOf(order.destination)).toBe(0);
		const made = await requestPayout(maker, { ...order, duplicate: { of: [lost], reason } }, key());
		expect(made.duplicate).toMatchObject({ of: [lost], reason });
		const approved = await decidePayout(approver, { id: made.id, decision: "approve", version: 1 });
		expect(await send(approved)).toBe("attempted");
	});

	test("stands in the way of a batch that has it as a row", async () => {
		const row = newRow({ amount: "45000" });
		const lost = await insertForgotten({ phone_number: row.destination });
		const { id } = await createBatch(maker, { name: "Salaries", rows: [row, newRow()] }, key());
		const { items } = await listRows(maker, { id, limit: 500 });
		expect(items.map(({ faults }) => faults)).toEqual([
			[{ field: null, code: "duplicate_suspected", payments: [lost] }],
			[],
		]);
	});

	test("another number, amount, currency, service or kind stands in nobody's way", async () => {
		const order = newPayout();
		const { destination: phone_number } = order;
		await insertForgotten({ phone_number: newPayout().destination });
		await insertForgotten({ phone_number, amount: "45001.00" });
		await insertForgotten({ phone_number, currency: "XAF" });
		await insertForgotten({ phone_number, environment: "another" });
		await insertForgotten({ phone_number, kind: "deposit" });
		expect((await requestPayout(maker, order, key())).duplicate).toBeNull();
	});

	test("that is found after the request must be seen by the approver; one found after the approval sends the payout back before the permit", async () => {
		const order = newPayout();
		const { id, version } = await requestPayout(maker, order, key());
		const lost = await insertForgotten({ phone_number: order.destination });
		const approve = (duplicate?: Decision["duplicate"]) =>
			decidePayout(approver, { id, version, decision: "approve", ...(duplicate ? { duplicate } : {}) });
		await expect(approve()).rejects.toMatchObject({ code: "duplicate_suspected", payments: [lost] });
		expect((await approve({ of: [lost], reason })).state).toBe("approved");
		await insertForgotten({ phone_number: order.destination });
		desk.scripted.requests.length = 0;
		expect(await send({ id })).toBe("duplicate_since");
		expect(desk.posts()).toEqual([]);
		expect(await desk.state(id)).toBe("awaiting_approval");
	});

	test("counts at any age until somebody closes it, then for a day after it was sent, like a paid one", async () => {
		const order = newPayout();
		const sent_at = new Date(desk.clock.now().getTime() - 30 * 24 * HOUR);
		const { destination: phone_number } = order;
		const old = await insertForgotten({ phone_number, sent_at });
		const fresh = await insertForgotten({ phone_number, sent_at: desk.clock.now() });
		const names = (payments: string[]) => ({ code: "duplicate_suspected", payments });
		await expect(requestPayout(maker, order, key())).rejects.toMatchObject(names([fresh, old]));
		await asOwner(database, (trx) =>
			trx.updateTable("forgotten_permit").set({ closed_at: desk.clock.now() }).execute(),
		);
		await expect(requestPayout(maker, order, key())).rejects.toMatchObject(names([fresh]));
		desk.clock.advance(24 * HOUR);
		expect((await requestPayout(maker, order, key())).duplicate).toBeNull();
	});

	test("is counted once where its payment is here and counts itself, and not where two people settled it unpaid", async () => {
		const order = newPayout();
		const { id } = await requestPayout(maker, order, key());
		await insertForgotten({ phone_number: order.destination, payment_id: id });
		await expect(requestPayout(maker, order, key())).rejects.toMatchObject({ payments: [id] });
		const put = (state: string) => withoutGuards(database, sql`update payment set state = ${state} where id = ${id}`);
		await put("cancelled");
		await expect(requestPayout(maker, order, key())).rejects.toMatchObject({ payments: [id] });
		await put("settled_not_paid");
		expect((await requestPayout(maker, order, key())).duplicate).toBeNull();
	});
});

test("a number's day counts what a lost database sent there that day, at the request and at the permit", async () => {
	await setRule(database, { per_destination_day: "100000.00" });
	const order = newPayout({ amount: "60000" });
	const { destination: phone_number } = order;
	const yesterday = new Date(desk.clock.now().getTime() - 86_400_000);
	await insertForgotten({ phone_number, amount: "40001.00", sent_at: yesterday });
	const asked = await requestPayout(maker, order, key());
	await insertForgotten({ phone_number, amount: "40001.00" });
	await expect(requestPayout(maker, { ...order, amount: "100" }, key())).rejects.toMatchObject({
		limit: { kind: "destination_day", used: "100001.00" },
	});
	await decidePayout(approver, { id: asked.id, decision: "approve", version: 1 });
	desk.scripted.requests.length = 0;
	expect(await send(asked)).toBe("over_limit");
	expect(desk.posts()).toEqual([]);
});

test("what a lost database sent at that time is a rival in the evidence, until somebody closes it", async () => {
	const payment = await lostPayment(desk, "payout", { amount: "61234" });
	await agreeOnPermit(desk.pool, payment.id);
	const facts = { phone_number: "+2250709999999", amount: "61234.00" };
	await insertLine(desk.system, { amount: facts.amount });
	await insertForgotten(facts);
	await insertForgotten({ ...facts, kind: "deposit" });
	await insertForgotten({ ...facts, amount: "1.00" });
	await insertForgotten({ ...facts, sent_at: new Date(desk.clock.now().getTime() - 24 * HOUR) });
	const movements = async () => (await readEvidence(desk.viewer, { kind: "payout", id: payment.id })).movements;
	expect(await movements()).toMatchObject({ verdict: "one", rivals: 1 });
	await asOwner(database, (trx) => trx.updateTable("forgotten_permit").set({ closed_at: desk.clock.now() }).execute());
	expect(await movements()).toMatchObject({ verdict: "one", rivals: 0 });
});
