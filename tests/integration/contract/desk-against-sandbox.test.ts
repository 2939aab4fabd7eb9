import { describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { parseDecimal } from "#lib/money.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { lookUpTransaction } from "#server/transactions/look-up-transaction.ts";
import { collect, openContractDesk } from "#tests/support/desk/contract-desk.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";
import { clientOf, DEPOSIT_ORDER, inTime, PAYOUT_ORDER } from "#tests/support/service/momo-client.ts";

const desk = await openContractDesk();
const { service, sandbox, system } = desk;
const MINUTE = 60_000;

async function checked(payment: Payment): Promise<Payment> {
	await checkPayment(system, { paymentId: payment.id });
	return desk.read(payment);
}

async function referenceOf(payment: Payment): Promise<string> {
	const { reference } = await desk.read(payment);
	if (reference === null) throw new Error("the payment has no reference");
	return reference;
}

describe("the seven calls", () => {
	test("a deposit is started: pending, not processed, with the link that its flow uses", async () => {
		const order = { ...DEPOSIT_ORDER, amountMinor: 1_250_000n, currency: "XOF", operator: "wave-ci", country: "CI" };
		const { answer, httpStatus } = await service.startDeposit({ ...order, phoneNumber: "2250701020304" }, inTime);
		expect(httpStatus).toBe(201);
		expect(answer).toMatchObject({
			reference: expect.stringMatching(/^DP-CI-/),
			opaque_id: DEPOSIT_ORDER.opaqueId,
			transaction_type: "deposit",
			type: "fiat",
			status: "pending",
			amount: "12500.00",
			currency: "XOF",
			processed_at: null,
		});
		expect(answer.payment_url).toContain(`/pay/${answer.reference}`);
	});

	test("a payout is made: a success at once, and it is found again by detail, history and status", async () => {
		const { answer } = await service.startPayout({ ...PAYOUT_ORDER, amountMinor: 1_000_000n }, inTime);
		const facts = {
			reference: answer.reference,
			transaction_type: "withdrawal",
			status: "success",
			amount: "10000.00",
			currency: "XOF",
		};
		expect(answer).toMatchObject({ ...facts, type: "fiat", processed_at: expect.any(String) });
		expect(answer).not.toHaveProperty("payment_url");
		const [detail, history, status] = await Promise.all([
			service.readDetail(answer.reference),
			service.readHistory(answer.reference),
			service.readStatus(answer.reference),
		]);
		expect(detail).toEqual({
			...facts,
			history: [
				{ status: "pending", source: "operator", timestamp: answer.created_at },
				{ status: "success", source: "operator", timestamp: answer.processed_at },
			],
		});
		expect(history).toEqual(detail);
		expect(status).toEqual({ ...facts, created_at: answer.created_at, processed_at: answer.processed_at });
	});

	test("a balance is told with its wallet, its currency and its time; movements are told with type, amount, fee, currency and time", async () => {
		expect(await service.readBalance("XAF")).toEqual({
			wallet_reference: expect.stringMatching(/^WF-/),
			balance: "5000.00",
			currency_code: "XAF",
			updated_at: expect.stringMatching(/Z$/),
		});
		expect(await desk.movements("XAF")).toEqual([
			{
				movement_type: "deposit",
				amount: "5000.00",
				fee_amount: "0.00",
				currency_code: "XAF",
				created_at: expect.stringMatching(/Z$/),
			},
		]);
	});

	test("a reference or wallet that the service does not know is null, not an error", async () => {
		const reference = "TX-20260310-NOSUCH";
		expect(await service.readDetail(reference)).toBeNull();
		expect(await service.readHistory(reference)).toBeNull();
		expect(await service.readStatus(reference)).toBeNull();
		expect(await service.readBalance("ZZZ")).toBeNull();
		await expect(desk.movements("ZZZ")).rejects.toMatchObject({ kind: "refused", status: 404 });
	});

	test("wrong keys are refused by every call, and nothing is done", async () => {
		const wrong = clientOf(desk.baseUrl, {}, undefined, { apiSecret: "wrong-secret" });
		const before = (await sandbox.transactions()).length;
		const calls = [
			() => wrong.startDeposit({ ...DEPOSIT_ORDER, currency: "XOF", operator: "wave-ci", country: "CI" }, inTime),
			() => wrong.startPayout(PAYOUT_ORDER, inTime),
			() => wrong.readDetail("TX-20260310-NOSUCH"),
			() => wrong.readHistory("TX-20260310-NOSUCH"),
			() => wrong.readStatus("TX-20260310-NOSUCH"),
			() => wrong.readBalance("XOF"),
			() => collect(wrong.streamMovements("XOF")),
		];
		for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: "refused", status: 403 });
		await wrong.close();
		expect(await sandbox.transactions()).toHaveLength(before);
	});
});

describe("the three flows of a deposit, each paid on the handset", () => {
	test("payment_url: the payer pays at the link", async () => {
		const deposit = await desk.sent(await desk.deposit("wave-ci"));
		expect(deposit).toMatchObject({ state: "pending", serviceStatus: "pending" });
		expect(deposit.paymentUrl).toMatch(/^http:\/\/localhost:\d+\/pay\//);
		await sandbox.payLink(await referenceOf(deposit), "pay");
		await desk.advance(5_000);
		expect(await checked(deposit)).toMatchObject({ state: "succeeded", serviceStatus: "success", late: false });
	});

	test("OTP: the payer dials, gets a code and enters it at the operator", async () => {
		const phone = newPhoneNumber("07");
		const deposit = await desk.sent(await desk.deposit("orange-money-ci", phone));
		expect(deposit).toMatchObject({ state: "pending", paymentUrl: null, qrCode: null });
		await sandbox.dial(phone, "#144*82#");
		const handset = await (await fetch(sandbox.phoneUrl(phone))).text();
		const code = /code is (\d{6})/.exec(handset)?.[1] ?? "";
		await sandbox.enterCode(phone, await referenceOf(deposit), code);
		await desk.advance(10_000);
		expect((await checked(deposit)).state).toBe("succeeded");
	});

	test("USSD: the payer approves the prompt with the PIN", async () => {
		const phone = newPhoneNumber("05");
		const deposit = await desk.sent(await desk.deposit("mtn-ci", phone));
		await sandbox.answer(phone, await referenceOf(deposit), "approve");
		await desk.advance(5_000);
		expect((await checked(deposit)).state).toBe("succeeded");
	});

	test("a refused deposit stays open with the service's word: nobody has said here that it is final", async () => {
		const phone = newPhoneNumber("05");
		const deposit = await desk.sent(await desk.deposit("mtn-ci", phone));
		await sandbox.answer(phone, await referenceOf(deposit), "refuse");
		expect(await checked(deposit)).toMatchObject({ state: "pending", serviceStatus: "failed" });
	});

	test("an answer that nobody gives expires at the operator, and is shown as it came", async () => {
		const deposit = await desk.sent(await desk.deposit("mtn-ci", newPhoneNumber("05")));
		await desk.advance(6 * MINUTE);
		expect(await checked(deposit)).toMatchObject({ state: "pending", serviceStatus: "expired" });
	});
});

describe("a payout", () => {
	test("succeeds, takes amount and fee from the wallet, is one movement, and is found by its reference with our own payment beside it", async () => {
		const before = await service.readBalance("XOF");
		const payout = await desk.sent(await desk.payout("45000"));
		expect(payout).toMatchObject({ state: "succeeded", serviceStatus: "success" });
		const after = await service.readBalance("XOF");
		expect((parseDecimal(before?.balance ?? "") ?? 0n) - (parseDecimal(after?.balance ?? "") ?? 0n)).toBe(4_545_000n);
		expect((await desk.movements("XOF"))[0]).toMatchObject({
			movement_type: "withdrawal",
			amount: "45000.00",
			fee_amount: "450.00",
		});
		expect(await sandbox.postsTo(payout.destination ?? "")).toHaveLength(1);
		const found = await lookUpTransaction(desk.maker, { reference: await referenceOf(payout) });
		expect(found).toMatchObject({
			status: "success",
			statusRecognised: true,
			transactionType: "withdrawal",
			amount: "45000.00",
			disagreements: [],
			payment: { id: payout.id, kind: "payout", state: "succeeded" },
		});
	});

	test("is refused by the service with its reason when the wallet is told empty", async () => {
		const payout = await desk.sent(await desk.payout("45000", newPhoneNumber("05", "169")));
		expect(payout.state).toBe("refused");
		expect(payout.history.at(-1)).toMatchObject({
			event: "refused",
			details: { words: expect.stringMatching(/fund/i) },
		});
	});

	test("above the balance waits for the balance, and nothing leaves", async () => {
		const payout = await desk.sent(await desk.payout("900000000"));
		expect(payout).toMatchObject({ state: "approved", waits: { kind: "balance_low" } });
		expect(await sandbox.postsTo(payout.destination ?? "")).toEqual([]);
		// Cancels the oldest payout first: while it waits nothing leaves, and the balance is not read again at once.
		await decidePayout(desk.maker, { id: payout.id, decision: "cancel", version: payout.version });
		await desk.database.deleteFrom("payout_wait").execute();
	});
});
