import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { exportResult } from "#server/batches/export-result.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { exportPayments } from "#server/payments/read/export-payments.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { sumPayments } from "#server/payments/read/sum-payments.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { findDuplicates } from "#server/payments/rules/find-duplicates.ts";
import { readLimitUses } from "#server/payments/rules/limit-use.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { readCurrentStretch } from "#server/reconciliation/read-reconciliation.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { newRow, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { setRule } from "#tests/support/desk/payout-tiers.ts";
import { agreeOnPermit, lostPayment, say, shiftDeadline } from "#tests/support/desk/resolution.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readCsv } from "#tests/support/files/read-file.ts";
import { accept, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { insertLine } from "#tests/support/rows/insert-line.ts";
import { insertReading } from "#tests/support/rows/insert-reading.ts";
import { keepLevel } from "#tests/support/rows/keep-level.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { approver, admin, maker, database, pool, system, clock } = desk;
const { environment } = system.config;
const PAID = "41000.00";

const evidenceOf = ({ kind, id }: Payment) => readEvidence(desk.viewer, { kind, id });
const refused = { code: "invalid_input", fields: { amount: "amount_not_shown" } };

beforeEach(async () => {
	await pool.query(
		"truncate reconciliation_line, reconciliation_payment, reconciliation_exception, movement, balance_reading cascade",
	);
	clock.advance(3 * 3_600_000);
});

/** Requested with 45,000; the service answers with these changes under its reference. */
async function answered(changes: Record<string, unknown> = { amount: PAID }): Promise<Payment> {
	const payment = await desk.sent({ answer: accept("success", changes) });
	await agreeOnPermit(pool, payment.id);
	return desk.read(payment);
}

/** Moves only the deadline, which resolving waits for: evidence is searched by the permit's time. */
async function waited(payment: Payment): Promise<Payment> {
	await shiftDeadline(pool, payment.id, 15);
	return payment;
}

async function line(amount: string, seconds = 0, type = "withdrawal"): Promise<string> {
	const created_at = new Date(clock.now().getTime() + seconds * 1_000);
	return insertLine(system, { type, amount, fee: "410.00", created_at });
}

async function settled(payment: Payment, amount = PAID): Promise<Payment> {
	await say(approver, payment, "paid_other", { amount });
	return say(admin, payment, "paid_other", { amount });
}

describe("asked, said and moved", () => {
	test("stand side by side, and what was said or moved may be said to be paid", async () => {
		const payment = await answered();
		expect(payment.state).toBe("needs_review");
		await line(PAID);
		expect((await evidenceOf(payment)).comparison).toMatchObject({
			...{ asked: "45000.00", said: { amount: PAID, currency: "XOF" }, moved: `-${PAID}` },
			...{ others: [{ amount: PAID }], payable: [PAID] },
		});
	});

	test("the balance below gives the sum above also for a line whose amount nobody named", async () => {
		const payment = await answered({ amount: "45000", currency: "XAF" });
		await line("44100.00");
		clock.advance(60_000);
		await insertReading(system, { balance: "4955490.00", at: clock.now(), updatedAt: clock.now() });
		const { comparison, balance } = await evidenceOf(payment);
		expect(comparison.moved).toBe("-44100.00");
		expect(balance).toMatchObject({ rest: "-44510.00", reading: "amount_and_fee", others: { count: 0 } });
	});

	test("the balance below says what the amounts above say: the line of the amount that was said is the payment's", async () => {
		const payment = await answered();
		await line(PAID);
		clock.advance(60_000);
		await insertReading(system, { balance: "4958590.00", at: clock.now(), updatedAt: clock.now() });
		const { comparison, balance } = await evidenceOf(payment);
		expect(comparison.moved).toBe(`-${PAID}`);
		expect(balance).toMatchObject({
			rest: "-41410.00",
			others: { count: 0 },
			reading: "amount_and_fee",
			fee: "410.00",
		});
	});

	test("an answer that was lost has said nothing; what moved at its very moment, and is nobody's, is beside it", async () => {
		const payment = await lostPayment(desk, "payout");
		await agreeOnPermit(pool, payment.id);
		await line("42000.00", 300);
		await line("43000.00", 1, "deposit");
		expect((await evidenceOf(payment)).comparison).toMatchObject({ said: null, moved: null, payable: [] });
		await line(PAID, 1);
		expect((await evidenceOf(payment)).comparison).toMatchObject({ said: null, moved: `-${PAID}`, payable: [PAID] });
		// A line of the requested amount is more likely.
		await line("45000.00", 2);
		expect((await evidenceOf(payment)).comparison).toMatchObject({ moved: "-45000.00", payable: [PAID] });
	});

	test("a line that is another payment's is not offered", async () => {
		desk.script.post = accept("success");
		const other = await desk.approved({ amount: "41000" });
		await desk.send(other);
		await agreeOnPermit(pool, other.id);
		const payment = await lostPayment(desk, "payout");
		await agreeOnPermit(pool, payment.id);
		await line(PAID, 1);
		expect((await evidenceOf(payment)).comparison).toMatchObject({ moved: null, others: [], payable: [] });
	});

	test("once it is settled, the day that goes on has no difference, and its lines are matched at once", async () => {
		const payment = await answered();
		clock.advance(60_000);
		await insertReading(system, { balance: "4959000.00", at: clock.now(), updatedAt: clock.now() });
		await keepLevel(system, "XOF");
		const current = async () => (await readCurrentStretch(system, { environment, currency: "XOF" }))?.gap;
		expect(await current()).toBe("-41000.00");
		clock.advance(60_000);
		await settled(await waited(payment));
		expect(await current()).toBe("0.00");
		const { rows } = await pool.query("select from graphile_worker.jobs where key = 'reconcile_wallet:XOF'");
		expect(rows).toHaveLength(1);
	});

	test("an amount of another currency is shown, and is no amount of this payment", async () => {
		const payment = await answered({ amount: PAID, currency: "XAF" });
		expect((await evidenceOf(payment)).comparison).toMatchObject({
			said: { amount: PAID, currency: "XAF" },
			payable: [],
		});
	});
});

describe("paid, another amount", () => {
	test("is settled by the same word and amount of two people, and only by an amount that was said or moved", async () => {
		const payment = await waited(await answered());
		for (const amount of ["41001", "45000", "0", "-41000", "41 000"])
			await expect(say(approver, payment, "paid_other", { amount })).rejects.toMatchObject(refused);
		const first = await say(approver, payment, "paid_other", { amount: "41000" });
		expect(first).toMatchObject({ state: "needs_review", paidAmount: null });
		expect((await evidenceOf(payment)).verdicts).toMatchObject([{ outcome: "paid_other", amount: PAID }]);
		const second = await say(admin, payment, "paid_other", { amount: PAID });
		expect(second).toMatchObject({ state: "settled_paid", amount: "45000.00", paidAmount: PAID });
		expect(second.history.slice(-2).map(({ event }) => event)).toEqual(["said_paid_other", "settled_paid_other"]);
		const audit = await newestEntry(database, { subject_id: payment.id });
		expect(audit).toMatchObject({ action: "payment.settled_paid_other", details: { amount: "45000.00", paid: PAID } });
	});

	test("is not offered where nothing else was said or moved", async () => {
		const payment = await lostPayment(desk, "payout");
		await waited(payment);
		await expect(say(approver, payment, "paid_other", { amount: PAID })).rejects.toMatchObject(refused);
	});

	test("two people of whom one says paid, and the other paid with another amount, have not agreed", async () => {
		const payment = await waited(await answered());
		await say(approver, payment, "paid");
		expect(await say(admin, payment, "paid_other", { amount: PAID })).toMatchObject({ state: "needs_review" });
		expect(await desk.row(payment.id)).toMatchObject({ state: "needs_review", paid_amount: null });
	});

	test("the database itself takes the amount from two equal words alone, and never lets it change", async () => {
		const payment = await waited(await answered());
		const settle = (paid_amount: string | null) =>
			updateRows(
				database,
				"payment",
				{ id: payment.id },
				{ state: "settled_paid", version: payment.version + 1, paid_amount },
			);
		await say(approver, payment, "paid_other", { amount: PAID });
		await expect(settle(PAID)).rejects.toThrow("two different people");
		await sql`insert into resolution (payment_id, payment_version, member_id, outcome, amount, reason, evidence, at)
			values (${payment.id}, ${payment.version}, ${admin.member.id}, 'paid_other', 41000, 'x', '{}', now())`.execute(
			database,
		);
		for (const paid of [null, "45000.00", "40000.00"]) await expect(settle(paid)).rejects.toThrow();
		await settle(PAID);
		const change = (paid_amount: string | null) => updateRows(database, "payment", { id: payment.id }, { paid_amount });
		for (const paid of [null, "40000.00"]) await expect(change(paid)).rejects.toThrow("a settled payment is final");
	});
});

describe("what was really paid counts", () => {
	test("against the limits of a day, and against the same payment once more", async () => {
		const payment = await waited(await answered());
		const { destination } = payment;
		await setRule(database, { per_destination_day: "100000.00" });
		const used = async () => {
			const rule = await readPayoutRule(database, "XOF");
			const question = { environment, currency: "XOF", makerId: maker.member.id, number: destination };
			const uses = await readLimitUses(database, rule, { ...question, at: clock.now(), timeZone: "UTC" });
			return uses.find(({ kind }) => kind === "destination_day")?.used;
		};
		const twins = (amount: string) =>
			findDuplicates(
				database,
				{ environment, currency: "XOF", phone_number: destination ?? "", amount },
				{ at: clock.now() },
			);
		expect([await used(), await twins(PAID)]).toEqual(["45000.00", []]);
		await settled(payment);
		expect(await used()).toBe(PAID);
		expect([await twins(PAID), await twins("45000.00")]).toEqual([[payment.id], [payment.id]]);
		await asOwner(database, (trx) => trx.deleteFrom("payout_rule").execute());
	});

	test("in the files: their column of what was paid adds up to what the list says was paid", async () => {
		const batch = await requestedBatch(maker, { name: "Salaries", rows: [newRow({ amount: "45000" })] });
		await decideBatch(approver, { id: batch.id, version: batch.version, decision: "approve" });
		const id = (await listRows(desk.viewer, { id: batch.id })).items[0]?.paymentId ?? "";
		desk.script.post = accept("success", { amount: PAID });
		await desk.send({ id });
		await agreeOnPermit(pool, id);
		await settled(await waited(await readPayment(desk.viewer, { kind: "payout", id })));
		const ofBatch = { kind: "payout", batch: batch.id } as const;
		const { sums } = await sumPayments(desk.viewer, ofBatch);
		expect(sums[0]?.paid).toEqual({ count: 1, amount: PAID });
		const payments = await exportPayments(desk.viewer, { ...ofBatch, format: "csv" }, exportLabels);
		const result = await exportResult(desk.viewer, { id: batch.id, format: "csv" }, exportLabels);
		for (const { chunks } of [payments, result]) {
			const [heads = [], cells = []] = await readCsv(chunks);
			expect(["Amount", "Amount paid"].map((head) => cells[heads.indexOf(head)])).toEqual(["-45000", "-41000"]);
		}
	});

	test("in the evidence and in the reconciliation: the line of that amount is this payment's, and no finding is left", async () => {
		// No other payment in this file has this amount.
		const paid = "41500.00";
		const payment = await waited(await answered({ amount: paid }));
		const moved = await line(paid);
		await keepLevel(system);
		await reconcileWallet(system, { currency: "XOF" });
		const wordOf = () =>
			database.selectFrom("reconciliation_line").selectAll().where("movement_id", "=", moved).executeTakeFirst();
		expect(await wordOf()).toMatchObject({ status: "unexplained", payment_id: null });
		await settled(payment, paid);
		await keepLevel(system);
		await reconcileWallet(system, { currency: "XOF" });
		expect(await wordOf()).toMatchObject({ status: "matched", payment_id: payment.id });
		const owed = database.selectFrom("reconciliation_payment").selectAll().where("payment_id", "=", payment.id);
		expect(await owed.execute()).toEqual([]);
		expect((await evidenceOf(payment)).movements).toMatchObject({ verdict: "one", items: [{ amount: paid }] });
	});
});
