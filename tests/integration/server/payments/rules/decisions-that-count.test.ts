import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import type { Context } from "#server/context.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { approve, setTiers, TIERS } from "#tests/support/desk/payout-tiers.ts";
import { resolvable, say } from "#tests/support/desk/resolution.ts";
import { newPayout, openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { database, admin } = desk;

let first: Context;
let second: Context;
beforeEach(async () => {
	first = contextFor(desk.system, await addMember(database, "approver"));
	second = contextFor(desk.system, await addMember(database, "approver"));
	await setTiers(database, { one_approver_up_to: TIERS.one_approver_up_to });
});

const change = (who: Context, values: { disabled_at?: Date | null; role?: "maker" | "approver" }) =>
	asOwner(database, (trx) => updateRows(trx, "member", { id: who.member.id }, values));
/** Disables the member and enables them again. */
async function comeBack(who: Context): Promise<void> {
	await change(who, { disabled_at: new Date() });
	await change(who, { disabled_at: null });
}
const big = () => desk.requested({ amount: "700000" });
const send = ({ id }: Payment) => sendPayment(desk.system, { paymentId: id, workerId: "w", timing: QUICK });
const force = (id: string) => database.updateTable("payment").set({ state: "sending" }).where("id", "=", id).execute();

describe("the word of somebody who lost the right to say it since", () => {
	test("approves nothing, also when they have the right again; they are asked again, and may say it again", async () => {
		const asked = await big();
		const half = await approve(first, asked);
		await comeBack(first);
		expect(await approve(second, half)).toMatchObject({ state: "awaiting_approval" });
		const standing = await desk.read(asked);
		expect(standing.approval).toMatchObject({ given: [{ id: second.member.id }], lapsed: [{ id: first.member.id }] });
		expect(await approve(first, standing)).toMatchObject({ state: "approved" });
	});

	test("is asked for again at the send permit, and the database gives none without it", async () => {
		const payout = await approve(second, await approve(first, await big()));
		expect(payout.state).toBe("approved");
		await comeBack(second);
		await expect(force(payout.id)).rejects.toThrow("a payout needs its approvers");
		expect(await send(payout)).toBe("approvals_missing");
		const waiting = await desk.read(payout);
		expect(waiting).toMatchObject({ state: "awaiting_approval" });
		expect(desk.posts()).toEqual([]);
		expect(await approve(second, waiting)).toMatchObject({ state: "approved" });
		expect(await send(payout)).toBe("attempted");
	});

	test("settles nothing, and stands in nobody's way", async () => {
		const payment = await resolvable(desk);
		await say(first, payment, "not_paid");
		await change(first, { role: "maker" });
		const { verdicts } = await readEvidence(desk.viewer, payment);
		expect(verdicts).toEqual([]);
		expect(await say(second, payment, "paid")).toMatchObject({ state: "unknown" });
		const settle = () =>
			updateRows(database, "payment", { id: payment.id }, { state: "settled_not_paid", version: payment.version + 1 });
		await expect(settle()).rejects.toThrow("two different people settle a payment");
		await change(first, { role: "approver" });
		expect(await say(first, payment, "paid")).toMatchObject({ state: "settled_paid" });
	});
});

describe("a new approver whom no second admin has looked at", () => {
	const wait = (who: Context, decidesFrom: string) =>
		// As the database's guard writes it for the only admin.
		withoutGuards(database, sql`update member set decides_from = ${decidesFrom} where id = ${who.member.id}`);

	test("approves nothing and settles nothing before their day has passed; refusing needs no weight", async () => {
		await wait(first, "2090-01-01T00:00:00Z");
		const asked = await desk.requested();
		await expect(approve(first, asked)).rejects.toMatchObject({ code: "too_new_to_decide" });
		const payment = await resolvable(desk);
		await expect(say(first, payment, "paid")).rejects.toMatchObject({ code: "too_new_to_decide" });
		await expect(
			decidePayout(first, { id: asked.id, version: asked.version, decision: "reject" }),
		).resolves.toMatchObject({ state: "rejected" });
	});
});

describe("who is demoted while a request of theirs is under way", () => {
	/** The demotion is written but not committed when the request meets it. */
	async function demotedDuring(who: Context, ask: () => Promise<unknown>): Promise<unknown> {
		const begun = await asOwner(database, async (trx) => {
			await trx.updateTable("member").set({ role: "viewer" }).where("id", "=", who.member.id).execute();
			const asked = ask().then(
				() => "it went through",
				(error: unknown) => error,
			);
			await untilWaiting(database, 1);
			return { asked };
		});
		return begun.asked;
	}
	const refused = { code: "forbidden" };

	test("approves nothing, settles nothing and sends nothing by it that needs nobody", async () => {
		const asked = await desk.requested();
		expect(await demotedDuring(first, () => approve(first, asked))).toMatchObject(refused);
		expect(await desk.state(asked.id)).toBe("awaiting_approval");
		const payment = await resolvable(desk);
		expect(await demotedDuring(second, () => say(second, payment, "paid"))).toMatchObject(refused);
		expect((await readEvidence(desk.viewer, payment)).verdicts).toEqual([]);
		await setTiers(database, TIERS);
		const maker = contextFor(desk.system, await addMember(database, "maker"));
		const key = desk.key();
		const ask = () => requestPayout(maker, newPayout({ amount: "1000" }), key);
		expect(await demotedDuring(maker, ask)).toMatchObject(refused);
		expect(await database.selectFrom("payment").select("id").where("idempotency_key", "=", key).execute()).toEqual([]);
	});

	test("loses it for nobody else: an admin goes on approving", async () => {
		const asked = await desk.requested();
		expect(await approve(admin, asked)).toMatchObject({ state: "approved" });
	});
});
