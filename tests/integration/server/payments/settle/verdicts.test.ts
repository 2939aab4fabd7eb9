import { beforeAll, describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import type { Context } from "#server/context.ts";
import { readEvidence } from "#server/payments/settle/read-evidence.ts";
import { withdrawVerdict } from "#server/payments/settle/withdraw-verdict.ts";
import { say, settleable } from "#tests/support/desk/settlement.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { findRow, updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { approver, admin, database } = desk;
let third: Context;
beforeAll(async () => {
	third = await desk.person("approver");
});

const words = async ({ kind, id }: Payment) => (await readEvidence(desk.viewer, { kind, id })).verdicts;

/** A payment whose first word was said. */
async function proposed(outcome: "paid" | "not_paid" = "paid"): Promise<Payment> {
	const payment = await settleable(desk);
	return say(approver, payment, outcome);
}

describe("disagreement", () => {
	test("shows both words and settles nothing, a third person must wait, until one withdraws and says the other word", async () => {
		const payment = await proposed("paid");
		const after = await say(admin, payment, "not_paid");
		expect(after).toMatchObject({ state: "unknown", version: payment.version });
		expect(await words(payment)).toMatchObject([{ outcome: "paid" }, { outcome: "not_paid" }]);
		await expect(say(third, payment, "paid")).rejects.toMatchObject({ code: "settlement_disputed" });
		await withdrawVerdict(approver, payment);
		expect(await words(payment)).toMatchObject([{ member: { id: admin.member.id } }]);
		expect(await say(approver, payment, "not_paid")).toMatchObject({ state: "settled_not_paid" });
	});
});

describe("a word", () => {
	test("is withdrawn by its author alone, and then counts no more", async () => {
		const payment = await proposed();
		await expect(withdrawVerdict(admin, payment)).rejects.toMatchObject({ code: "not_found" });
		const after = await withdrawVerdict(approver, payment);
		expect(after.history.at(-1)).toMatchObject({ event: "verdict_withdrawn", by: { name: approver.member.name } });
		expect(await words(payment)).toEqual([]);
		expect(await say(admin, payment, "paid")).toMatchObject({ state: "unknown" });
	});

	test("is void after any change of the payment", async () => {
		const payment = await proposed();
		await updateRows(database, "payment", { id: payment.id }, { version: payment.version + 1 });
		expect(await words(payment)).toEqual([]);
		await expect(say(admin, payment, "paid")).rejects.toMatchObject({ code: "stale_version" });
		expect(await say(admin, { ...payment, version: payment.version + 1 }, "paid")).toMatchObject({ state: "unknown" });
	});

	test("keeps what the panel showed when it was said", async () => {
		const payment = await proposed();
		const row = await findRow(database, "resolution", { payment_id: payment.id });
		expect(row).toMatchObject({
			amount: "45000.00",
			payment_version: payment.version,
			evidence: { paymentId: payment.id, movements: { verdict: "none" }, mirror: { mayBeCut: false } },
		});
	});

	test("is taken only of a payment whose outcome is open", async () => {
		const waiting = await desk.requested();
		await expect(say(approver, waiting, "paid")).rejects.toMatchObject({ code: "stale_version" });
		await expect(say(approver, { ...waiting, id: "none" }, "paid")).rejects.toMatchObject({ code: "not_found" });
		await expect(say(approver, { ...waiting, kind: "deposit" }, "paid")).rejects.toMatchObject({ code: "not_found" });
	});
});
