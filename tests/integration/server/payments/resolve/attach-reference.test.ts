import { describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { attachReference } from "#server/payments/resolve/attach-reference.ts";
import { lostPayment } from "#tests/support/desk/resolution.ts";
import { accept, newReference, openPaymentDesk, statusFor } from "#tests/support/payment-desk.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";

const desk = await openPaymentDesk();
const { script, approver } = desk;

const unknown = () => lostPayment(desk, "payout");
const unknownDeposit = () => lostPayment(desk, "deposit");

const resolve = (payment: Payment, reference: string, version = payment.version) =>
	attachReference(approver, { kind: payment.kind, id: payment.id, reference, version });

describe("a reference that people found", () => {
	test.each([
		["success", "succeeded"],
		["pending", "pending"],
		["strange", "pending"],
	])("confirmed by %s → %s, with the person's name in the history", async (status, state) => {
		const payment = await unknown();
		const reference = newReference();
		script.words.set(reference, statusFor(payment, status));
		const after = await resolve(payment, reference);
		expect(after).toMatchObject({ state, reference, version: payment.version + 1 });
		expect(after.history.at(-1)).toMatchObject({
			event: "reference_attached",
			note: null,
			by: { kind: "member", name: approver.member.name },
		});
	});

	test.each([
		["reference_not_found", null],
		["reference_differs", { amount: "1.00" }],
		["reference_differs", { currency: "XAF" }],
		["reference_differs", { transaction_type: "deposit" }],
		["reference_older", { created_at: "2026-03-09T09:00:00Z" }],
		["reference_later", { created_at: "2026-03-10T11:00:00Z" }],
		["reference_undated", { created_at: null }],
	])("is refused with %s when the service says %j", async (fault, changes) => {
		const payment = await unknown();
		const reference = newReference();
		if (changes) script.words.set(reference, statusFor(payment, "success", changes));
		await expect(resolve(payment, reference)).rejects.toMatchObject({
			code: "invalid_input",
			fields: { reference: fault },
		});
		expect(await desk.state(payment.id)).toBe("unknown");
	});

	test("of another payment is refused", async () => {
		script.post = accept("success");
		const first = await desk.approved();
		await desk.send(first);
		const reference = (await desk.row(first.id)).reference ?? "";
		const payment = await unknown();
		script.words.set(reference, statusFor(payment, "success"));
		await expect(resolve(payment, reference)).rejects.toMatchObject({ fields: { reference: "reference_taken" } });
		expect(await desk.state(payment.id)).toBe("unknown");
	});

	test.each(["../wallets", "TX 1", "TX%2f1", "?x", ""])(
		"%j is no reference, and nobody is asked",
		async (reference) => {
			const payment = await unknown();
			desk.scripted.requests.length = 0;
			await expect(resolve(payment, reference)).rejects.toMatchObject({ code: "invalid_input" });
			expect(desk.scripted.requests).toEqual([]);
		},
	);
});

test("an unknown deposit takes a reference that the service confirms, and then waits for its payer until the window's end", async () => {
	const payment = await unknownDeposit();
	expect(payment.state).toBe("unknown");
	const reference = newReference();
	script.words.set(reference, statusFor(payment, "pending"));
	const after = await resolve(payment, reference);
	expect(after).toMatchObject({ kind: "deposit", state: "pending", reference });
	const waitMs = Date.parse(after.payerDeadline ?? "") - Date.parse(after.sentAt ?? "");
	expect(waitMs).toBe(30 * 60_000);
});

test("only an unknown payout in the version that was looked at can be resolved", async () => {
	const payment = await unknown();
	await expect(resolve(payment, newReference(), payment.version - 1)).rejects.toMatchObject({ code: "stale_version" });
	const approved = await desk.approved();
	await expect(resolve(approved, newReference())).rejects.toMatchObject({ code: "stale_version" });
});

test("a service that is away leaves it unknown and says so", async () => {
	const payment = await unknown();
	script.instead = (_request, respond) => {
		respond.json(503, {});
		return true;
	};
	await expect(resolve(payment, newReference())).rejects.toMatchObject({ code: "service_unreachable" });
	expect(await desk.state(payment.id)).toBe("unknown");
});

test("a payout that may have left in lost time takes its reference however long it had waited, and none dated after that time", async () => {
	const until = new Date("2026-03-09T12:00:00Z");
	for (const [createdAt, fault] of [
		["2026-03-09T11:59:00Z", null] as const,
		["2026-03-09T12:40:00Z", "reference_later"] as const,
	]) {
		const id = await insertPayment(desk.system, desk.maker.member, {
			...{
				state: "may_have_left",
				sent_at: null,
				created_at: new Date("2026-03-09T09:00:00Z"),
				may_have_left_until: until,
			},
		});
		const payment = await readPayment(approver, { kind: "payout", id });
		const reference = newReference();
		script.words.set(reference, statusFor(payment, "success", { created_at: createdAt }));
		const attached = resolve(payment, reference);
		if (fault) await expect(attached).rejects.toMatchObject({ fields: { reference: fault } });
		else expect(await attached).toMatchObject({ state: "succeeded", reference });
	}
});
