import { beforeEach, describe, expect, test } from "vitest";
import { parseDecimal } from "#lib/money.ts";
import { approversFor } from "#lib/payments/payout-rules.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { approve, setTiers, TIERS } from "#tests/support/desk/payout-tiers.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { findRow, insertRows, updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { database, maker, approver, key } = desk;
const second = await desk.person("approver");
const { send } = desk;
beforeEach(() => setTiers(database, TIERS));
const large = () => requestPayout(maker, newPayout({ amount: "600000" }), key());

describe("rules by amount", () => {
	test("nobody up to 50,000, one up to 500,000, two above", async () => {
		expect((await requestPayout(maker, newPayout({ amount: "50000" }), key())).state).toBe("approved");
		const one = await requestPayout(maker, newPayout({ amount: "50001" }), key());
		expect(one).toMatchObject({ state: "awaiting_approval", approval: { given: [], needed: 1 } });
		expect((await approve(approver, one)).state).toBe("approved");
		const two = await large();
		expect(two.approval?.needed).toBe(2);
	});

	test("the first of two leaves it waiting with a new version; the second, another person, sends it off; each approval is a row bound to the digest of the facts and the version seen", async () => {
		const payment = await large();
		const half = await approve(approver, payment);
		expect(half).toMatchObject({
			state: "awaiting_approval",
			version: 2,
			approval: { given: [{ id: approver.member.id }], needed: 2 },
		});
		expect(half.history.at(-1)).toMatchObject({ event: "approved_in_part", by: { name: approver.member.name } });
		expect((await desk.jobs("send_payment")).filter(({ payload }) => payload.paymentId === payment.id)).toEqual([]);
		await expect(approve(second, payment)).rejects.toMatchObject({ code: "stale_version" });
		await expect(approve(approver, half)).rejects.toMatchObject({ code: "already_approved" });
		await expect(approve(maker, half)).rejects.toMatchObject({ code: "forbidden" });
		const whole = await approve(second, half);
		expect(whole).toMatchObject({ state: "approved", version: 3, approver: { id: second.member.id } });
		expect(whole.approval?.given.map(({ id }) => id)).toEqual([approver.member.id, second.member.id]);
		expect(await send(payment)).toBe("attempted");
		const rows = await database
			.selectFrom("decision")
			.selectAll()
			.where("payment_id", "=", payment.id)
			.orderBy("id")
			.execute();
		const { approved_facts } = await desk.row(payment.id);
		expect(rows.map((row) => [row.member_id, row.payment_version, row.verdict, row.facts])).toEqual([
			[approver.member.id, 1, "approve", approved_facts],
			[second.member.id, 2, "approve", approved_facts],
		]);
	});

	test("anybody who may decide ends it by one rejection, also who had approved it", async () => {
		const one = await approve(approver, await large());
		const rejected = await decidePayout(second, { id: one.id, decision: "reject", version: 2, reason: "no" });
		expect(rejected.state).toBe("rejected");
		const other = await approve(approver, await large());
		expect((await decidePayout(approver, { id: other.id, decision: "reject", version: 2, reason: "no" })).state).toBe(
			"rejected",
		);
	});
});

describe("rules that change meanwhile", () => {
	test("stricter before the last approval: that one is not the last any more", async () => {
		const payment = await requestPayout(maker, newPayout({ amount: "400000" }), key());
		await setTiers(database, { ...TIERS, one_approver_up_to: "100000.00" });
		const half = await approve(approver, payment);
		expect(half).toMatchObject({ state: "awaiting_approval", approval: { needed: 2 } });
		expect((await approve(second, half)).state).toBe("approved");
	});

	test("stricter before the permit: nothing is sent, it goes back to the approvals, and the first word still counts", async () => {
		const payment = await approve(approver, await requestPayout(maker, newPayout({ amount: "400000" }), key()));
		await setTiers(database, { ...TIERS, one_approver_up_to: "100000.00" });
		expect(await send(payment)).toBe("approvals_missing");
		expect(desk.posts()).toEqual([]);
		const back = await desk.read(payment);
		expect(back).toMatchObject({ state: "awaiting_approval", approver: null, approval: { needed: 2 } });
		expect(back.approval?.given.map(({ id }) => id)).toEqual([approver.member.id]);
		expect(back.history.at(-1)?.event).toBe("approvals_missing");
		await expect(approve(approver, back)).rejects.toMatchObject({ code: "already_approved" });
		await approve(second, back);
		expect(await send(payment)).toBe("attempted");
	});

	test.each([
		["disabled", { disabled_at: new Date(0) }],
		["made a maker", { role: "maker" as const }],
		["made a viewer", { role: "viewer" as const }],
	])(
		"who approved and was %s since does not count: nothing is sent, and somebody else must agree",
		async (_what, change) => {
			const gone = await desk.person("approver");
			const payment = await approve(gone, await requestPayout(maker, newPayout({ amount: "400000" }), key()));
			await asOwner(database, (trx) => updateRows(trx, "member", { id: gone.member.id }, change));
			expect(await send(payment)).toBe("approvals_missing");
			expect(desk.posts()).toEqual([]);
			const back = await desk.read(payment);
			expect(back).toMatchObject({ state: "awaiting_approval", approval: { given: [], needed: 1 } });
			expect(back.approval?.lapsed).toEqual([{ id: gone.member.id, name: gone.member.name }]);
			expect(back.history.at(-1)).toMatchObject({ event: "approvals_lapsed", details: { people: [gone.member.name] } });
			await approve(approver, back);
			expect(await send(payment)).toBe("attempted");
			// A payout that left was approved by members who could approve then.
			expect((await desk.read(payment)).approval?.given).toHaveLength(2);
		},
	);

	test("what needed nobody and needs one before the permit waits for one", async () => {
		const payment = await requestPayout(maker, newPayout({ amount: "20000" }), key());
		await setTiers(database, null);
		expect(await send(payment)).toBe("approvals_missing");
		expect((await desk.read(payment)).approval).toMatchObject({ given: [], needed: 1 });
	});

	test("milder rules send nothing by themselves: one more person still says so", async () => {
		const half = await approve(approver, await large());
		await setTiers(database, { no_approver_up_to: "1000000.00" });
		const now = await desk.read(half);
		expect(now).toMatchObject({ state: "awaiting_approval", approval: { needed: 2 } });
		expect((await approve(second, now)).state).toBe("approved");
	});
});

describe("the database itself", () => {
	test("refuses a decision of the maker; refuses a word that is rewritten, or taken back twice", async () => {
		const { id, version } = await large();
		const about = { payment_id: id, payment_version: version, facts: "f", at: new Date(0) };
		const decision = { ...about, verdict: "approve" as const };
		const cheat = insertRows(database, "decision", { ...decision, member_id: maker.member.id });
		await expect(cheat).rejects.toThrow("who made a payout does not decide on it");
		const half = await approve(approver, await large());
		const word = () => database.updateTable("decision").where("payment_id", "=", half.id);
		for (const change of [
			{ facts: "of-another-amount" },
			{ verdict: "reject" as const },
			{ member_id: second.member.id },
		]) {
			await expect(word().set(change).execute()).rejects.toThrow("a decision stands as it was said");
		}
		await word()
			.set({ voided_at: new Date(0) })
			.execute();
		await expect(word().set({ voided_at: null }).execute()).rejects.toThrow("a decision stands as it was said");
	});

	test("refuses a payout approved or sent with fewer people than the rules of now ask for", async () => {
		const half = await approve(approver, await large());
		for (const state of ["approved", "sending"] as const) {
			const { facts } = await findRow(database, "decision", { payment_id: half.id });
			const set = { state, approved_facts: facts };
			await expect(database.updateTable("payment").set(set).where("id", "=", half.id).execute()).rejects.toThrow(
				"a payout needs its approvers",
			);
		}
		const row = {
			...(await desk.row(half.id)),
			id: "born-approved",
			idempotency_key: key(),
			metadata: null,
			duplicate_of: null,
		};
		await expect(insertRows(database, "payment", { ...row, state: "approved" })).rejects.toThrow(
			"a payout needs its approvers",
		);
	});

	test("keeps no new rule under which amounts need nobody without a daily cap per person; refuses approvals of other facts than those that would leave", async () => {
		const cheat = setTiers(database, { ...TIERS, per_person_day: null });
		await expect(cheat).rejects.toThrow("payout_rule_cap_without_approver");
		const payment = await approve(approver, await requestPayout(maker, newPayout({ amount: "400000" }), key()));
		await disguise("decision", `facts = 'of-another-amount' where payment_id = '${payment.id}'`);
		const forced = database.updateTable("payment").set({ state: "sending" }).where("id", "=", payment.id).execute();
		await expect(forced).rejects.toThrow("a payout needs its approvers");
		expect(await send(payment)).toBe("approvals_missing");
	});

	/** Changes only the row, without the database's rules about it. */
	async function disguise(table: string, change: string): Promise<void> {
		await desk.pool.query(`begin; set local session_replication_role = replica; update ${table} set ${change}; commit`);
	}

	test("chooses as many approvers as the rules' own code does", async () => {
		for (const rule of [
			null,
			TIERS,
			{ no_approver_up_to: "0.00", one_approver_up_to: "0.00" },
			{ no_approver_up_to: "700.00" },
		]) {
			await setTiers(database, rule);
			const known = {
				noApproverUpTo: rule?.no_approver_up_to ?? "0.00",
				perPersonDay: "100000000000.00",
				oneApproverUpTo: (rule && "one_approver_up_to" in rule && rule.one_approver_up_to) || null,
			};
			for (const amount of ["0.01", "50000.00", "50000.01", "500000.00", "500000.01", "99999999999.00"]) {
				const { rows } = await desk.pool.query("select approvers_needed('XOF', $1) as needed", [amount]);
				expect(rows[0]?.needed, `${JSON.stringify(rule)} ${amount}`).toBe(
					approversFor(known, parseDecimal(amount) ?? 0n),
				);
			}
		}
	});
});

test("approvers are told until when a payout waits; an approval of the first of two starts that anew", async () => {
	const payment = await large();
	const day = 24 * 3_600_000;
	expect(payment.expiresAt).toBe(new Date(desk.clock.now().getTime() + day).toISOString());
	desk.clock.advance(3_600_000);
	const half = await approve(approver, payment);
	expect(half.expiresAt).toBe(new Date(desk.clock.now().getTime() + day).toISOString());
	const whole = await approve(second, half);
	await send(whole);
	expect((await desk.read(whole)).expiresAt).toBeNull();
});
