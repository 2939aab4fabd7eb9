import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Decision, Payment } from "#lib/contracts/payment.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { problemOf } from "#server/http/response.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { accept, newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const desk = await openPaymentDesk();
const { database, maker, approver, admin, key } = desk;
const { send } = desk;
const countOf = async (number: string) =>
	(await database.selectFrom("payment").select("id").where("phone_number", "=", number).execute()).length;

/** A new member each time, so that one test's daily sums are not another's. */
const someMaker = () => desk.person("maker");

describe("the same number and amount", () => {
	test("a second payout is refused and names the first; nothing is saved", async () => {
		const order = newPayout();
		const first = await requestPayout(maker, order, key());
		const again = await requestPayout(maker, order, key()).catch((error: unknown) => error);
		expect(problemOf(again, "r")).toMatchObject({ status: 409, code: "duplicate_suspected", payments: [first.id] });
		expect(await countOf(order.destination)).toBe(1);
	});

	test("it is the same whoever asks, through whichever operator, and however the amount is written", async () => {
		const order = newPayout({ operator: "orange-money-ci" });
		await requestPayout(maker, order, key());
		const other = await someMaker();
		for (const change of [{ operator: "wave-ci" }, { amount: "45000.00" }, { metadata: { note: "Other" } }]) {
			await expect(requestPayout(other, { ...order, ...change }, key())).rejects.toMatchObject({
				code: "duplicate_suspected",
			});
		}
		await expect(requestPayout(admin, order, key())).rejects.toMatchObject({ code: "duplicate_suspected" });
	});

	test("an agent's number may be paid the same amount more than fifty times a day, with a reason", async () => {
		const order = newPayout();
		const { id } = await requestPayout(maker, order, key());
		const duplicate = { of: [...Array.from({ length: 60 }, (_, n) => `earlier-${n}`), id], reason: "One more top-up" };
		expect(await requestPayout(maker, { ...order, duplicate }, key())).toMatchObject({ duplicate: { of: [id] } });
	});

	test("another amount, another number: another payout", async () => {
		const order = newPayout();
		await requestPayout(maker, order, key());
		expect((await requestPayout(maker, { ...order, amount: "45001" }, key())).duplicate).toBeNull();
		expect((await requestPayout(maker, newPayout(), key())).duplicate).toBeNull();
	});

	test.each([
		"awaiting_approval",
		"approved",
		"sending",
		"pending",
		"succeeded",
		"unknown",
		"needs_review",
		"settled_paid",
	] as const)("one that is %s stands in the way", async (state) => {
		expect(await standsInTheWay(state)).toBe(true);
	});

	test.each(["failed", "not_sent", "refused", "settled_not_paid", "rejected", "cancelled", "expired"] as const)(
		"one that is %s is proven unpaid and does not",
		async (state) => {
			expect(await standsInTheWay(state)).toBe(false);
		},
	);

	async function standsInTheWay(state: string): Promise<boolean> {
		const order = newPayout();
		const { id } = await requestPayout(maker, order, key());
		await putInto(id, state);
		const refusal = await requestPayout(maker, order, key()).catch((error: unknown) => error);
		await putInto(id, "cancelled");
		return refusal instanceof AppError && refusal.code === "duplicate_suspected";
	}

	/** Sets only the row's state, without the database's rules about it. */
	const putInto = (id: string, state: string) =>
		withoutGuards(database, sql`update payment set state = ${state} where id = ${id}`);

	test("a paid one is forgotten a day after it was sent, one whose end nobody knows never is", async () => {
		const [paid, lost] = [newPayout(), newPayout()];
		const one = await requestPayout(maker, paid, key());
		await decidePayout(approver, { id: one.id, decision: "approve", version: 1 });
		const other = await requestPayout(maker, lost, key());
		await decidePayout(approver, { id: other.id, decision: "approve", version: 1 });
		desk.clock.advance(3_600_000);
		expect(await send(one)).toBe("attempted");
		desk.script.post = (respond) => respond.reset();
		expect(await send(other)).toBe("attempted");
		desk.clock.advance(24 * 3_600_000 - 1);
		await expect(requestPayout(maker, paid, key())).rejects.toMatchObject({ payments: [one.id] });
		desk.clock.advance(1);
		expect((await requestPayout(maker, paid, key())).duplicate).toBeNull();
		desk.clock.advance(30 * 24 * 3_600_000);
		await expect(requestPayout(maker, lost, key())).rejects.toMatchObject({ payments: [other.id] });
	});

	test("with a reason it is made; reason and earlier ids are kept, recorded, and stand in its history", async () => {
		const order = newPayout();
		const first = await requestPayout(maker, order, key());
		const duplicate = { of: [first.id], reason: "Second instalment, agreed with Awa" };
		const second = await requestPayout(maker, { ...order, duplicate }, key());
		expect(second).toMatchObject({ state: "awaiting_approval", duplicate });
		expect(second.history.at(-1)).toMatchObject({ event: "confirmed_duplicate", note: duplicate.reason });
		const audit = await auditEntries(database, { subject_id: second.id });
		expect(audit.at(-1)).toMatchObject({
			action: "payment.confirmed_duplicate",
			details: { earlier: first.id, note: duplicate.reason },
		});
		await decidePayout(approver, { id: second.id, decision: "approve", version: 1 });
		desk.script.post = accept();
		expect(await send(second)).toBe("attempted");
	});

	test("a word or two is no reason, and blanks do not make it one; lines become one", async () => {
		const order = newPayout();
		const first = await requestPayout(maker, order, key());
		const because = (reason: string) =>
			requestPayout(maker, { ...order, duplicate: { of: [first.id], reason } }, key());
		for (const reason of ["", "urgent", "a \n\n       b", "   123456789   "]) {
			await expect(because(reason), reason).rejects.toMatchObject({ code: "invalid_input" });
		}
		expect(await countOf(order.destination)).toBe(1);
		expect((await because("Second instalment,\r\norder 482")).duplicate?.reason).toBe("Second instalment, order 482");
		const change = "update payment set duplicate_reason = 'urgent' where duplicate_reason is not null";
		await expect(desk.pool.query(change)).rejects.toThrow("payment_duplicate_reason_check");
	});

	test("a reason counts for the payouts that were seen: one more since then must be seen too", async () => {
		const order = newPayout();
		const first = await requestPayout(maker, order, key());
		const said = { of: [first.id], reason: "Second instalment" };
		const second = await requestPayout(await someMaker(), { ...order, duplicate: said }, key());
		const third = requestPayout(maker, { ...order, duplicate: said }, key());
		await expect(third).rejects.toMatchObject({
			code: "duplicate_suspected",
			payments: expect.arrayContaining([first.id, second.id]),
		});
	});

	test("the same key and reason give the same payout; the same key without it is another body", async () => {
		const order = newPayout();
		const first = await requestPayout(maker, order, key());
		const duplicate = { of: [first.id], reason: "Second instalment" };
		const shared = key();
		const [one, two] = await Promise.all([
			requestPayout(maker, { ...order, duplicate }, shared),
			requestPayout(maker, { ...order, duplicate }, shared),
		]);
		expect(two.id).toBe(one.id);
		expect(await countOf(order.destination)).toBe(2);
		await expect(requestPayout(maker, order, shared)).rejects.toMatchObject({ code: "idempotency_key_reused" });
	});

	test("50 parallel requests of one key make one payout, and none of them is its own duplicate", async () => {
		const order = newPayout();
		const shared = key();
		const payments = await Promise.all(Array.from({ length: 50 }, () => requestPayout(maker, order, shared)));
		expect(new Set(payments.map(({ id }) => id)).size).toBe(1);
		expect(await countOf(order.destination)).toBe(1);
	});

	test("of 20 tabs of two people that submit at once, one gets through without a reason", async () => {
		const order = newPayout();
		const other = await someMaker();
		const asked = await Promise.allSettled(
			Array.from({ length: 20 }, (_, tab) => requestPayout(tab % 2 ? maker : other, order, key())),
		);
		expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		for (const result of asked) {
			if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "duplicate_suspected" });
		}
		expect(await countOf(order.destination)).toBe(1);
	});

	test("people learn of it while they type, and nothing is kept of that", async () => {
		const order = newPayout();
		const first = await requestPayout(maker, order, key());
		const typed = { amount: "45000", currency: "XOF", destination: order.destination };
		expect((await previewPayout(admin, typed)).duplicates).toEqual([first.id]);
		expect((await previewPayout(admin, { ...typed, correcting: first.id })).duplicates).toEqual([]);
		expect((await previewPayout(admin, { ...typed, destination: null })).duplicates).toEqual([]);
		expect(await countOf(order.destination)).toBe(1);
		await expect(previewPayout(approver, typed)).rejects.toMatchObject({ code: "forbidden" });
	});
});

describe("the same payment that came since", () => {
	const reason = "Second half of the rent";
	const approve = (who: Context, { id, version }: Payment, duplicate?: Decision["duplicate"]) =>
		decidePayout(who, { id, version, decision: "approve", ...(duplicate ? { duplicate } : {}) });

	/** The second payout names the first as its duplicate; the first does not name the second. */
	async function askedTwice() {
		const input = newPayout();
		const first = await requestPayout(maker, input, key());
		const second = await requestPayout(maker, { ...input, duplicate: { of: [first.id], reason } }, key());
		return { first, second };
	}

	/** As if nobody had compared the two: one of them was in doubt, or its failure was taken back. */
	const forget = ({ id }: Payment) =>
		desk.pool.query("update payment set duplicate_of = null, duplicate_reason = null where id = $1", [id]);

	test("must be seen by whoever approves the earlier one, with a reason that is kept", async () => {
		const { first, second } = await askedTwice();
		await approve(approver, second);
		await expect(approve(approver, first)).rejects.toMatchObject({
			code: "duplicate_suspected",
			payments: [second.id],
		});
		await expect(approve(approver, first, { of: ["another"], reason })).rejects.toMatchObject({
			code: "duplicate_suspected",
		});
		expect(await desk.state(first.id)).toBe("awaiting_approval");
		const approved = await approve(approver, first, { of: [second.id], reason: "Both halves are due today" });
		expect(approved).toMatchObject({
			state: "approved",
			duplicate: { of: [second.id], reason: "Both halves are due today", by: approver.member.name },
		});
		expect(approved.history.map(({ event }) => event)).toContain("confirmed_duplicate");
	});

	test("holds nobody up while it waits itself: its own approver will see", async () => {
		const { first } = await askedTwice();
		expect((await approve(approver, first)).state).toBe("approved");
	});

	test("and has left unseen sends the later one back to its approvers, who look at both; then it leaves", async () => {
		const { first, second } = await askedTwice();
		await approve(approver, first);
		await approve(approver, second);
		await forget(second);
		expect(await send(first)).toBe("attempted");
		desk.scripted.requests.length = 0;
		expect(await send(second)).toBe("duplicate_since");
		expect(desk.posts()).toEqual([]);
		const back = await desk.read(second);
		expect(back).toMatchObject({ state: "awaiting_approval", approval: { given: [], needed: 1 } });
		expect(back.history.at(-1)).toMatchObject({ event: "duplicate_since" });
		await expect(approve(approver, back)).rejects.toMatchObject({ payments: [first.id] });
		await approve(approver, back, { of: [first.id], reason });
		expect(await send(second)).toBe("attempted");
	});
});
