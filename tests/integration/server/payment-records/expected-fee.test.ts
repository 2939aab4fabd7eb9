import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { transactionTypeOf } from "#lib/payment-state.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import { FEE_RULES } from "#server/payment-records/expected-fee.ts";
import { previewDeposit } from "#server/payments/request/preview-deposit.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";
import { checkBalance } from "#server/payments/send/send-checks.ts";
import { changeSendOrder } from "#server/settings/change-send-order.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { newBatch, newRow, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { insertLine } from "#tests/support/rows/insert-line.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import { insertReading } from "#tests/support/rows/insert-reading.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";
import { insertRows, updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { database, pool, maker, system, clock } = desk;
const { environment } = system.config;
const OPERATOR = "orange-money-ci";

beforeEach(async () => {
	await pool.query("truncate batch, reconciliation_line, movement, payment_event, payment, balance_reading cascade");
	await insertReading(system, { balance: "100000.00" });
});

let made = 0;
/** A past payment with its line. */
async function paid(amount: string, fee: string, facts: { kind?: "deposit" | "payout"; operator?: string } = {}) {
	const { kind = "payout", operator = OPERATOR } = facts;
	made += 1;
	const at = clock.now();
	const payment_id = await insertPayment(system, maker.member, {
		...{ kind, state: "succeeded", amount: amount === "0.00" ? "1.00" : amount, operator, created_at: at, sent_at: at },
	});
	const type = transactionTypeOf(kind);
	const movement_id = await insertLine(system, { type, amount, fee, occurrence: made });
	await insertRows(database, "reconciliation_line", {
		...{ movement_id, environment, currency: "XOF", status: "matched", how: "time", payment_id, changed_at: at },
	});
}

/** Recent payouts of this operator had a fee of one per cent. */
async function onePercent(): Promise<void> {
	await paid("10000.00", "100.00");
	await paid("25000.00", "250.00");
}

const preview = (changes: Record<string, string> = {}) =>
	previewPayout(maker, { amount: "50000", currency: "XOF", operator: OPERATOR, destination: null, ...changes });

test("a payout's fee is expected as this wallet and operator had it, and what would remain is less it; a line that is a fee alone, and that people gave to a payout, stops none", async () => {
	expect(await preview()).toMatchObject({ expectedFee: null, balance: { rest: "50000.00" } });
	await paid("0.00", "50.00");
	await onePercent();
	expect(await preview()).toMatchObject({ expectedFee: "500.00", balance: { rest: "49500.00" } });
	expect(await preview({ operator: "wave-ci" })).toMatchObject({ expectedFee: null, balance: { rest: "50000.00" } });
});

test("no fee is expected beside the amount where an admin kept that the amount contains it", async () => {
	await onePercent();
	const kept = (rule: object) => keepSetting(database, FEE_RULES, { wallets: [{ currency: "XOF", rule }] });
	await kept({ deposit: "beside", withdrawal: "inside", types: [] });
	expect(await preview({ amount: "100000" })).toMatchObject({ expectedFee: null, balance: { rest: "0.00" } });
	await kept({ deposit: "inside", withdrawal: "beside", types: [] });
	expect(await preview()).toMatchObject({ expectedFee: "500.00" });
	await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", FEE_RULES).execute());
});

test("what is on its way or waits for approval takes its expected fee with it; a balance that holds the amount alone does not suffice", async () => {
	await onePercent();
	await desk.approved({ amount: "50000" });
	const { balance } = await preview();
	expect(balance).toMatchObject({ onItsWay: { count: 1, amount: "50500.00" }, rest: "-1000.00" });
	await desk.requested({ amount: "20000" });
	const { balance: later } = await preview({ amount: "10000" });
	expect(later).toMatchObject({ waiting: { count: 1, amount: "20200.00" }, rest: "19200.00" });
});

test("of a deposit it is told what arrives, and of one operator nothing is learned from another's", async () => {
	const deposit = { amount: "12000", currency: "XOF", operator: "wave-ci" };
	await onePercent();
	expect(await previewDeposit(maker, deposit)).toEqual({ expectedFee: null, arrives: null });
	await paid("10000.00", "150.00", { kind: "deposit", operator: "wave-ci" });
	await paid("30000.00", "450.00", { kind: "deposit", operator: "wave-ci" });
	expect(await previewDeposit(maker, deposit)).toEqual({ expectedFee: "180.00", arrives: "11820.00" });
	await paid("100.00", "150.00", { kind: "deposit", operator: "fixed-fee" });
	await paid("120.00", "150.00", { kind: "deposit", operator: "fixed-fee" });
	const small = { ...deposit, amount: "100", operator: "fixed-fee" };
	expect(await previewDeposit(maker, small)).toEqual({ expectedFee: "150.00", arrives: null });
	await expect(previewDeposit(desk.viewer, deposit)).rejects.toMatchObject({ code: "forbidden" });
});

test("a payout waits until the balance covers its fee as well, and what is missing says so", async () => {
	await onePercent();
	desk.script.balance = "50000.00";
	const payout = await desk.approved({ amount: "50000", operator: OPERATOR, destination: "+2250707000000" });
	expect(await desk.send(payout)).toBe("balance_low");
	const missing = async () => (await desk.read(payout)).waits?.missing;
	expect(await missing()).toBe("500.00");
	const leaving = { state: "sending", amount: "10000.00", operator: OPERATOR } as const;
	const id = await insertPayment(system, maker.member, leaving);
	expect(await missing()).toBe("10600.00");
	const retry = () => updateRows(database, "payout_wait", {}, { retry_at: new Date(0) });
	desk.script.balance = "60599.99";
	await retry();
	const due = { system, payment: await desk.row(payout.id), sender: { workerId: "w", timing: QUICK } };
	expect(await checkBalance(due)).toEqual({ kind: "balance_low" });
	await updateRows(database, "payment", { id }, { state: "failed" });
	desk.script.balance = "50500.00";
	await retry();
	expect(await desk.send(payout)).toBe("attempted");
});

test("a fee above the amount counts too, although the balance is twice the amount", async () => {
	for (let line = 0; line < 2; line += 1) await paid("100.00", "150.00");
	desk.script.balance = "200.00";
	const payout = await desk.approved({ amount: "100", operator: OPERATOR });
	expect(await desk.send(payout)).toBe("balance_low");
	desk.script.balance = "250.00";
	await updateRows(database, "payout_wait", {}, { retry_at: new Date(0) });
	expect(await desk.send(payout)).toBe("attempted");
});

test("where a smaller payout may go first, many equal ones that fit but for their fee do not hide it", async () => {
	await onePercent();
	await changeSendOrder(desk.admin, { currency: "XOF", smallerFirst: true });
	desk.script.balance = "50000.00";
	const equal = [];
	for (let count = 0; count < 21; count += 1) equal.push(await desk.approved({ amount: "50000" }));
	clock.advance(1_000);
	const small = await desk.approved({ amount: "20000" });
	await pool.query("delete from graphile_worker._private_jobs");
	expect(equal[0] && (await desk.send(equal[0]))).toBe("balance_low");
	expect((await desk.jobs("send_payment")).map(({ key }) => key)).toContain(`send:${small.id}`);
	await changeSendOrder(desk.admin, { currency: "XOF", smallerFirst: false });
});

test("what a batch leaves in the wallet is less its own expected fees, and less all that waits with theirs", async () => {
	await onePercent();
	await desk.requested({ amount: "20000" });
	const rows = [newRow({ amount: "10000" }), newRow({ amount: "5000" }), newRow({ amount: "7000", destination: "1" })];
	const draft = await createBatch(maker, { ...newBatch(), rows }, randomBytes(12).toString("hex"));
	const outlook = [{ currency: "XOF", balance: "100000.00", others: "20200.00", fees: "150.00", rest: "64650.00" }];
	expect(draft).toMatchObject({ state: "draft", faultCount: 1, outlook });
	const requested = await requestedBatch(maker, { ...newBatch(), rows: rows.slice(0, 2) });
	expect(requested).toMatchObject({ state: "awaiting_approval", outlook });
});
