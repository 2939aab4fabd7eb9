import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { correctPayout } from "#server/payments/request/correct-payout.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { approve, setTiers, TIERS } from "#tests/support/desk/payout-tiers.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { auditEntries, newestEntry } from "#tests/support/rows/audit-entries.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { database, maker, approver, admin, viewer, key } = desk;
const second = await desk.person("approver");
const { send } = desk;
beforeEach(() => setTiers(database, TIERS));
const large = () => requestPayout(maker, newPayout({ amount: "600000" }), key());

describe("a correction", () => {
	test("by the maker voids what was approved, says so, and needs all approvals anew", async () => {
		const half = await approve(approver, await large());
		const fixed = await correctPayout(maker, { id: half.id, version: 2, amount: "700000" });
		expect(fixed).toMatchObject({
			state: "awaiting_approval",
			version: 3,
			amount: "700000.00",
			approval: { given: [], needed: 2, correctedBy: [maker.member.id] },
		});
		const changes = [{ field: "amount", from: "600000.00", to: "700000.00", currency: "XOF" }];
		expect(fixed.history.slice(-2)).toMatchObject([
			{ event: "corrected", note: null, details: { changes } },
			{ event: "approvals_voided", details: { people: [approver.member.name] } },
		]);
		const audit = await auditEntries(database, { subject_id: half.id });
		expect(audit.slice(-2).map(({ action }) => action)).toEqual(["payment.corrected", "payment.approvals_voided"]);
		expect(audit.at(-2)?.details).toMatchObject({ changes: "600000 XOF → 700000 XOF" });
		await expect(approve(second, half)).rejects.toMatchObject({ code: "stale_version" });
		const again = await approve(approver, fixed);
		expect((await approve(second, again)).state).toBe("approved");
		expect(await send(half)).toBe("attempted");
		expect(JSON.parse(desk.posts()[0]?.body ?? "")).toMatchObject({ amount: 700000 });
	});

	test("below the first tier by the maker needs nobody; by another person it always needs an approver", async () => {
		const [own, foreign] = [await large(), await large()];
		await asOwner(database, (trx) =>
			trx.updateTable("payment").set({ amount: "60000.00" }).where("id", "in", [own.id, foreign.id]).execute(),
		);
		await setTiers(database, { ...TIERS, no_approver_up_to: "70000.00" });
		const input = { version: 1, amount: "40000" };
		expect((await correctPayout(maker, { id: own.id, ...input })).state).toBe("approved");
		const { amount, currency, operator, destination } = newPayout({ amount: "40000" });
		const asked = { amount, currency, operator, destination, correcting: foreign.id };
		expect((await previewPayout(admin, asked)).approvers).toBe(1);
		await keepSetting(database, "new_numbers", { restMinutes: 0, secondPerson: true });
		expect((await previewPayout(admin, asked)).approvers).toBe(2);
		await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", "new_numbers").execute());
		const fixed = await correctPayout(admin, { id: foreign.id, ...input });
		expect(fixed).toMatchObject({ state: "awaiting_approval", approval: { needed: 1 } });
		// The maker's next correction takes nothing back.
		const again = await correctPayout(maker, { id: foreign.id, version: fixed.version, amount: "39000" });
		expect(again).toMatchObject({ state: "awaiting_approval", approval: { needed: 1 } });
		const bypass = sql`update payment set state = 'approved', approved_facts = 'facts' where id = ${foreign.id}`;
		await expect(bypass.execute(database)).rejects.toThrow("a payout needs its approvers");
		expect((await approve(approver, again)).state).toBe("approved");
	});

	test("an approval of the old facts and the correction at once: never are the new facts approved by it", async () => {
		for (let round = 0; round < 10; round += 1) {
			const payment = await requestPayout(maker, newPayout({ amount: "400000" }), key());
			const number = newPayout().destination;
			const [approval, correction] = await Promise.allSettled([
				approve(approver, payment),
				correctPayout(maker, { id: payment.id, version: 1, destination: number }),
			]);
			const row = await desk.row(payment.id);
			expect([approval.status, correction.status].sort()).toEqual(["fulfilled", "rejected"]);
			expect(row.state).toBe(approval.status === "fulfilled" ? "approved" : "awaiting_approval");
			expect(row.phone_number === number).toBe(correction.status === "fulfilled");
			const refused = approval.status === "rejected" ? approval : correction;
			expect(refused).toMatchObject({ reason: { code: "stale_version" } });
		}
	});

	test("only its maker or an admin corrects; an admin who did cannot approve it, the database agrees", async () => {
		const payment = await requestPayout(maker, newPayout({ amount: "400000" }), key());
		const other = await desk.person("maker");
		for (const who of [viewer, approver, other]) {
			const theirs = correctPayout(who, { id: payment.id, version: 1, amount: "410000" });
			await expect(theirs).rejects.toMatchObject({ code: "forbidden" });
		}
		const fixed = await correctPayout(admin, { id: payment.id, version: 1, amount: "410000" });
		await expect(approve(admin, fixed)).rejects.toMatchObject({ code: "own_approval" });
		const decision = { payment_id: payment.id, payment_version: 2, facts: "f", at: new Date(0) };
		const cheat = insertRows(database, "decision", { ...decision, verdict: "approve", member_id: admin.member.id });
		await expect(cheat).rejects.toThrow("who corrected a payout does not approve it");
		expect((await approve(approver, fixed)).state).toBe("approved");
	});

	test("by an admin who had approved the old facts takes that word away like any other's; does not keep who made it from ending what is not theirs by a rejection", async () => {
		const half = await approve(admin, await large());
		const fixed = await correctPayout(admin, { id: half.id, version: 2, amount: "700000" });
		expect(fixed).toMatchObject({ version: 3, approval: { given: [], needed: 2, correctedBy: [admin.member.id] } });
		expect(fixed.history.at(-1)).toMatchObject({ event: "approvals_voided", details: { people: [admin.member.name] } });
		await expect(approve(admin, fixed)).rejects.toMatchObject({ code: "own_approval" });
		expect((await approve(second, await approve(approver, fixed))).state).toBe("approved");
		const payment = await requestPayout(maker, newPayout({ amount: "400000" }), key());
		const { id, version } = await correctPayout(admin, { id: payment.id, version: 1, amount: "410000" });
		const rejected = await decidePayout(admin, { id, version, decision: "reject", reason: "Not agreed after all" });
		expect(rejected.state).toBe("rejected");
	});

	test("is checked like a new payout: amount, operator, the same payment twice, limits", async () => {
		const paid = newPayout({ amount: "400000" });
		const first = await requestPayout(maker, paid, key());
		const payment = await requestPayout(maker, newPayout({ amount: "400000" }), key());
		const correct = (change: object) => correctPayout(maker, { id: payment.id, version: 1, ...change });
		for (const change of [{ amount: "12.50" }, { amount: "0" }, { currency: "XAF" }])
			await expect(correct(change)).rejects.toMatchObject({ code: "invalid_input" });
		await expect(correct({ operator: "closed-ci" })).rejects.toMatchObject({ code: "operator_unknown" });
		const again = correct({ destination: paid.destination });
		await expect(again).rejects.toMatchObject({ code: "duplicate_suspected", payments: [first.id] });
		const duplicate = { of: [first.id], reason: "Two deliveries" };
		expect(await correct({ destination: paid.destination, duplicate })).toMatchObject({ version: 2, duplicate });
		await asOwner(database, (trx) => trx.updateTable("payout_rule").set({ per_payment: "450000.00" }).execute());
		const over = correctPayout(maker, { id: payment.id, version: 2, amount: "450001" });
		await expect(over).rejects.toMatchObject({ code: "limit_exceeded" });
		expect((await desk.row(payment.id)).version).toBe(2);
	});

	test("tells each fact that it changed by its field, and no other; the record and the history have the number masked", async () => {
		const payment = await requestPayout(maker, newPayout({ amount: "400000", metadata: { note: "Rent" } }), key());
		const by = { id: payment.id, version: 1, amount: "410000", metadata: { note: "" } };
		const number = "+2250701029999";
		const to = { destination: number, operator: "orange-money-senegal", country: "SN" };
		const { destination, history } = await correctPayout(maker, { ...by, ...to });
		expect(destination).toBe(number);
		expect(history.at(-1)?.details).toEqual({
			changes: [
				{ field: "amount", from: "400000.00", to: "410000.00", currency: "XOF" },
				{ field: "operator", from: "Orange Money (CI)", to: "Orange Money (SN)" },
				{ field: "destination", from: expect.stringContaining("•••••"), to: "+225•••••99" },
				{ field: "note", from: "Rent", to: null },
			],
		});
		const { details } = await newestEntry(database, { subject_id: payment.id });
		expect(details).toMatchObject({ changes: expect.stringContaining(" → ") });
		expect(JSON.stringify([details, history])).not.toContain(number);
	});

	test("with a new note, or without one, keeps the other entries of the metadata", async () => {
		const input = { ...newPayout({ amount: "400000" }), metadata: { note: "Rent", invoice: "F-1" } };
		const payment = await requestPayout(maker, input, key());
		const metadata = async () => (await desk.row(payment.id)).metadata;
		await correctPayout(maker, { id: payment.id, version: 1, metadata: { note: "Rent May" } });
		expect(await metadata()).toEqual({ note: "Rent May", invoice: "F-1" });
		await correctPayout(maker, { id: payment.id, version: 2, metadata: {} });
		expect(await metadata()).toEqual({ invoice: "F-1" });
	});

	test("down to an amount that needs nobody still waits for as many people as the highest amount needed", async () => {
		const lowered = async (amounts: string[]) => {
			let payment = await requestPayout(maker, newPayout({ amount: amounts[0] }), key());
			for (const amount of amounts.slice(1))
				payment = await correctPayout(maker, { id: payment.id, version: payment.version, amount });
			return payment;
		};
		expect(await lowered(["400000", "40000"])).toMatchObject({ state: "awaiting_approval", approval: { needed: 1 } });
		const steps = await lowered(["600000", "300000", "40000"]);
		expect(steps).toMatchObject({ state: "awaiting_approval", amount: "40000.00", approval: { needed: 2 } });
		const preview = { currency: "XOF", destination: null, amount: "30000", correcting: steps.id };
		expect(await previewPayout(maker, preview)).toMatchObject({ approvers: 2 });
		const cheat = "update payment set state = 'approved', approved_facts = 'f', version = version + 1 where id = $1";
		await expect(desk.pool.query(cheat, [steps.id])).rejects.toThrow("a payout needs its approvers");
		expect(await approve(approver, steps)).toMatchObject({ state: "awaiting_approval" });
	});

	test("comes too late once it is approved, and is not found for what nobody knows", async () => {
		const payment = await approve(approver, await requestPayout(maker, newPayout({ amount: "400000" }), key()));
		const late = correctPayout(maker, { id: payment.id, version: 2, amount: "1000" });
		await expect(late).rejects.toMatchObject({ code: "stale_version", fields: { state: "approved" } });
		await expect(correctPayout(maker, { id: "01NOBODY", version: 1 })).rejects.toMatchObject({ code: "not_found" });
	});
});
