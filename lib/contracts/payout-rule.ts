/** Admins' rules for payouts: limits, number of approvers, expiry. */
import { z } from "zod";
import { parsePayableAmount } from "#lib/amounts/payable-amount.ts";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { type AmountMinor, parseDecimal, toDecimal } from "#lib/money.ts";

const LIMIT_KINDS = ["payment", "person_day", "destination_day"] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** A limit and its use: for one payment, by its maker today, or to this number today. */
export const limitUseSchema = z.object({
	kind: z.enum(LIMIT_KINDS),
	currency: currencySchema,
	limit: decimalSchema,
	used: decimalSchema,
	/** Never below zero, even if the limit was lowered. */
	left: decimalSchema,
});
export type LimitUse = z.infer<typeof limitUseSchema>;

const limitSchema = decimalSchema.nullable();

const payoutRuleSchema = z.object({
	currency: currencySchema,
	version: z.number().int(),
	/** Null: no limit. */
	perPayment: limitSchema,
	perPersonDay: limitSchema,
	perDestinationDay: limitSchema,
	/** Up to this amount no approver is needed; "0.00": always needed. */
	noApproverUpTo: decimalSchema,
	/** Up to this amount one approver suffices, above it two; null: one for any amount. */
	oneApproverUpTo: limitSchema,
	changedAt: timeSchema.nullable(),
	changedBy: z.string().nullable(),
});
export type PayoutRule = z.infer<typeof payoutRuleSchema>;

// Two days; a payout must not expire while it rests.
const LONGEST_REST_MINUTES = 48 * 60;

/** The rules for payouts to a number that was never paid, or that was changed lately. */
export const newNumberRuleSchema = z.strictObject({
	/** The minutes that a first payout waits after its request before it may leave; 0: it does not wait. */
	restMinutes: z.int().min(0).max(LONGEST_REST_MINUTES),
	/** One more person than the amount requires must approve, two at most. */
	secondPerson: z.boolean(),
});
export type NewNumberRule = z.infer<typeof newNumberRuleSchema>;

/** The share of a batch that may fail or be in doubt before the rest waits for an approver. */
export const batchFailureRuleSchema = z.strictObject({
	/** Percent of the batch's rows; the limit is three rows at least. 100: the rest never waits before all rows have failed. */
	failurePercent: z.int().min(1).max(100),
});
export type BatchFailureRule = z.infer<typeof batchFailureRuleSchema>;

export const payoutRulesSchema = z.object({
	items: z.array(payoutRuleSchema),
	expiry: z.object({ payoutMinutes: z.number().int(), depositMinutes: z.number().int() }),
	/** The time zone of the business's day, by which daily limits count. */
	timeZone: z.string(),
	/** Wallets whose later, smaller payouts may leave before the oldest that waits for funds. */
	smallerFirst: z.array(z.string()),
	newNumbers: newNumberRuleSchema,
	batchFailures: batchFailureRuleSchema,
});
export const sendOrderSchema = z.strictObject({ currency: currencySchema, smallerFirst: z.boolean() });
export type SendOrder = z.infer<typeof sendOrderSchema>;

export type PayoutRules = z.infer<typeof payoutRulesSchema>;

/** Plain decimal text as typed: "500000", "12.50". */
const typedAmount = z.string().max(24).nullable();

export const payoutRuleChangeSchema = z.strictObject({
	/** The version that the admin saw; 0 before the first decision. */
	version: z.number().int().min(0),
	perPayment: typedAmount,
	perPersonDay: typedAmount,
	perDestinationDay: typedAmount,
	noApproverUpTo: typedAmount,
	oneApproverUpTo: typedAmount,
});
export type PayoutRuleChange = z.infer<typeof payoutRuleChangeSchema>;

const AMOUNT_FIELDS = ["perPayment", "perPersonDay", "perDestinationDay", "noApproverUpTo", "oneApproverUpTo"] as const;
export type AmountField = (typeof AMOUNT_FIELDS)[number];

export type RuleAmounts = Pick<PayoutRule, AmountField>;

/**
 * The amounts in stored form, or field → fault key. A missing `noApproverUpTo` means that every payout needs an approver. The
 * path gives the currency, so the schema alone cannot check decimals.
 */
export function readRuleAmounts(
	change: PayoutRuleChange,
	currency: string,
): { amounts: RuleAmounts } | { faults: Partial<Record<AmountField, string>> } {
	const minors: Partial<Record<AmountField, AmountMinor>> = {};
	const faults: Partial<Record<AmountField, string>> = {};
	for (const field of AMOUNT_FIELDS) {
		const text = change[field];
		if (text === null) continue;
		const parsed = readRuleAmount(field, text, currency);
		if ("fault" in parsed) faults[field] = parsed.fault;
		else minors[field] = parsed.amountMinor;
	}
	const { noApproverUpTo: none, oneApproverUpTo: one } = minors;
	if (none !== undefined && one !== undefined && one < none) faults.oneApproverUpTo ??= "below_first_tier";
	// Without a daily limit one person could send any number of small payouts.
	if (none !== undefined && none > 0n && change.perPersonDay === null) faults.perPersonDay ??= "cap_needed";
	if (Object.keys(faults).length > 0) return { faults };
	const kept = (field: AmountField) => (minors[field] === undefined ? null : toDecimal(minors[field]));
	return {
		amounts: {
			perPayment: kept("perPayment"),
			perPersonDay: kept("perPersonDay"),
			perDestinationDay: kept("perDestinationDay"),
			noApproverUpTo: kept("noApproverUpTo") ?? "0.00",
			oneApproverUpTo: kept("oneApproverUpTo"),
		},
	};
}

/** Zero is valid for `noApproverUpTo` and `oneApproverUpTo` only. */
function readRuleAmount(field: AmountField, text: string, currency: string): ReturnType<typeof parsePayableAmount> {
	if (field.endsWith("UpTo") && parseDecimal(text) === 0n) return { amountMinor: 0n };
	return parsePayableAmount(text, currency);
}

/** The longest time that a payout waits for approval and then for the worker, and a deposit for the worker. */
export const paymentExpirySchema = z.strictObject({
	payoutMinutes: z
		.int()
		.min(5)
		.max(60 * 24 * 30),
	depositMinutes: z
		.int()
		.min(5)
		.max(60 * 24),
});
export type PaymentExpiry = z.infer<typeof paymentExpirySchema>;
