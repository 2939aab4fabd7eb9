import { describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { startDeposit } from "#server/payments/request/start-deposit.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { accept, answerTo, DEPOSIT_INPUT, openPaymentDesk, QUICK, statusFor } from "#tests/support/payment-desk.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";
import { clientOf } from "#tests/support/service/momo-client.ts";

const desk = await openPaymentDesk();
const { database, script, system, lastEvent } = desk;
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

describe("what the answer leads to", () => {
	test("a status that an admin has listed is a final failure, and `success` cannot be listed", async () => {
		await keepSetting(database, "final_failures", { statuses: ["failed", "success"] });
		const failed = await desk.sent({ answer: accept("failed") });
		const paid = await desk.sent({ answer: accept("success") });
		await asOwner(database, (trx) => trx.deleteFrom("setting").execute());
		expect(await desk.state(failed.id)).toBe("failed");
		expect(await desk.state(paid.id)).toBe("succeeded");
	});

	test.each([
		[422, "refused", "no <b>such</b> number"],
		[429, "refused", "no <b>such</b> number"],
		[409, "unknown", null],
		[503, "unknown", null],
	])("%i → %s, a refusal with its words, never resent", async (status, state, words) => {
		script.post = (respond) => respond.json(status, { detail: "no <b>such</b> number" });
		const payment = await desk.approved();
		await send(payment);
		await send(payment);
		expect(await desk.state(payment.id)).toBe(state);
		const details = { cause: `status:${status}`, words };
		expect(await lastEvent(payment)).toMatchObject({ note: null, details });
		expect(desk.posts()).toHaveLength(1);
	});

	test("a reset, silence, HTML, an empty body and a missing reference → unknown", async () => {
		const handlers: (typeof script.post)[] = [
			(respond) => respond.reset(),
			(respond) => respond.hang(),
			(respond) => respond.raw(200, { "content-type": "text/html" }, "<h1>Welcome</h1>"),
			(respond) => respond.raw(200, { "content-type": "application/json" }, ""),
			(respond) => respond.json(200, { status: "success" }),
		];
		for (const handler of handlers) {
			const payment = await desk.sent({ answer: handler });
			expect(await desk.state(payment.id)).toBe("unknown");
			expect((await lastEvent(payment))?.event).toBe("answer_unclear");
		}
		expect(desk.posts()).toHaveLength(handlers.length);
	});

	test("a cut answer → unknown, and the reference in it is kept as a hint to be asked about", async () => {
		const payment = await desk.sent({
			answer: (respond) => respond.truncated(200, '{"reference":"TX-CUT-1","stat', 900),
		});
		expect(await desk.row(payment.id)).toMatchObject({ state: "unknown", reference: null, hint_reference: "TX-CUT-1" });
		expect((await attemptOf(payment))?.excerpt).toContain('{"reference":"TX-CUT-1","stat');
		expect((await desk.row(payment.id)).next_check_at).not.toBeNull();
	});

	test.each([
		[{ amount: "45001.00" }, { differing: ["amount"] }],
		[{ amount: 45000 }, { differing: [] }],
	])("an answer with %j, which is other money or unreadable → needs review", async (changes, details) => {
		const payment = await desk.sent({ answer: accept("success", changes) });
		expect(await desk.state(payment.id)).toBe("needs_review");
		expect(await lastEvent(payment)).toMatchObject({ event: "contradiction", note: null, details });
	});

	test("a deposit's answer with somebody else's opaque_id → needs review, and its reference is not claimed", async () => {
		const answer = accept("pending", { opaque_id: "another", reference: "DEP-OTHER-1" });
		const payment = await desk.sent({ kind: "deposit", answer });
		const row = await desk.row(payment.id);
		expect(row).toMatchObject({ state: "needs_review", reference: null, hint_reference: "DEP-OTHER-1" });
	});

	test("a reference that another payment has → needs review, and it stays with the first", async () => {
		script.post = accept("success", { reference: "TX-TWICE" });
		const [first, second] = [await desk.approved(), await desk.approved()];
		await send(first);
		await send(second);
		expect(await desk.row(first.id)).toMatchObject({ state: "succeeded", reference: "TX-TWICE" });
		const row = await desk.row(second.id);
		expect(row).toMatchObject({ state: "needs_review", reference: null, hint_reference: "TX-TWICE" });
		expect((await lastEvent(second))?.event).toBe("reference_reused");
	});

	test("a refused connection → not sent: nothing left the house", async () => {
		const payment = await desk.deposit();
		const away = { ...system, service: clientOf(new URL(`http://127.0.0.1:${await freePort()}/api/v1/`)) };
		await sendPayment(away, { paymentId: payment.id, workerId, timing: QUICK });
		await away.service.close();
		expect(await desk.state(payment.id)).toBe("not_sent");
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
