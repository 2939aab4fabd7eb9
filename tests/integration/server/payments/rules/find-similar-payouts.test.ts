import { describe, expect, test } from "vitest";
import { listPayments } from "#server/payments/read/list-payments.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { createRecipient } from "#server/recipients/create-recipient.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";

const desk = await openPaymentDesk();
const { maker, approver, system, clock, key } = desk;
const DAY = 86_400_000;
let made = 0;

/** A payout of some days ago, by default to a number of its own. */
async function earlier(facts: {
	days: number;
	note?: string;
	amount?: string;
	number?: string;
	name?: string;
	metadata?: object;
}) {
	made += 1;
	const created_at = new Date(clock.now().getTime() - facts.days * DAY);
	return insertPayment(system, maker.member, {
		...{ id: `earlier-${made}`, state: "succeeded", created_at, sent_at: created_at, note: facts.note ?? null },
		...{ amount: facts.amount ?? "45000.00", phone_number: facts.number ?? newPayout().destination },
		recipient_name: facts.name ?? null,
		metadata: facts.metadata ? JSON.stringify(facts.metadata) : null,
	});
}

async function alike(typed: { amount?: string; destination?: string; metadata?: Record<string, string> }) {
	const order = { amount: "45000", currency: "XOF", destination: newPayout().destination, ...typed };
	return (await previewPayout(maker, order)).alike.map(({ id, why }) => [id, why]);
}

describe("what may be the same invoice", () => {
	test("is the same purpose to anybody within 90 days, however it is written; is the same reference of the business, under the same name", async () => {
		const first = await earlier({ days: 89, note: "Invoice  F-2031", amount: "45001.00" });
		await earlier({ days: 91, note: "Invoice F-2031" });
		expect(await alike({ metadata: { note: "invoice f-2031 " } })).toEqual([[first, "purpose"]]);
		expect(await alike({ metadata: { note: "Invoice F-2032" } })).toEqual([]);
		const fuel = await earlier({ days: 30, metadata: { note: "Fuel", invoice: "4471" } });
		expect(await alike({ metadata: { invoice: "4471" } })).toEqual([[fuel, "reference"]]);
		expect(await alike({ metadata: { order: "4471" } })).toEqual([]);
	});

	test("is the same number with an amount close by within seven days", async () => {
		const number = newPayout().destination;
		const first = await earlier({ days: 6, number, amount: "45001.00" });
		await earlier({ days: 8, number, amount: "45001.00" });
		await earlier({ days: 1, number, amount: "47000.00" });
		expect(await alike({ destination: number })).toEqual([[first, "amount"]]);
	});

	test("is not what many have in common, as salaries have", async () => {
		for (let person = 0; person < 6; person += 1) await earlier({ days: 1, note: "Salary March" });
		expect(await alike({ metadata: { note: "Salary March" } })).toEqual([]);
	});

	test("names whom it paid: as the request did, else as the book does now", async () => {
		const [note, known] = ["Invoice F-2040", newPayout().destination];
		await createRecipient(maker, { name: "Yao Koffi", number: known }, key());
		await earlier({ days: 3, note, number: known, name: "Yao K." });
		await earlier({ days: 2, note, number: known });
		await earlier({ days: 1, note });
		const order = { amount: "45000", currency: "XOF", destination: newPayout().destination, metadata: { note } };
		const { alike: found } = await previewPayout(maker, order);
		expect(found.map(({ name }) => name)).toEqual([null, "Yao Koffi", "Yao K."]);
	});

	test("is named to who approves, beside the payout that it may be, and stops nobody", async () => {
		const note = "Invoice F-9000";
		const first = await earlier({ days: 3, note });
		const asked = await requestPayout(maker, newPayout({ metadata: { note } }), key());
		const { items } = await listPayments(approver, { kind: "payout", state: "awaiting_approval" });
		const card = items.find(({ id }) => id === asked.id);
		expect(card?.alike).toMatchObject([{ id: first, why: "purpose", amount: "45000.00", state: "succeeded" }]);
		expect(items.filter(({ id }) => id !== asked.id).every((other) => other.alike === undefined)).toBe(true);
	});
});
