import { describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { startDeposit } from "#server/payments/request/start-deposit.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { accept, answerTo, DEPOSIT_INPUT, openPaymentDesk, QUICK, statusFor } from "#tests/support/payment-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const desk = await openPaymentDesk();
const { database, script, system } = desk;
const workerId = "worker-1";
const send = (payment: Payment, timing = QUICK) => desk.send(payment, { workerId, timing });
const attemptOf = ({ id }: Payment) =>
	database.selectFrom("attempt").selectAll().where("payment_id", "=", id).executeTakeFirst();

describe("one POST", () => {
	test("a payout leaves as it was approved, and its answer is kept", async () => {
		const payment = await desk.approved({ destination: "+2250701020304" });
		expect(await send(payment)).toBe("attempted");
		const [post] = desk.posts();
		expect(post?.path).toBe("/api/v1/transactions/payout/");
		expect(JSON.parse(post?.body ?? "")).toEqual({
			amount: 45000,
			currency: "XOF",
			operator: "orange-money-ci",
			country: "CI",
			destination: "+2250701020304",
			metadata: { note: "Rent" },
		});
		const after = await desk.read(payment);
		expect(after).toMatchObject({ state: "succeeded", version: 4, opaqueId: "their-own-id", serviceStatus: "success" });
		expect(after.reference).toMatch(/^TX-/);
		expect(after.history.map(({ event }) => event)).toEqual(["requested", "approved", "sending", "succeeded"]);
		expect(await attemptOf(payment)).toMatchObject({ outcome: "succeeded", http_status: 201, worker_id: workerId });
	});

	test("a deposit carries our id, its link is kept, and the payer's window begins with the permit", async () => {
		const payment = await desk.deposit();
		await send(payment);
		expect(JSON.parse(desk.posts()[0]?.body ?? "")).toEqual({
			amount: 12500,
			currency: "XOF",
			operator: "wave-ci",
			country: "CI",
			phone_number: "2250701020305",
			opaque_id: payment.id,
		});
		const after = await desk.read(payment);
		expect(after).toMatchObject({ state: "pending", paymentUrl: "https://pay.example/abc", opaqueId: payment.id });
		expect(Date.parse(after.payerDeadline ?? "") - Date.parse(after.sentAt ?? "")).toBe(30 * 60_000);
	});

	test("an id of the service's own is kept, and the deposit is watched like any other", async () => {
		const payment = await desk.sent({ kind: "deposit", answer: accept("pending", { opaque_id: "their-own-id" }) });
		expect(payment).toMatchObject({
			state: "pending",
			opaqueId: "their-own-id",
			paymentUrl: "https://pay.example/abc",
		});
		desk.says(payment, "success");
		await checkPayment(system, { paymentId: payment.id });
		expect((await desk.read(payment)).state).toBe("succeeded");
	});

	test("at the moment the POST arrives the database already says sending, with its attempt", async () => {
		const payment = await desk.approved();
		let seen: unknown;
		script.post = async (respond, body) => {
			seen = { state: await desk.state(payment.id), attempt: await attemptOf(payment) };
			respond.json(201, answerTo(body));
		};
		await send(payment);
		expect(seen).toMatchObject({ state: "sending", attempt: { worker_id: workerId, answered_at: null } });
	});

	test("of many workers that send the same payment at once, one does", async () => {
		const payment = await desk.approved();
		const results = await Promise.all(
			Array.from({ length: 8 }, (_, index) =>
				sendPayment(system, { paymentId: payment.id, workerId: `worker-${index}`, timing: QUICK }),
			),
		);
		expect(results.filter((result) => result === "attempted")).toHaveLength(1);
		expect(desk.posts()).toHaveLength(1);
	});

	test("the attempt is unique in the database: even a payment put back to approved is not sent twice", async () => {
		const payment = await desk.approved();
		await send(payment);
		await database.updateTable("payment").set({ state: "approved" }).where("id", "=", payment.id).execute();
		await expect(send(payment)).rejects.toThrow("attempt_one_per_payment");
		expect(desk.posts()).toHaveLength(1);
		await database.updateTable("payment").set({ state: "succeeded" }).where("id", "=", payment.id).execute();
	});
});

test("the version grows by one with each move, and every move is in the history and in the record", async () => {
	const payment = await startDeposit(desk.maker, DEPOSIT_INPUT, desk.key());
	await send(payment);
	script.words.set((await desk.row(payment.id)).reference ?? "", statusFor(payment, "success"));
	const { history } = await desk.read(payment);
	const events = await database
		.selectFrom("payment_event")
		.select(["version", "event"])
		.where("payment_id", "=", payment.id)
		.orderBy("id")
		.execute();
	expect(events.map(({ version }) => version)).toEqual([1, 2, 3]);
	const audit = await auditEntries(database, { subject_id: payment.id });
	expect(audit.map(({ action }) => action)).toEqual(history.map(({ event }) => `payment.${event}`));
});
