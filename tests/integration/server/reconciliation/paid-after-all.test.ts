import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { PaymentState } from "#lib/payment-state.ts";
import { findNeeds } from "#server/overview/find-needs.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";
import { decideLine } from "#server/reconciliation/decide-line.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { insertRows } from "#tests/support/rows/rows.ts";
import { BEGIN, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { approver, maker, viewer, clock, reconcile, pay, line, move, read, database } = wallet;
beforeEach(() => wallet.clear());

/** Sets only the row's state, without the rules about resolving; then writes its event, as after every change. */
async function put(id: string, state: PaymentState): Promise<void> {
	await withoutGuards(database, sql`update payment set state = ${state} where id = ${id}`);
	await move(id, state);
}

const alarms = async () =>
	(await findNeeds(approver))
		.filter(({ kind }) => kind === "unexplained" || kind === "paid_after_all")
		.map(({ kind, count, amount, payment }) => [kind, count, amount, payment?.id ?? null]);

describe("a line of a payout that ended as not paid", () => {
	test.each(["settled_not_paid", "refused", "failed", "not_sent"] as const)(
		"names the one that is %s, on Home and in the queue, apart from other alarms",
		async (state) => {
			const payout = await pay({ state: "unknown" });
			await put(payout, state);
			await reconcile(2 * DAY);
			expect(await alarms()).toEqual([]);
			await line({ at: BEGIN + DAY });
			await line({ at: BEGIN + DAY, amount: "700.00" });
			await reconcile();
			expect(await alarms()).toEqual([
				["paid_after_all", 1, "5000.00", payout],
				["unexplained", 1, "700.00", null],
			]);
			const { exceptions } = await read();
			expect(exceptions.map(({ lines, ended }) => [lines[0]?.amount, ended.map(({ id }) => id)])).toEqual(
				expect.arrayContaining([
					["5000.00", [payout]],
					["700.00", []],
				]),
			);
		},
	);

	test("was the line of a payment nobody knew: it is named as soon as two people settle that payment as not paid", async () => {
		const payout = await pay({ state: "unknown" });
		await line();
		await reconcile(HOUR);
		expect(await alarms()).toEqual([]);
		await put(payout, "settled_not_paid");
		await reconcile();
		expect(await alarms()).toEqual([["paid_after_all", 1, "5000.00", payout]]);
	});

	test("names the one whose sender's clock was hours ahead: its window is that of its permit", async () => {
		await pay({ amount: "1.00", at: BEGIN });
		const payout = await pay({ state: "refused", at: BEGIN + 6 * HOUR });
		await insertRows(database, "attempt", {
			...{ id: "attempt-ahead", worker_id: "ahead", payment_id: payout },
			...{ permitted_at: new Date(BEGIN + HOUR), send_deadline: new Date(BEGIN + HOUR + 3 * MINUTE) },
		});
		await line({ at: BEGIN + HOUR });
		await reconcile(DAY);
		expect(await alarms()).toEqual([["paid_after_all", 1, "5000.00", payout]]);
		await database.deleteFrom("attempt").execute();
	});

	test("is a match that people may choose, and then no alarm", async () => {
		const payout = await pay({ state: "refused" });
		const id = await line({ at: BEGIN + HOUR });
		await reconcile(DAY);
		await decideLine(approver, { id, verdict: "match", paymentId: payout, reason: "The operator confirmed it" });
		expect(await alarms()).toEqual([]);
	});
});

describe("before a payout is requested", () => {
	const preview = async (amount = "5000") =>
		(await previewPayout(maker, { amount, currency: "XOF", destination: "+2250709090909" })).unmatched;

	test("an unexplained withdrawal of its amount in the last day is shown, newest first", async () => {
		await pay({ amount: "1.00" });
		const [one, two] = [await line({ at: BEGIN + HOUR }), await line({ at: BEGIN + 2 * HOUR })];
		await line({ at: BEGIN + HOUR, amount: "5001.00" });
		await line({ at: BEGIN + HOUR, type: "deposit" });
		await reconcile(3 * HOUR);
		expect(await preview()).toEqual([
			{ id: two, createdAt: new Date(BEGIN + 2 * HOUR).toISOString() },
			{ id: one, createdAt: new Date(BEGIN + HOUR).toISOString() },
		]);
		expect(await preview("5002")).toEqual([]);
		clock.advance(DAY - 2 * HOUR);
		expect((await preview()).map(({ id }) => id)).toEqual([two]);
	});

	test("what a payment, a person or the service's withdrawal explains is not shown", async () => {
		await pay();
		await line();
		const said = await line({ at: BEGIN + HOUR });
		const gone = await line({ at: BEGIN + 2 * HOUR });
		await reconcile(3 * HOUR);
		expect((await preview()).map(({ id }) => id)).toEqual([gone, said]);
		await decideLine(approver, { id: said, verdict: "portal", reason: "Paid in the portal" });
		// As a sync withdraws a line.
		await database.updateTable("movement").set({ withdrawn_at: clock.now() }).where("id", "=", gone).execute();
		await database.deleteFrom("reconciliation_line").where("movement_id", "=", gone).execute();
		expect(await preview()).toEqual([]);
		await expect(previewPayout(viewer, { amount: "1", currency: "XOF", destination: null })).rejects.toMatchObject({
			code: "forbidden",
		});
	});
});
