import { beforeEach, describe, expect, test } from "vitest";
import { decideChange } from "#server/change-requests/decide-change.ts";
import { maskNumber } from "#server/log.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";
import { correctPayout } from "#server/payments/request/correct-payout.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { blockNumber } from "#server/recipients/block-number.ts";
import { changeRecipient } from "#server/recipients/change-recipient.ts";
import { createRecipient } from "#server/recipients/create-recipient.ts";
import { listBlockedNumbers } from "#server/recipients/list-blocked-numbers.ts";
import { unblockNumber } from "#server/recipients/unblock-number.ts";
import { changeNewNumbers } from "#server/settings/change-new-numbers.ts";
import { changePaymentExpiry } from "#server/settings/change-payment-expiry.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { needsSecondAdmin } from "#tests/support/desk/needs-second-admin.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";

const desk = await openPaymentDesk();
const { maker, approver, admin, viewer, database, clock } = desk;
const reason = "The operator reports a fraud";
const numberOf = ({ destination }: { destination: string | null }) => destination ?? "";
const approves = (payout: { id: string; version: number }, by = approver) =>
	decidePayout(by, { id: payout.id, version: payout.version, decision: "approve" });

beforeEach(async () => {
	await asOwner(database, async (trx) => {
		await trx.deleteFrom("setting").where("name", "=", "new_numbers").execute();
		await trx.deleteFrom("blocked_number").execute();
	});
});

describe("a blocked number", () => {
	test("stops a payout at its request, its correction, its approval and its permit", async () => {
		const [asked, toApprove, other] = [await desk.approved(), await desk.requested(), await desk.requested()];
		await blockNumber(approver, { number: numberOf(asked), reason });
		await blockNumber(maker, { number: numberOf(toApprove), reason });
		await expect(desk.requested({ destination: numberOf(asked), amount: "17" })).rejects.toMatchObject({
			...{ code: "number_blocked", fields: { destination: "number_blocked" } },
		});
		const correction = { id: other.id, version: other.version, destination: numberOf(asked) };
		await expect(correctPayout(maker, correction)).rejects.toMatchObject({ code: "number_blocked" });
		await expect(approves(toApprove)).rejects.toMatchObject({ code: "number_blocked" });
		expect(await desk.send(asked)).toBe("number_blocked");
		expect(desk.posts()).toEqual([]);
		expect(await desk.read(asked)).toMatchObject({
			...{ state: "approved", waits: { kind: "number_blocked" }, marks: { blocked: reason } },
		});
	});

	test.each(["+22500701020304", "+22961234567", "+2416123456", "+24106123456"])(
		"has one form: with a trunk zero or an old length it is neither paid nor blocked nor in the book: %s",
		async (number) => {
			const asked = desk.requested({ destination: number });
			await expect(asked).rejects.toMatchObject({ code: "invalid_input", fields: { destination: "invalid" } });
			await expect(blockNumber(maker, { number, reason })).rejects.toMatchObject({ fields: { number: "invalid" } });
			const added = createRecipient(maker, { name: "Issa", number }, desk.key());
			await expect(added).rejects.toMatchObject({ fields: { number: "invalid" } });
		},
	);

	test("is blocked once, with a reason, by anybody but a viewer; cannot be taken out of the table past the second admin", async () => {
		const { destination: number } = newPayout();
		await expect(blockNumber(viewer, { number, reason })).rejects.toMatchObject({ code: "forbidden" });
		await expect(blockNumber(maker, { number, reason: "no" })).rejects.toMatchObject({ code: "invalid_input" });
		expect(await blockNumber(maker, { number, reason })).toMatchObject({ number, reason, by: maker.member.name });
		await expect(blockNumber(maker, { number, reason })).rejects.toMatchObject({ code: "conflict" });
		expect((await listBlockedNumbers(viewer)).items).toMatchObject([{ number, name: null }]);
		await needsSecondAdmin(database, "number_unblocked", (trx) => trx.deleteFrom("blocked_number").execute());
		await expect(database.updateTable("blocked_number").set({ number: "+22507" }).execute()).rejects.toThrow();
	});

	test("is unblocked by two admins, and its payout leaves", async () => {
		const payout = await desk.approved();
		const number = numberOf(payout);
		await blockNumber(maker, { number, reason });
		await expect(unblockNumber(approver, { number })).rejects.toMatchObject({ code: "forbidden" });
		const second = await desk.person("admin");
		const asked = await unblockNumber(admin, { number });
		if (!("changeRequest" in asked)) throw new Error("it takes a second admin");
		const { details } = await newestEntry(database, { action: "change.asked" });
		expect(details).toMatchObject({ change: "number_unblocked", number: maskNumber(number) });
		expect(await desk.send(payout)).toBe("number_blocked");
		await decideChange(second, { id: asked.changeRequest.id, decision: "confirm" });
		expect(await desk.send(payout)).toBe("attempted");
	});
});

describe("a first payment to a number", () => {
	test("is marked for maker and approver until one was paid", async () => {
		const payout = await desk.requested();
		expect(payout.marks).toEqual({ neverPaid: true, changedAt: null, blocked: null });
		await approves(payout);
		await desk.send(payout);
		const next = await desk.requested({ destination: numberOf(payout), amount: "17" });
		expect(next.marks).toBeUndefined();
		const { destination, amount } = newPayout();
		const shown = await previewPayout(maker, { amount, currency: "XOF", destination });
		expect(shown.number).toMatchObject({ neverPaid: true, recipient: null });
	});

	test("rests as long as the rule says, counted from its request or its correction, and then leaves by itself", async () => {
		await changeNewNumbers(admin, { restMinutes: 30, secondPerson: false });
		const payout = await desk.approved();
		const until = new Date(clock.now().getTime() + 30 * 60_000).toISOString();
		expect(await desk.send(payout)).toBe("new_number_rests");
		expect((await desk.read(payout)).waits).toMatchObject({ kind: "new_number_rests", until });
		clock.advance(20 * 60_000);
		const asked = await desk.requested();
		clock.advance(20 * 60_000);
		const moved = { id: asked.id, version: asked.version, destination: newPayout().destination };
		await approves(await correctPayout(maker, moved));
		expect((await desk.read(payout)).waits).toBeNull();
		expect(await desk.send(payout)).toBe("attempted");
		expect(await desk.send(asked)).toBe("new_number_rests");
		const again = await desk.approved({ destination: numberOf(payout), amount: "17" });
		expect(await desk.send(again)).toBe("attempted");
	});

	test("rests less only when a second admin agrees, and never longer than a payout may wait", async () => {
		await changeNewNumbers(admin, { restMinutes: 30, secondPerson: true });
		expect(await changeNewNumbers(admin, { restMinutes: 10, secondPerson: true })).toHaveProperty("changeRequest");
		const longer = changeNewNumbers(admin, { restMinutes: 24 * 60, secondPerson: true });
		await expect(longer).rejects.toMatchObject({ fields: { restMinutes: "longer_than_expiry" } });
		const shorter = changePaymentExpiry(admin, { payoutMinutes: 30, depositMinutes: 60 });
		await expect(shorter).rejects.toMatchObject({ fields: { payoutMinutes: "shorter_than_rest" } });
		await needsSecondAdmin(database, "new_numbers", (trx) =>
			trx.updateTable("setting").set({ value: '{"restMinutes": 0, "secondPerson": true}' }).execute(),
		);
	});

	test("asks for one more person than its amount where the rule says so, as does a number that was changed lately", async () => {
		const paid = await desk.sent();
		await keepSetting(database, "new_numbers", { restMinutes: 0, secondPerson: true });
		const { destination, amount } = newPayout();
		expect(await previewPayout(maker, { amount, currency: "XOF", destination })).toMatchObject({ approvers: 2 });
		const first = await desk.requested();
		expect(await approves(first)).toMatchObject({ state: "awaiting_approval", approval: { needed: 2 } });
		const known = await desk.requested({ destination: numberOf(paid), amount: "17" });
		expect(known.approval?.needed).toBe(1);
		const person = await createRecipient(maker, { name: "Issa", number: newPayout().destination }, desk.key());
		await changeRecipient(maker, { id: person.id, version: 1, number: numberOf(paid) });
		expect(await desk.read(known)).toMatchObject({
			...{ approval: { needed: 2 }, marks: { neverPaid: false, changedAt: expect.any(String) } },
		});
		const half = await approves(known);
		expect(half.state).toBe("awaiting_approval");
		expect(await approves(half, await desk.person("approver"))).toMatchObject({ state: "approved" });
	});
});

describe("the name of a recipient", () => {
	test("is kept on the payment as it was at the request; another one in the book is shown beside it; of a payment from before the book is the book's", async () => {
		const { destination: number } = newPayout();
		const { id } = await createRecipient(maker, { name: "Awa Koné", number }, desk.key());
		const payout = await requestPayout(maker, newPayout({ destination: number }), desk.key());
		expect(payout).toMatchObject({ name: "Awa Koné", nameInBook: null });
		await changeRecipient(maker, { id, version: 1, name: "Awa Traoré" });
		expect(await desk.read(payout)).toMatchObject({ name: "Awa Koné", nameInBook: "Awa Traoré" });
		const search = async (text: string) =>
			(await listPayments(viewer, { kind: "payout", search: text })).items.map((item) => item.id);
		expect(await search("kone")).toEqual([payout.id]);
		expect(await search("traore")).toEqual([payout.id]);
		const early = await desk.requested();
		expect(early.name).toBeNull();
		await createRecipient(maker, { name: "Awa Koné", number: numberOf(early) }, desk.key());
		expect(await desk.read(early)).toMatchObject({ name: "Awa Koné", nameInBook: null });
	});
});
