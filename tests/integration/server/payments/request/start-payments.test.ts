import { describe, expect, test } from "vitest";
import { paymentSchema } from "#lib/contracts/payment.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { startDeposit } from "#server/payments/request/start-deposit.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { setTiers } from "#tests/support/desk/payout-tiers.ts";
import { DEPOSIT_INPUT, newPayout, openPaymentDesk, PAYOUT_INPUT } from "#tests/support/payment-desk.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";

const desk = await openPaymentDesk();
const { database, maker, viewer, key } = desk;

describe("a payout is requested", () => {
	test("it is saved, waits for a second person, and nothing is queued or sent; the record has it with the number masked", async () => {
		const payment = await requestPayout(maker, PAYOUT_INPUT, key());
		expect(payment).toMatchObject({
			kind: "payout",
			state: "awaiting_approval",
			version: 1,
			amount: "45000.00",
			operatorName: "Orange Money",
			flow: null,
			destination: "+2250701020304",
			phoneNumber: null,
			note: "Rent",
			maker: { id: maker.member.id, name: maker.member.name },
			approver: null,
		});
		expect(payment.history.map(({ event, by }) => [event, by.kind])).toEqual([["requested", "member"]]);
		expect(paymentSchema.parse(payment)).toEqual(payment);
		expect((await desk.jobs("send_payment")).filter(({ payload }) => payload.paymentId === payment.id)).toEqual([]);
		expect(desk.scripted.requests).toEqual([]);
		const entry = await newestEntry(database, { subject_id: payment.id });
		expect(entry).toMatchObject({ action: "payment.requested", member_id: maker.member.id });
		expect(entry.details).toMatchObject({ amount: "45000.00", currency: "XOF", number: "+225•••••04" });
		expect(JSON.stringify(entry.details)).not.toContain("0701020304");
	});

	test("where the rules ask for nobody it is approved at once and bound to its facts", async () => {
		await setTiers(database, { no_approver_up_to: "45000.00" });
		const payment = await requestPayout(maker, newPayout(), key());
		await asOwner(database, (trx) => trx.deleteFrom("payout_rule").execute());
		expect(payment.state).toBe("approved");
		expect((await desk.row(payment.id)).approved_facts).toMatch(/^[0-9a-f]{64}$/);
		expect((await desk.jobs("send_payment")).map(({ key: jobKey }) => jobKey)).toContain(`send:${payment.id}`);
	});
});

describe("a deposit is started", () => {
	test("it needs no second person, carries our id as opaque_id and is handed to the worker in the same commit", async () => {
		const payment = await startDeposit(maker, DEPOSIT_INPUT, key());
		expect(payment).toMatchObject({ kind: "deposit", state: "approved", flow: "payment_url", destination: null });
		expect(payment.opaqueId).toBe(payment.id);
		const jobs = await desk.jobs("send_payment");
		expect(jobs.filter(({ payload }) => payload.paymentId === payment.id)).toHaveLength(1);
	});
});

describe("one key, one payment", () => {
	test("50 parallel requests of one key make one payment, and all are answered with it", async () => {
		const shared = key();
		const payments = await Promise.all(Array.from({ length: 50 }, () => startDeposit(maker, DEPOSIT_INPUT, shared)));
		expect(new Set(payments.map(({ id }) => id)).size).toBe(1);
		const rows = await database.selectFrom("payment").select("id").where("idempotency_key", "=", shared).execute();
		expect(rows).toHaveLength(1);
		const jobs = await desk.jobs("send_payment");
		expect(jobs.filter(({ payload }) => payload.paymentId === rows[0]?.id)).toHaveLength(1);
		const events = await database
			.selectFrom("payment_event")
			.select("id")
			.where("payment_id", "=", rows[0]?.id ?? "")
			.execute();
		expect(events).toHaveLength(1);
	});

	test("the same key with another body is refused, also for the other kind; two members may use the same key for themselves", async () => {
		const shared = key();
		const payout = newPayout();
		await requestPayout(maker, payout, shared);
		const reused = { code: "idempotency_key_reused" };
		await expect(requestPayout(maker, { ...payout, amount: "45001" }, shared)).rejects.toMatchObject(reused);
		await expect(startDeposit(maker, DEPOSIT_INPUT, shared)).rejects.toMatchObject(reused);
		const own = key();
		const first = await requestPayout(maker, newPayout(), own);
		expect((await requestPayout(desk.admin, newPayout(), own)).id).not.toBe(first.id);
	});

	test.each([null, "", "short", "with spaces in it 1234", "x".repeat(65)])("the key %j is no key", async (bad) => {
		const refused = { code: "idempotency_key_missing" };
		await expect(requestPayout(maker, PAYOUT_INPUT, bad)).rejects.toMatchObject(refused);
	});
});

describe("what is refused at the door leaves no trace", () => {
	test.each([
		[{ currency: "EUR", amount: "450" }, "wallet_unknown"],
		[{ operator: "nobody-ci" }, "operator_unknown"],
		[{ operator: "closed-ci" }, "operator_unknown"],
		[{ country: "SN" }, "operator_unknown"],
		[{ currency: "XAF" }, "operator_unknown"],
		[{ amount: "0" }, "invalid_input"],
		[{ amount: "12.50" }, "invalid_input"],
		[{ amount: "1e5" }, "invalid_input"],
		[{ destination: "0701020304" }, "invalid_input"],
		[{ extra: "field" }, "invalid_input"],
	])("%j → %s", async (change, code) => {
		const before = await database.selectFrom("payment").select("id").execute();
		await expect(requestPayout(maker, { ...PAYOUT_INPUT, ...change }, key())).rejects.toMatchObject({ code });
		expect(await database.selectFrom("payment").select("id").execute()).toHaveLength(before.length);
	});

	test("a payout is not found among the deposits", async () => {
		const { id } = await requestPayout(maker, newPayout(), key());
		await expect(readPayment(viewer, { kind: "deposit", id })).rejects.toMatchObject({ code: "not_found" });
	});
});
