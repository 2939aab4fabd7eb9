import { beforeEach, expect, test } from "vitest";
import { markMayHaveLeft } from "#server/payment-records/may-have-left.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { decideLine } from "#server/reconciliation/decide-line.ts";
import { BEGIN, DAY, HOUR, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { clock, database, viewer, approver, reconcile, pay, move, line, read } = wallet;
beforeEach(() => wallet.clear());
const deposit = (after: number, state: "failed" | "not_sent" = "failed") =>
	pay({ kind: "deposit", state, at: BEGIN + after });

test("an unexplained withdrawal names the payments of its amount whose outcome nobody knows, a week away at most", async () => {
	const near = await pay({ state: "unknown" });
	await pay({ state: "unknown", amount: "6000.00" });
	await pay({ state: "unknown", kind: "deposit" });
	await pay({ state: "succeeded" });
	await line();
	await line({ at: BEGIN + 6 * HOUR, amount: "5000.00", fee: "1.00" });
	await line({ at: BEGIN + 8 * DAY, amount: "5000.00" });
	await reconcile(9 * DAY);
	const { exceptions } = await read();
	const named = exceptions.map(({ kind, at, mayBe }) => [kind, at, mayBe.map(({ id }) => id)]);
	expect(named).toEqual([
		["foreign", new Date(BEGIN + 8 * DAY).toISOString(), []],
		["foreign", new Date(BEGIN + 6 * HOUR).toISOString(), [near]],
	]);
});

test("an unexplained deposit names the last deposits of its amount that ended as not paid in the week before, and is no alarm", async () => {
	await pay();
	await deposit(-8 * DAY);
	const [early, late] = [await deposit(-2 * DAY), await deposit(-HOUR)];
	await deposit(HOUR);
	await deposit(-HOUR, "not_sent");
	const id = await line({ type: "deposit" });
	await reconcile(HOUR);
	const [exception] = (await read()).exceptions.filter(({ lines }) => lines[0]?.id === id);
	expect(exception).toMatchObject({ kind: "foreign", alarm: false, ended: [] });
	expect(exception?.mayBe.map((one) => one.id)).toEqual([late, early]);
	await decideLine(approver, { id, verdict: "match", paymentId: late, reason: "The payer paid after the deadline" });
	expect((await read()).exceptions.filter(({ lines }) => lines[0]?.id === id)).toEqual([]);
});

test("the line that a person gives to a payment nobody knows is its evidence: its page does not say that there is none, and a second line is an alarm", async () => {
	const id = await pay({ state: "unknown" });
	const late = await line({ at: BEGIN + 6 * HOUR });
	await reconcile(DAY);
	const evidence = async () => {
		const { movements } = await readEvidence(viewer, { kind: "payout", id });
		return [movements.verdict, movements.items.map((one) => one.id), movements.near.count];
	};
	expect(await evidence()).toEqual(["none", [], 1]);
	await decideLine(approver, { id: late, verdict: "match", paymentId: id, reason: "The operator booked it late" });
	expect(await evidence()).toEqual(["one", [late], 0]);
	await move(id, "needs_review");
	await line({ at: BEGIN + DAY });
	await reconcile(DAY);
	expect((await read()).exceptions).toMatchObject([{ kind: "foreign", alarm: true }]);
});

test("a line is no finding while a payment that may have left explains it, and is one before and after", async () => {
	await pay({ at: BEGIN - HOUR, amount: "1.00" });
	const id = await pay({ state: "awaiting_approval" });
	const waits = { sent_at: null, reference: null };
	await database.updateTable("payment").set(waits).where("id", "=", id).execute();
	const foreign = await line();
	const foreigners = async () => {
		await reconcile(HOUR);
		return (await read()).exceptions.flatMap(({ lines }) => lines.map((one) => one.id));
	};
	expect(await foreigners()).toEqual([foreign]);
	await database.transaction().execute(async (trx) => {
		const payment = await trx.selectFrom("payment").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
		await markMayHaveLeft(trx, clock.now(), [payment], { event: "expired_by_doubt", by: "cauri" });
	});
	expect(await foreigners()).toEqual([]);
	await move(id, "failed");
	expect(await foreigners()).toEqual([foreign]);
});
