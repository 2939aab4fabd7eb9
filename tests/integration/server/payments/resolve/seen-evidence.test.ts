import { expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { giveVerdicts } from "#server/payments/resolve/give-verdicts.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { agreeOnPermit, lostPayment, resolvable, say, shownEvidence } from "#tests/support/desk/resolution.ts";
import { answerTo, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertLine } from "#tests/support/rows/insert-line.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { approver, admin } = desk;

/** Each test has its own amount, so that no line of another test may be its payments'. */
const lost = (amount: string) => resolvable(desk, "payout", { amount });
// The permit has the time of the database's clock.
const appears = (amount: string) => insertLine(desk.system, { amount, created_at: new Date() });
const verdictsOn = async ({ kind, id }: Payment) => (await readEvidence(approver, { kind, id })).verdicts;

test("a line of another amount that may be the payment's is evidence, too", async () => {
	const payment = await lostPayment(desk, "payout", { amount: "45200" });
	await agreeOnPermit(desk.pool, payment.id);
	const evidence = await shownEvidence(approver, payment);
	await insertLine(desk.system, { amount: "45150.00" });
	await expect(say(approver, payment, "not_paid", { evidence })).rejects.toMatchObject({ code: "evidence_differs" });
});

test("a verdict is refused when the wallet shows a line that its author had not seen, and taken once they have", async () => {
	const payment = await lost("45100");
	const evidence = await shownEvidence(approver, payment);
	await say(admin, payment, "not_paid", { evidence });
	await appears("45100.00");
	await expect(say(approver, payment, "not_paid", { evidence })).rejects.toMatchObject({ code: "evidence_differs" });
	expect(await verdictsOn(payment)).toMatchObject([{ member: { id: admin.member.id } }]);
	expect(await desk.state(payment.id)).toBe("unknown");
	await say(approver, payment, "paid");
	expect(await verdictsOn(payment)).toHaveLength(2);
});

test("a verdict on a list is refused for each payout whose evidence is not the one that was shown", async () => {
	const [one, two] = [await lost("45300"), await lost("45301")];
	const asked = async () => ({
		...{ outcome: "not_paid" as const, reason: "Nothing on the statement" },
		evidence: await shownEvidence(approver, one),
		total: toDecimal(minorOf(one.amount) + minorOf(two.amount)),
		payouts: [one, two].map(({ id, version, amount }) => ({ id, version, amount })),
	});
	const before = await asked();
	await appears("45300.00");
	const differs = (id: string) => ({ id, code: "evidence_differs" });
	expect(await giveVerdicts(approver, before)).toEqual({ done: [two.id], failed: [differs(one.id)] });
	expect(await giveVerdicts(admin, await asked())).toEqual({ done: [one.id], failed: [differs(two.id)] });
});

test.each(["unknown", "needs_review"] as const)(
	"a reference that an unclear answer named is shown, although the payment is %s and does not have it",
	async (state) => {
		const reference = `TX-NAMED-${state}`;
		const payment = await desk.sent({
			input: { amount: "45400" },
			answer: (respond, body) =>
				state === "unknown"
					? respond.truncated(200, `{"reference":"${reference}","sta`, 900)
					: respond.json(201, answerTo(body, { reference, amount: body.amount })),
		});
		expect(payment).toMatchObject({ state, reference: null, hintReference: reference });
		expect((await readEvidence(approver, payment)).answers).toEqual([reference]);
	},
);

test("a verdict is refused when a late answer has named a reference that its author had not seen", async () => {
	const payment = await lost("45500");
	const evidence = await shownEvidence(approver, payment);
	await updateRows(desk.database, "payment", { id: payment.id }, { hint_reference: "TX-NAMED-LATE" });
	await expect(say(approver, payment, "not_paid", { evidence })).rejects.toMatchObject({ code: "evidence_differs" });
});

test("of a list, one for which an answer named another reference than the one shown is settled alone", async () => {
	const [one, two] = [await lost("45600"), await lost("45601")];
	for (const { id } of [one, two]) await updateRows(desk.database, "payment", { id }, { hint_reference: `TX-${id}` });
	const asked = {
		...{ outcome: "not_paid" as const, reason: "Nothing on the statement", total: "91201.00" },
		evidence: await shownEvidence(approver, one),
		payouts: [one, two].map(({ id, version, amount }) => ({ id, version, amount })),
	};
	const differs = { id: two.id, code: "evidence_differs" };
	expect(await giveVerdicts(approver, asked)).toEqual({ done: [one.id], failed: [differs] });
});
