import { describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { refreshPayment } from "#server/payments/watch/refresh-payment.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { fixedClock } from "#tests/support/contexts.ts";
import { accept, newReference, openPaymentDesk, type Script } from "#tests/support/payment-desk.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";

const desk = await openPaymentDesk();
const { script, system, clock, says, lastEvent } = desk;
const check = ({ id }: Payment) => checkPayment(system, { paymentId: id });

const cutAfter =
	(reference: string): Script["post"] =>
	(respond) =>
		respond.truncated(200, `{"reference":"${reference}","sta`, 900);
const pending = (kind?: Payment["kind"]) => desk.sent({ ...(kind ? { kind } : {}), answer: accept("pending") });

describe("a final word", () => {
	test.each(["pending", "failed", "reversed"])("success, later %s → needs review, both kept", async (status) => {
		const payment = await pending();
		says(payment, "success");
		await check(payment);
		expect((await desk.row(payment.id)).next_check_at).not.toBeNull();
		says(payment, status);
		await check(payment);
		expect(await desk.read(payment)).toMatchObject({ state: "needs_review", serviceStatus: status });
		expect(await lastEvent(payment)).toMatchObject({ event: "final_status_changed", details: { status } });
	});

	test("failed, later success → needs review, without a person's check; a status that left the list alone → failed", async () => {
		await keepSetting(desk.database, "final_failures", { statuses: ["expired"] });
		const payment = await pending("deposit");
		says(payment, "expired");
		await check(payment);
		expect(await desk.row(payment.id)).toMatchObject({ state: "failed", next_check_at: expect.any(Date) });
		await asOwner(desk.database, (trx) => trx.deleteFrom("setting").where("name", "=", "final_failures").execute());
		expect(await check(payment)).toBe("unchanged");
		says(payment, "success");
		await check(payment);
		expect(await desk.read(payment)).toMatchObject({ state: "needs_review", serviceStatus: "success" });
	});

	test("a success is watched for seven days, then left alone", async () => {
		const payment = await pending();
		says(payment, "success");
		await check(payment);
		clock.advance(7 * 24 * 3_600_000);
		await check(payment);
		expect((await desk.row(payment.id)).next_check_at).toBeNull();
	});
});

describe("an unknown payment with a hint", () => {
	async function withHint(reference = newReference()): Promise<Payment> {
		script.post = cutAfter(reference);
		const payment = await desk.approved();
		await desk.send(payment);
		expect(await desk.row(payment.id)).toMatchObject({ state: "unknown", hint_reference: reference });
		return { ...payment, reference };
	}

	test.each([
		["success", "succeeded"],
		["processing", "pending"],
	])("the service confirms it by %s → %s with its reference", async (status, state) => {
		const payment = await withHint();
		says(payment, status);
		await check(payment);
		expect(await desk.read(payment)).toMatchObject({ state, reference: payment.reference });
	});

	test("a hint that the service does not know yet is asked about again", async () => {
		const payment = await withHint();
		expect(await check(payment)).toBe("unchanged");
		const row = await desk.row(payment.id);
		expect(row).toMatchObject({ state: "unknown", reference: null });
		expect(row.next_check_at).not.toBeNull();
	});

	test("a hint about other money → needs review, and the reference and its time are not claimed", async () => {
		const payment = await withHint();
		says(payment, "success", { amount: "1.00" });
		await check(payment);
		expect(await desk.row(payment.id)).toMatchObject({ state: "needs_review", reference: null, processed_at: null });
	});

	test("a hint that another payment has → needs review, without the other's status and amount", async () => {
		const first = await pending();
		const second = await withHint(first.reference ?? "");
		says(first, "success");
		await check(second);
		const none = { reference: null, service_status: null, service_amount: null, service_currency: null };
		expect(await desk.row(second.id)).toMatchObject({ state: "needs_review", ...none });
		expect((await lastEvent(second))?.event).toBe("reference_reused");
	});
});

describe("check now", () => {
	test("asks the service at once, and within two seconds only once however many press", async () => {
		const payment = await pending();
		clock.advance(10_000);
		desk.scripted.requests.length = 0;
		says(payment, "processing");
		await Promise.all(Array.from({ length: 10 }, () => refreshPayment(desk.viewer, payment)));
		const looks = () => desk.scripted.requests.filter(({ path }) => path.includes("/status/")).length;
		expect(looks()).toBe(1);
		says(payment, "success");
		clock.advance(2_001);
		expect(await refreshPayment(desk.viewer, payment)).toMatchObject({ state: "succeeded" });
		expect(looks()).toBe(2);
	});

	test("asks at once although the last question is dated by a machine whose clock is an hour ahead", async () => {
		const payment = await pending();
		const ahead = fixedClock(new Date(clock.now().getTime() + 3_600_000));
		await refreshPayment({ ...desk.viewer, clock: ahead }, payment);
		says(payment, "success");
		expect(await refreshPayment(desk.viewer, payment)).toMatchObject({ state: "succeeded" });
	});

	test.each(["failed", "unknown"] as const)("that fails says why, although the payment is %s", async (state) => {
		await keepSetting(desk.database, "final_failures", { statuses: ["expired"] });
		const answer = state === "failed" ? accept("expired") : cutAfter(newReference());
		const payment = await desk.sent({ answer });
		expect(payment).toMatchObject({ state, checkFault: null });
		clock.advance(10_000);
		script.instead = (_request, respond) => {
			respond.json(500, {});
			return true;
		};
		const checkFault = { cause: "status:500", words: null };
		expect(await refreshPayment(desk.viewer, payment)).toMatchObject({ state, checkFault });
		await asOwner(desk.database, (trx) => trx.deleteFrom("setting").where("name", "=", "final_failures").execute());
	});

	test("without an answer, or of a payment without a reference, leaves the time of the last answer", async () => {
		const lost = await desk.sent({ answer: (respond) => respond.reset() });
		expect(await refreshPayment(desk.viewer, lost)).toMatchObject({ state: "unknown", lastCheckedAt: null });
		const payment = await pending();
		says(payment, "pending");
		const { lastCheckedAt } = await refreshPayment(desk.viewer, payment);
		expect(lastCheckedAt).toBe(clock.now().toISOString());
		clock.advance(60_000);
		script.instead = (_request, respond) => {
			respond.json(503, {});
			return true;
		};
		const unanswered = await refreshPayment(desk.viewer, payment);
		expect(unanswered).toMatchObject({ lastCheckedAt, checkFault: { cause: "status:503" } });
	});

	test("of a payment that has no reference asks nobody", async () => {
		const payment = await desk.requested();
		expect(await refreshPayment(desk.viewer, payment)).toMatchObject({ state: "awaiting_approval" });
		expect(desk.scripted.requests).toEqual([]);
	});
});

test("two checks at once change a payment once", async () => {
	const payment = await pending();
	says(payment, "success");
	const results = await Promise.all([check(payment), check(payment), check(payment)]);
	expect(results.filter((result) => result === "changed")).toHaveLength(1);
	expect((await desk.read(payment)).version).toBe(payment.version + 1);
});
