import { beforeEach, expect, test } from "vitest";
import { type PayoutRuleChange, payoutRulesSchema } from "#lib/contracts/payout-rule.ts";
import { changePaymentExpiry } from "#server/settings/change-payment-expiry.ts";
import { changePayoutRule } from "#server/settings/change-payout-rule.ts";
import { readPayoutRules } from "#server/settings/read-payout-rules.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { person, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const { database } = await createTestDatabase();
const system = systemContext({ database });
const as = async (role: "viewer" | "maker" | "approver" | "admin") => await person(system, role);
const [_viewer, _maker, _approver, admin] = [
	await as("viewer"),
	await as("maker"),
	await as("approver"),
	await as("admin"),
];

const CHANGE: PayoutRuleChange = {
	version: 0,
	perPayment: "5000000",
	perPersonDay: "50000000",
	perDestinationDay: "20000000",
	// A loosening waits for a second admin: tests/integration/server/change-requests.
	noApproverUpTo: "0",
	oneApproverUpTo: "500000",
};
const change = (values: Partial<PayoutRuleChange> = {}, currency = "XOF") =>
	changePayoutRule(admin, { currency, change: { ...CHANGE, ...values } });
const record = (subject: string) => auditEntries(database, { subject_id: subject });
beforeEach(async () => {
	await asOwner(database, (trx) => trx.deleteFrom("payout_rule").execute());
});

test("as shipped there is no limit and one approver for every payout, in every wallet; rules are of a wallet that there is", async () => {
	const rules = payoutRulesSchema.parse(await readPayoutRules(admin));
	expect(rules.items.map(({ currency }) => currency)).toEqual(["XOF", "XAF"]);
	for (const rule of rules.items) {
		expect(rule).toMatchObject({ version: 0, perPayment: null, noApproverUpTo: "0.00", oneApproverUpTo: null });
	}
	expect(rules.expiry).toEqual({ payoutMinutes: 1440, depositMinutes: 60 });
	await expect(change({}, "EUR")).rejects.toMatchObject({ code: "wallet_unknown" });
});

test("a change counts for its wallet alone and is recorded with old and new; an equal one leaves no trace", async () => {
	const changed = await change();
	expect(changed).toMatchObject({ version: 1, perPayment: "5000000.00", changedBy: admin.member.name });
	await change({ version: 1, perPayment: "4000000", oneApproverUpTo: "400000" });
	const before = (await record("payout_rule:XOF")).length;
	expect(await change({ version: 2, perPayment: "4000000.00", oneApproverUpTo: "400000" })).toMatchObject({
		version: 2,
	});
	const entries = await record("payout_rule:XOF");
	expect(entries).toHaveLength(before);
	expect(entries.slice(-2)).toMatchObject([
		{
			action: "setting.payout_rule_changed",
			member_id: admin.member.id,
			details: {
				currency: "XOF",
				perPayment: "– → 5000000.00",
				perPersonDay: "– → 50000000.00",
				perDestinationDay: "– → 20000000.00",
				oneApproverUpTo: "– → 500000.00",
			},
		},
		{ details: { perPayment: "5000000.00 → 4000000.00", oneApproverUpTo: "500000.00 → 400000.00" } },
	]);
	const { items } = await readPayoutRules(admin);
	expect(items.find(({ currency }) => currency === "XAF")).toMatchObject({ version: 0, perPayment: null });
});

test("of two admins who start from the same rules one is too late, also where there were none yet", async () => {
	const first = await Promise.allSettled([change(), change({ perPayment: "10" })]);
	expect(first.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
	const second = await Promise.allSettled([
		change({ version: 1, perPayment: "7" }),
		change({ version: 1, perPayment: "8" }),
	]);
	expect(second.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	const late = second.find(({ status }) => status === "rejected");
	expect(late).toMatchObject({ reason: { code: "conflict" } });
});

test.each([
	[{ perPayment: "0" }, { perPayment: "not_positive" }],
	[{ perPersonDay: "-5" }, { perPersonDay: "not_positive" }],
	[{ perDestinationDay: "12.50" }, { perDestinationDay: "too_many_decimals" }],
	[{ noApproverUpTo: "600000" }, { oneApproverUpTo: "below_first_tier" }],
	[{ perPersonDay: null, noApproverUpTo: "1" }, { perPersonDay: "cap_needed" }],
])("%j is refused at its field and changes nothing", async (values, fields) => {
	await expect(change(values)).rejects.toMatchObject({ code: "invalid_input", fields });
	expect(await database.selectFrom("payout_rule").selectAll().execute()).toEqual([]);
});

test("the expiry is changed and recorded with old and new; an equal one leaves no trace", async () => {
	await changePaymentExpiry(admin, { payoutMinutes: 720, depositMinutes: 60 });
	await changePaymentExpiry(admin, { payoutMinutes: 720, depositMinutes: 60 });
	expect(await record("payment_expiry")).toMatchObject([
		{ action: "setting.payment_expiry_changed", details: { payoutMinutes: "1440 → 720" } },
	]);
	expect((await readPayoutRules(admin)).expiry).toEqual({ payoutMinutes: 720, depositMinutes: 60 });
});
