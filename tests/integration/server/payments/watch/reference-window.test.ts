import { describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { accept, newReference, openPaymentDesk, statusFor } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { script, system } = desk;
const MINUTE = 60_000;

/** The service's time, this far ahead of the desk's. */
const at = (ms: number) => new Date(desk.clock.now().getTime() + ms).toISOString();

async function sent(payment: Payment): Promise<Payment> {
	desk.clock.advance(1_000);
	await desk.send(payment);
	return desk.read(payment);
}

async function withHint(createdAt: string | null): Promise<{ payment: Payment; reference: string }> {
	const reference = newReference();
	script.post = (respond) => respond.json(500, { detail: "duplicate", reference });
	const payment = await sent(await desk.approved());
	expect(payment.state).toBe("unknown");
	script.words.set(reference, statusFor(payment, "success", { created_at: createdAt }));
	return { payment, reference };
}

describe("a reference in a failed answer", () => {
	test.each([
		["of an older transaction with the same amount", () => at(-10 * MINUTE), "older"],
		["of a transaction made long after the permit's deadline", () => at(2 * 60 * MINUTE), "later"],
		["of a transaction that has no time", () => null, "undated"],
	])("%s is never taken for the payment", async (_what, createdAt, placed) => {
		const { payment, reference } = await withHint(createdAt());
		await checkPayment(system, { paymentId: payment.id });
		const after = await desk.read(payment);
		expect(after).toMatchObject({ state: "unknown", reference: null, serviceStatus: null });
		const details = { otherReference: reference, placed };
		expect(after.history.at(-1)).toMatchObject({ event: "hint_set_aside", note: null, details });
		// The reference is not checked again.
		expect(await checkPayment(system, { paymentId: payment.id })).toBe("skipped");
		expect(after).toMatchObject({ hintReference: reference, nextCheckAt: null });
		expect((await readEvidence(desk.approver, { kind: "payout", id: payment.id })).answers).toEqual([reference]);
	});

	test("of the transaction that this POST made is confirmed", async () => {
		const { payment, reference } = await withHint(at(1_000));
		await checkPayment(system, { paymentId: payment.id });
		expect(await desk.read(payment)).toMatchObject({ state: "succeeded", reference });
	});
});

describe("a success that the service dates before the permit", () => {
	test.each(["payout", "deposit"] as const)("is never the word on this %s: people look at it", async (kind) => {
		const reference = newReference();
		const createdAt = at(-10 * MINUTE);
		script.post = accept("success", { reference, created_at: createdAt });
		const payment = await sent(kind === "payout" ? await desk.approved() : await desk.deposit());
		expect(payment).toMatchObject({ state: "needs_review", reference: null });
		const details = { otherReference: reference, createdAt: new Date(createdAt).toISOString() };
		expect(payment.history.at(-1)).toMatchObject({ event: "reference_older", details });
		expect((await desk.row(payment.id)).hint_reference).toBe(reference);
	});

	test("gives a deposit neither its times, its id, its link nor its QR code", async () => {
		const times = { created_at: at(-10 * MINUTE), processed_at: at(-9 * MINUTE) };
		const codes = { payment_url: "https://pay.example/other", qr_code: "other" };
		script.post = accept("success", { reference: newReference(), opaque_id: "other", ...times, ...codes });
		const payment = await sent(await desk.deposit());
		const own = { processedAt: null, opaqueId: payment.id, paymentUrl: null, qrCode: null };
		expect(payment).toMatchObject({ state: "needs_review", ...own });
	});

	test.each(["success", "pending"])("nor is a %s that it dates hours later, or not at all", async (status) => {
		for (const [createdAt, placed] of [[at(2 * 60 * MINUTE), "later"] as const, [null, "undated"] as const]) {
			const reference = newReference();
			script.post = accept(status, { reference, created_at: createdAt });
			const payment = await sent(await desk.approved());
			expect(payment).toMatchObject({ state: "needs_review", reference: null });
			const details = { otherReference: reference, createdAt, placed };
			expect(payment.history.at(-1)).toMatchObject({ event: "reference_older", details });
			expect((await desk.row(payment.id)).hint_reference).toBe(reference);
		}
	});

	test("seconds before it is the same moment", async () => {
		script.post = accept("success", { created_at: at(-90_000) });
		expect((await sent(await desk.approved())).state).toBe("succeeded");
	});
});

describe("a service whose clock is not ours", () => {
	test.each([-60 * MINUTE, 60 * MINUTE])("by %d ms is measured by its own clock", async (offset) => {
		script.now = () => new Date(desk.clock.now().getTime() + offset);
		script.post = accept("success", { created_at: at(offset + 1_000) });
		expect((await sent(await desk.approved())).state).toBe("succeeded");
		script.post = accept("success", { created_at: at(offset - 10 * MINUTE) });
		expect((await sent(await desk.approved())).state).toBe("needs_review");
	});

	test("and whose transactions are dated otherwise than its answers is learned from three that agree", async () => {
		const states: string[] = [];
		for (let count = 0; count < 5; count += 1) {
			script.post = accept("success", { created_at: at(-60 * MINUTE + count * 1_000) });
			states.push((await sent(await desk.approved())).state);
		}
		expect(states).toEqual(["needs_review", "needs_review", "needs_review", "succeeded", "succeeded"]);
		script.post = accept("success", { created_at: at(-75 * MINUTE) });
		expect((await sent(await desk.approved())).state).toBe("needs_review");
	});
});
