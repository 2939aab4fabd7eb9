/** Payouts of one wallet that leave together: one commit, and for each its own permit, POST, answer and audit entry. */
import { expect, test } from "vitest";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { changeSendOrder } from "#server/settings/change-send-order.ts";
import { accept, answerTo, newPayout, openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const config = { ...desk.system.config, payoutLanes: 16 };
const system = { ...desk.system, config };

/** Opens four lanes, as after six quick answers. Nothing that was sent before counts for the next series. */
async function openLanes() {
	const { count } = await desk.database
		.selectFrom("attempt")
		.select((of) => of.fn.countAll<string>().as("count"))
		.executeTakeFirstOrThrow();
	for (let sent = Number(count); sent < 6; sent += 1) await desk.sent({ answer: accept() });
	await desk.pool.query("update attempt set permitted_at = permitted_at - interval '1 minute'");
}

const sendAll = (payments: readonly { id: string }[]) =>
	Promise.all(payments.map(({ id }) => sendPayment(system, { paymentId: id, workerId: "w", timing: QUICK })));

test("each has its own permit, POST, answer and entry of the record", async () => {
	await openLanes();
	const payments = await Promise.all(Array.from({ length: 4 }, () => desk.approved()));
	desk.scripted.requests.length = 0;
	const before = (await desk.pool.query("select max(id) as id from audit_entry")).rows[0].id;
	expect(await sendAll(payments)).toEqual(payments.map(() => "attempted"));
	expect(desk.posts()).toHaveLength(4);
	const permits = await desk.pool.query(
		"select count(distinct permitted_at)::int as commits from attempt where payment_id = any($1)",
		[payments.map(({ id }) => id)],
	);
	expect(permits.rows[0].commits).toBeLessThan(4);
	for (const { id } of payments) {
		const { rows } = await desk.pool.query(
			`select attempt.id, attempt.outcome, payment.state, payment.reference, payment.version,
				(select count(*) from audit_entry where subject_id = payment.id and details ->> 'attempt' = attempt.id)::int as permits,
				(select count(*) from audit_entry where subject_id = payment.id and id > ${before})::int as entries,
				(select count(*) from graphile_worker.jobs where key = 'check:' || payment.id)::int as checks
			from payment join attempt on attempt.payment_id = payment.id where payment.id = $1`,
			[id],
		);
		expect(rows).toEqual([expect.objectContaining({ permits: 1, entries: 2, checks: 1, version: 4 })]);
		expect(rows[0].state).toBe(rows[0].outcome);
	}
	const references = await desk.pool.query(
		"select count(distinct reference)::int as count from payment where id = any($1)",
		[payments.map(({ id }) => id)],
	);
	expect(references.rows[0].count).toBe(4);
});

test("of two equal payouts that nobody compared one leaves and one goes back to its approvers; the others leave", async () => {
	await openLanes();
	const input = newPayout();
	const first = await requestPayout(desk.maker, input, desk.key());
	const duplicate = { of: [first.id], reason: "Both halves are due today" };
	const second = await requestPayout(desk.maker, { ...input, duplicate }, desk.key());
	const others = await Promise.all([desk.approved(), desk.approved()]);
	for (const { id, version } of [first, second])
		await decidePayout(desk.approver, { id, version, decision: "approve" });
	// As if nobody had compared the two.
	await desk.pool.query("update payment set duplicate_of = null, duplicate_reason = null where id = $1", [second.id]);
	desk.scripted.requests.length = 0;
	// The first leaves alone, the others in one group.
	await sendAll([...others.slice(0, 1), first, second, ...others.slice(1)]);
	await sendAll([first, second]);
	expect(desk.posts()).toHaveLength(3);
	const states = await Promise.all([first, second, ...others].map(({ id }) => desk.state(id)));
	expect(states.filter((state) => state === "awaiting_approval")).toHaveLength(1);
});

test("one that may not leave holds up none of the others, and does not wait for their balance", async () => {
	await openLanes();
	const payments = await Promise.all(Array.from({ length: 4 }, () => desk.approved()));
	const blocked = [payments[1]?.id, (await desk.approved()).id];
	await desk.pool.query("update payment set amount = amount + 1 where id = any($1)", [blocked]);
	desk.scripted.requests.length = 0;
	const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
	const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
	desk.script.instead = async ({ method }) => {
		if (method === "GET") ask();
		if (method === "GET") await isAnswered;
		return false;
	};
	const results = payments.map((payment) => sendAll([payment]));
	await isAsked;
	expect(await results[1]).toEqual(["facts_changed"]);
	expect(await sendAll([{ id: blocked[1] ?? "" }])).toEqual(["facts_changed"]);
	answer();
	expect((await Promise.all(results)).flat()).toEqual(["attempted", "facts_changed", "attempted", "attempted"]);
	expect(desk.posts()).toHaveLength(3);
});

test("an answer with another payment's reference is looked at by people, and the others are recorded as they came", async () => {
	await openLanes();
	const payments = await Promise.all(Array.from({ length: 4 }, () => desk.approved()));
	let made = 0;
	desk.script.post = (respond, body) => {
		made += 1;
		respond.json(201, answerTo(body, { reference: made <= 2 ? "TX-TOGETHER" : `TX-TOGETHER-${made}` }));
	};
	expect(await sendAll(payments)).toEqual(payments.map(() => "attempted"));
	const states = await Promise.all(payments.map(({ id }) => desk.state(id)));
	expect(states.filter((state) => state === "needs_review")).toHaveLength(1);
	expect(states.filter((state) => state === "sending")).toEqual([]);
});

test("where smaller payouts may go first, those that are due together leave only as far as the balance reaches", async () => {
	await desk.database.updateTable("payment").set({ state: "cancelled" }).where("state", "=", "approved").execute();
	await openLanes();
	await changeSendOrder(desk.admin, { currency: "XOF", smallerFirst: true });
	const payments = await Promise.all(Array.from({ length: 3 }, () => desk.approved({ amount: "45000" })));
	desk.scripted.requests.length = 0;
	desk.script.balance = "100000.00";
	expect((await sendAll(payments)).sort()).toEqual(["attempted", "attempted", "balance_low"]);
	expect(desk.posts()).toHaveLength(2);
});
