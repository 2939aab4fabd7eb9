import { describe, expect, test } from "vitest";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { expirePayments } from "#server/payments/stop/expire-payments.ts";
import { addMember, contextFor, fixedClock } from "#tests/support/contexts.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { database, maker, approver, admin, viewer, key } = desk;

describe("approval", () => {
	test("an approver's word makes it approved, records who, and adds the one job, in one commit", async () => {
		const payment = await desk.requested();
		const approved = await decidePayout(approver, { id: payment.id, decision: "approve", version: 1, reason: "ok" });
		expect(approved).toMatchObject({ state: "approved", version: 2, approver: { id: approver.member.id } });
		expect(approved.history.at(-1)).toMatchObject({
			event: "approved",
			note: "ok",
			by: { kind: "member", name: approver.member.name },
		});
		const jobs = await desk.jobs("send_payment");
		expect(jobs.filter(({ payload }) => payload.paymentId === payment.id)).toHaveLength(1);
	});

	test("nobody approves a payout of their own, whatever their role: the database itself refuses an approver who is the maker", async () => {
		const payment = await requestPayout(admin, newPayout(), key());
		for (const decision of ["approve", "reject"] as const) {
			await expect(decidePayout(admin, { id: payment.id, decision, version: 1 })).rejects.toMatchObject({
				code: "own_approval",
			});
		}
		expect(await desk.state(payment.id)).toBe("awaiting_approval");
		const asked = await desk.requested();
		const cheat = updateRows(
			database,
			"payment",
			{ id: asked.id },
			{ approver_id: maker.member.id, state: "approved" },
		);
		await expect(cheat).rejects.toThrow("approver_is_not_maker");
	});

	test("an approval of another version than the one looked at is refused with the present state", async () => {
		const payment = await desk.requested();
		await decidePayout(approver, { id: payment.id, decision: "reject", version: 1 });
		await expect(decidePayout(approver, { id: payment.id, decision: "approve", version: 1 })).rejects.toMatchObject({
			code: "stale_version",
			fields: { state: "rejected" },
		});
	});

	test("of 20 people who decide at once, one is heard", async () => {
		const payment = await desk.requested();
		const people = await Promise.all(Array.from({ length: 20 }, () => addMember(database, "approver")));
		const words = await Promise.allSettled(
			people.map((member, index) =>
				decidePayout(contextFor(desk.system, member), {
					id: payment.id,
					decision: index % 2 === 0 ? "approve" : "reject",
					version: 1,
				}),
			),
		);
		expect(words.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		expect((await desk.row(payment.id)).version).toBe(2);
		expect((await desk.read(payment)).history).toHaveLength(2);
	});

	test.each(["viewer", "maker"] as const)("a %s decides nothing", async (role) => {
		const payment = await desk.requested();
		const other = await desk.person(role);
		for (const decision of ["approve", "reject", "cancel"] as const) {
			await expect(decidePayout(other, { id: payment.id, decision, version: 1 })).rejects.toMatchObject({
				code: "forbidden",
			});
		}
	});
});

describe("taking it back before the permit", () => {
	test("the maker cancels their own, approved or not; an admin cancels anybody's, an approver does not", async () => {
		const waiting = await desk.requested();
		expect((await decidePayout(maker, { id: waiting.id, decision: "cancel", version: 1 })).state).toBe("cancelled");
		const approved = await desk.approved();
		expect((await decidePayout(maker, { id: approved.id, decision: "cancel", version: 2 })).state).toBe("cancelled");
		const payment = await desk.requested();
		const cancel = { id: payment.id, decision: "cancel", version: 1 } as const;
		await expect(decidePayout(approver, cancel)).rejects.toMatchObject({ code: "forbidden" });
		expect((await decidePayout(admin, cancel)).state).toBe("cancelled");
	});

	test("once the permit is spent nothing can be cancelled", async () => {
		const payment = await desk.approved();
		await database.updateTable("payment").set({ state: "sending", version: 3 }).where("id", "=", payment.id).execute();
		for (const version of [2, 3]) {
			await expect(decidePayout(maker, { id: payment.id, decision: "cancel", version })).rejects.toMatchObject({
				code: "stale_version",
				fields: { state: "sending" },
			});
		}
	});

	test("a payout that nobody knows is not found; a viewer learns that too, and no more", async () => {
		const decision = { id: "01NOBODY", decision: "cancel", version: 1 } as const;
		await expect(decidePayout(viewer, decision)).rejects.toMatchObject({ code: "not_found" });
	});
});

describe("expiry", () => {
	test("a payout without its approval is not sent any more after 24 hours; a deposit that the worker did not send within the hour is not sent to a payer who went home", async () => {
		const payment = await desk.requested();
		desk.clock.advance(24 * 3_600_000 - 1);
		await expirePayments(desk.system);
		expect(await desk.state(payment.id)).toBe("awaiting_approval");
		desk.clock.advance(1);
		await expirePayments(desk.system);
		expect(await desk.state(payment.id)).toBe("expired");
		await expect(decidePayout(approver, { id: payment.id, decision: "approve", version: 1 })).rejects.toMatchObject({
			code: "stale_version",
		});
		const deposit = await desk.deposit();
		desk.clock.advance(3_600_000);
		await expirePayments(desk.system);
		expect(await desk.state(deposit.id)).toBe("expired");
	});

	test("an approval starts the time anew, and then it ends too", async () => {
		const payment = await desk.requested();
		desk.clock.advance(23 * 3_600_000);
		await decidePayout(approver, { id: payment.id, decision: "approve", version: 1 });
		desk.clock.advance(23 * 3_600_000);
		await expirePayments(desk.system);
		expect(await desk.state(payment.id)).toBe("approved");
		desk.clock.advance(3_600_000);
		await expirePayments(desk.system);
		expect(await desk.state(payment.id)).toBe("expired");
	});

	test("no approval keeps a payout for more than thirty days: its line would not be looked for among payments so old", async () => {
		const days = 24 * 3_600_000;
		await keepSetting(database, "payment_expiry", { payoutMinutes: 30 * 24 * 60, depositMinutes: 60 });
		const payment = await desk.requested();
		const end = new Date(desk.clock.now().getTime() + 30 * days).toISOString();
		desk.clock.advance(29 * days);
		await decidePayout(approver, { id: payment.id, decision: "approve", version: 1 });
		expect(await desk.read(payment)).toMatchObject({ state: "approved", expiresAt: end });
		desk.clock.advance(days);
		await expirePayments(desk.system);
		expect(await desk.state(payment.id)).toBe("expired");
	});

	test("nothing expires by the fast clock of one worker", async () => {
		desk.clock.advance(Date.now() - desk.clock.now().getTime());
		const [payout, deposit] = [await desk.requested(), await desk.deposit()];
		const ahead = fixedClock(new Date(Date.now() + 25 * 3_600_000));
		await expirePayments({ ...desk.system, clock: ahead });
		expect(await desk.state(payout.id)).toBe("awaiting_approval");
		expect(await desk.state(deposit.id)).toBe("approved");
	});
});
