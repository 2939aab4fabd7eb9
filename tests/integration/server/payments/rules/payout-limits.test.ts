import { beforeEach, describe, expect, test } from "vitest";
import { problemOf } from "#server/http/response.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { decidePayouts } from "#server/payments/approve/decide-payouts.ts";
import { correctPayout } from "#server/payments/request/correct-payout.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { changePayoutRule } from "#server/settings/change-payout-rule.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { approve, setRule } from "#tests/support/desk/payout-tiers.ts";
import { say, shiftDeadline } from "#tests/support/desk/resolution.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";
import { accept, newPayout, openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { insertReading } from "#tests/support/rows/insert-reading.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";

const desk = await openPaymentDesk();
const { database, maker, approver, key } = desk;
const { send } = desk;

beforeEach(() => setRule(database, null));

/** A new member each time, so that one test's daily sums are not another's. */
const someMaker = () => desk.person("maker");

function nextMidnight(): Date {
	const midnight = new Date(desk.clock.now());
	midnight.setUTCHours(24, 0, 0, 0);
	return midnight;
}
const toMidnight = () => desk.clock.advance(nextMidnight().getTime() - desk.clock.now().getTime());

describe("limits", () => {
	test("one payout: up to the limit, not above it; a number's day counts what everybody sends there", async () => {
		await setRule(database, { per_payment: "45000.00" });
		expect((await requestPayout(maker, newPayout(), key())).state).toBe("awaiting_approval");
		const over = await requestPayout(maker, newPayout({ amount: "45001" }), key()).catch((error: unknown) => error);
		expect(problemOf(over, "r")).toMatchObject({
			status: 409,
			code: "limit_exceeded",
			fields: { amount: "limit_payment" },
			limit: { kind: "payment", currency: "XOF", limit: "45000.00", used: "0.00", left: "45000.00" },
		});
		await setRule(database, { per_destination_day: "100000.00" });
		const { destination } = newPayout();
		await requestPayout(await someMaker(), newPayout({ destination, amount: "60000" }), key());
		await expect(
			requestPayout(await someMaker(), newPayout({ destination, amount: "50000" }), key()),
		).rejects.toMatchObject({ limit: { kind: "destination_day", used: "60000.00", left: "40000.00" } });
	});

	test("a person's day: what is used and what is left is said, and somebody else has a day of their own", async () => {
		await setRule(database, { per_person_day: "100000.00" });
		const person = await someMaker();
		await requestPayout(person, newPayout({ amount: "60000" }), key());
		await expect(requestPayout(person, newPayout({ amount: "40001" }), key())).rejects.toMatchObject({
			limit: { kind: "person_day", used: "60000.00", left: "40000.00" },
		});
		await requestPayout(person, newPayout({ amount: "40000" }), key());
		await requestPayout(await someMaker(), newPayout({ amount: "100000" }), key());
	});

	test("the day is the business's calendar day; what is proven unpaid gives its room back", async () => {
		await setRule(database, { per_person_day: "45000.00" });
		const person = await someMaker();
		const first = await requestPayout(person, newPayout(), key());
		await expect(requestPayout(person, newPayout(), key())).rejects.toMatchObject({ code: "limit_exceeded" });
		await decidePayout(approver, { id: first.id, decision: "reject", version: 1, reason: "no" });
		await requestPayout(person, newPayout(), key());
		await expect(requestPayout(person, newPayout(), key())).rejects.toMatchObject({ code: "limit_exceeded" });
		toMidnight();
		expect((await requestPayout(person, newPayout(), key())).state).toBe("awaiting_approval");
	});

	test("of 200 small payouts asked for at once exactly as many get through as the day bears", async () => {
		await setRule(database, { per_person_day: "10000.00" });
		const person = await someMaker();
		const asked = await Promise.allSettled(
			Array.from({ length: 200 }, () => requestPayout(person, newPayout({ amount: "1000" }), key())),
		);
		expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
	});

	test("of parallel payouts of several people to one number no more get through than it may receive", async () => {
		await setRule(database, { per_destination_day: "10000.00" });
		const people = await Promise.all(Array.from({ length: 5 }, someMaker));
		const { destination } = newPayout();
		const asked = await Promise.allSettled(
			people.flatMap((person, one) =>
				[1, 2, 3].map((two) =>
					requestPayout(person, newPayout({ destination, amount: `${3000 + one * 3 + two}` }), key()),
				),
			),
		);
		expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
	});

	test("lowered after the approval: what no longer fits is not sent and says so, the earlier ones leave", async () => {
		const person = await someMaker();
		await setRule(database, { per_person_day: "90000.00" });
		const first = await requestPayout(person, newPayout(), key());
		desk.clock.advance(1);
		const second = await requestPayout(person, newPayout(), key());
		for (const { id } of [first, second]) await decidePayout(approver, { id, decision: "approve", version: 1 });
		await setRule(database, { per_person_day: "45000.00" });
		desk.script.post = accept();
		expect(await send(second)).toBe("over_limit");
		expect(await send(first)).toBe("attempted");
		expect(desk.posts()).toHaveLength(1);
		expect((await desk.read(second)).history.at(-1)).toMatchObject({ event: "not_sent_over_limit", state: "not_sent" });
	});

	test("lowered after the request: approvers see what is over it, and it stays to be corrected instead of ending unsent", async () => {
		const person = await someMaker();
		const first = await requestPayout(person, newPayout(), key());
		desk.clock.advance(1);
		const second = await requestPayout(person, newPayout(), key());
		await setRule(database, { per_person_day: "50000.00", changed_at: desk.clock.now() });
		const limit = { kind: "person_day", limit: "50000.00", used: "45000.00", left: "5000.00" };
		expect((await desk.read(first)).overLimit).toBeUndefined();
		expect((await desk.read(second)).overLimit).toMatchObject(limit);
		const payouts = [second, first].map(({ id, version }) => ({ id, version }));
		const answer = await decidePayouts(approver, { decision: "approve", payouts });
		expect(answer).toMatchObject({ done: [first.id], failed: [{ id: second.id, code: "limit_exceeded" }] });
		const refused = approve(approver, second);
		await expect(refused).rejects.toMatchObject({ code: "limit_exceeded", limit });
		const corrected = await correctPayout(person, { id: second.id, version: second.version, amount: "5000" });
		expect((await approve(approver, corrected)).state).toBe("approved");
	});

	describe("count on the day of asking and on the day of leaving", () => {
		// Requested after midnight, so that the payout does not expire before the next one.
		beforeEach(() => desk.clock.advance(3_600_000));
		const wide = { ...desk.system, config: { ...desk.system.config, payoutLanes: 16 } };
		const sendBeside = ({ id }: { id: string }) =>
			sendPayment(wide, { paymentId: id, workerId: "worker-1", timing: QUICK });
		const approved = async (person: typeof maker) => {
			const { id } = await requestPayout(person, newPayout(), key());
			return decidePayout(approver, { id, decision: "approve", version: 1 });
		};
		/** Somebody's payout that was approved yesterday, under a limit of their day. */
		const onTheNextDay = async (limit: string) => {
			const person = await someMaker();
			await setRule(database, { per_person_day: limit });
			const yesterday = await approved(person);
			toMidnight();
			return { person, yesterday };
		};

		test("what was asked for yesterday and left today has used up today", async () => {
			const { person, yesterday } = await onTheNextDay("45000.00");
			expect(await send(yesterday)).toBe("attempted");
			await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", "payment_expiry").execute());
			await expect(requestPayout(person, newPayout(), key())).rejects.toMatchObject({ code: "limit_exceeded" });
		});

		test("what was asked for yesterday does not leave on a day that is used up: it waits for the next, and says so", async () => {
			const { person, yesterday } = await onTheNextDay("45000.00");
			const today = await approved(person);
			expect(await send(today)).toBe("attempted");
			desk.scripted.requests.length = 0;
			expect(await send(yesterday)).toBe("limit_reached");
			expect(desk.posts()).toEqual([]);
			const { state, waits } = await desk.read(yesterday);
			const until = nextMidnight().toISOString();
			expect([state, waits]).toMatchObject(["approved", { kind: "limit_reached", until }]);
			await keepSetting(database, "payment_expiry", { payoutMinutes: 72 * 60, depositMinutes: 60 });
			toMidnight();
			expect(await send(yesterday)).toBe("attempted");
		});

		test("a limit that two admins raise lets it leave the same day, without waiting for the next", async () => {
			const { person, yesterday } = await onTheNextDay("45000.00");
			expect(await send(await approved(person))).toBe("attempted");
			expect(await send(yesterday)).toBe("limit_reached");
			const { version } = await readPayoutRule(database, "XOF");
			const raised = { version, perPayment: null, perPersonDay: "90000", perDestinationDay: null };
			const change = { ...raised, noApproverUpTo: "0", oneApproverUpTo: null };
			await byTwo(desk.admin, () => changePayoutRule(desk.admin, { currency: "XOF", change }));
			expect((await desk.read(yesterday)).waits).toBeNull();
			expect(await send(yesterday)).toBe("attempted");
		});

		test("what the service refuses gives its room back: its maker's payout that waited for tomorrow leaves today", async () => {
			const [person, other] = [await someMaker(), await someMaker()];
			// Quick answers add lanes, so that one payout can be asked about while another is in transit.
			const third = await someMaker();
			for (let sent = 0; sent < 4; sent += 1) expect(await send(await approved(third))).toBe("attempted");
			await setRule(database, { per_person_day: "45000.00" });
			const [own, others] = [await approved(person), await approved(other)];
			toMidnight();
			expect(await send(await approved(other))).toBe("attempted");
			expect(await send(others)).toBe("limit_reached");
			const refused = await approved(person);
			const waits: string[] = [];
			desk.script.post = async (respond) => {
				waits.push(await sendBeside(own));
				return respond.json(422, { detail: "no such number" });
			};
			expect(await send(refused)).toBe("attempted");
			expect([await desk.state(refused.id), waits]).toEqual(["refused", ["limit_reached"]]);
			expect((await desk.read(others)).waits).toMatchObject({ kind: "limit_reached" });
			expect((await desk.read(own)).waits).toBeNull();
			desk.script.post = accept();
			expect(await send(own)).toBe("attempted");
		});

		test("a correction to a lower amount gives room back: its maker's payout that waited for tomorrow leaves today", async () => {
			const { person, yesterday } = await onTheNextDay("91000.00");
			const { id, version } = await requestPayout(person, newPayout({ amount: "40000" }), key());
			desk.clock.advance(1);
			const waiting = await approved(person);
			expect(await send(yesterday)).toBe("attempted");
			expect(await send(waiting)).toBe("limit_reached");
			await correctPayout(person, { id, version, amount: "1000" });
			expect((await desk.read(waiting)).waits).toBeNull();
			expect(await send(waiting)).toBe("attempted");
		});

		test("a smaller amount that two people settle gives room back: its maker's payout that waited for tomorrow leaves today", async () => {
			const { person, yesterday } = await onTheNextDay("46000.00");
			const today = await approved(person);
			desk.script.post = accept("success", { amount: "1000.00" });
			expect(await send(today)).toBe("attempted");
			desk.script.post = accept();
			expect(await send(yesterday)).toBe("limit_reached");
			await shiftDeadline(desk.pool, today.id, 15);
			const paid = await desk.read(today);
			for (const who of [approver, desk.admin]) await say(who, paid, "paid_other", { amount: "1000.00" });
			expect((await desk.read(yesterday)).waits).toBeNull();
			expect(await send(yesterday)).toBe("attempted");
		});

		test("payouts of two days that take their permits in one commit keep to the day's limit together", async () => {
			const other = await someMaker();
			// Quick answers add lanes, so that the three can go in one commit.
			for (let sent = 0; sent < 4; sent += 1) expect(await send(await approved(other))).toBe("attempted");
			const person = await someMaker();
			const yesterday = [await approved(person), await approved(person)];
			toMidnight();
			await setRule(database, { per_person_day: "90000.00" });
			const today = await approved(person);
			desk.scripted.requests.length = 0;
			const results = await Promise.all([...yesterday, today].map(sendBeside));
			expect(results.toSorted()).toEqual(["attempted", "attempted", "limit_reached"]);
			expect(desk.posts()).toHaveLength(2);
		});

		test("of two days' payouts whose turns come at once no more leave than the day bears", async () => {
			const person = await someMaker();
			await setRule(database, { per_person_day: "90000.00" });
			const yesterday = [await approved(person), await approved(person)];
			toMidnight();
			const today = [await approved(person), await approved(person)];
			desk.scripted.requests.length = 0;
			for (let round = 0; round < 3; round += 1)
				await Promise.all([...yesterday, ...today].map((payment) => send(payment)));
			expect(desk.posts()).toHaveLength(2);
		});
	});
});

test("before anything is asked for the wallet is shown with what is on its way, what waits for approval, and what would remain after all of it", async () => {
	desk.clock.advance(60_000);
	const at = desk.clock.now();
	await insertReading(desk.system, { balance: "100000.00" });
	await database
		.updateTable("payment")
		.set({ state: "cancelled" })
		.where("state", "in", ["awaiting_approval", "approved"])
		.execute();
	await desk.approved({ amount: "30000" });
	await desk.requested({ amount: "5000" });
	const { balance, approvers } = await previewPayout(maker, { amount: "80000", currency: "XOF", destination: null });
	expect(approvers).toBe(1);
	expect(balance).toEqual({
		balance: "100000.00",
		at: at.toISOString(),
		onItsWay: { count: 1, amount: "30000.00" },
		waiting: { count: 1, amount: "5000.00" },
		rest: "-15000.00",
	});
});
