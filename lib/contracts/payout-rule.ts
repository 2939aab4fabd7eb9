/** Admins' rules for payouts: limits, number of approvers, expiry. */
import { z } from "zod";
import { parsePayableAmount } from "#lib/amounts/payable-amount.ts";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { type AmountMinor, parseDecimal, toDecimal } from "#lib/money.ts";
import { LONGEST_EXPIRY_MINUTES } from "#lib/payment-state.ts";

const LIMIT_KINDS = ["payment", "person_day", "destination_day"] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** A limit and its used part. `person_day`: used today by the maker; `destination_day`: used today for the number; `payment`: always 0. */
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
	perPayment: limitSchema,
	perPersonDay: limitSchema,
	perDestinationDay: limitSchema,
	/** Up to this amount no approver is needed; "0.00": every payout needs one. */
	noApproverUpTo: decimalSchema,
	/** Up to this amount one approver suffices, and a larger amount needs two; null: one suffices for any amount. */
	oneApproverUpTo: limitSchema,
	changedAt: timeSchema.nullable(),
	changedBy: z.string().nullable(),
});
export type PayoutRule = z.infer<typeof payoutRuleSchema>;

// Two days. `changeNewNumbers` also refuses a delay that is not shorter than the expiry of payouts.
const LONGEST_REST_MINUTES = 48 * 60;

export const newNumberRuleSchema = z.strictObject({
	/** Minutes after its request until a payout to a new number may leave; 0: at once. */
	restMinutes: z.int().min(0).max(LONGEST_REST_MINUTES),
	/** One more person than the amount requires must approve, but never more than two. */
	secondPerson: z.boolean(),
});
export type NewNumberRule = z.infer<typeof newNumberRuleSchema>;

/** The share of a batch that may fail or be in doubt before the desk pauses the batch until an approver resumes it. */
export const batchFailureRuleSchema = z.strictObject({
	/** Percent of the batch's rows, but never fewer than three rows. At 100 the batch is paused only when all its rows have failed. */
	failurePercent: z.int().min(1).max(100),
});
export type BatchFailureRule = z.infer<typeof batchFailureRuleSchema>;

export const payoutRulesSchema = z.object({
	items: z.array(payoutRuleSchema),
	expiry: z.object({ payoutMinutes: z.number().int(), depositMinutes: z.number().int() }),
	/** The time zone of the business's day, by which daily limits count. */
	timeZone: z.string(),
	/** Wallets in which a later, smaller payout may leave before the oldest payout that waits for a higher balance. */
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
	/** The version of the rule that the person saw; 0 before anybody set one. */
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
 * Returns the amounts in stored form, or field → fault key. Without `noApproverUpTo` every payout needs an approver. The currency comes
 * from the path, so the schema cannot check decimals.
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

/** Accepts zero only for `noApproverUpTo` and `oneApproverUpTo`. */
function readRuleAmount(field: AmountField, text: string, currency: string): ReturnType<typeof parsePayableAmount> {
	if (field.endsWith("UpTo") && parseDecimal(text) === 0n) return { amountMinor: 0n };
	return parsePayableAmount(text, currency);
}

/** Minutes from a payment's last event until it expires unsent: a payout waits for approval or the worker, a deposit for the worker. */
export const paymentExpirySchema = z.strictObject({
	payoutMinutes: z.int().min(5).max(LONGEST_EXPIRY_MINUTES),
	depositMinutes: z
		.int()
		.min(5)
		.max(60 * 24),
});
export type PaymentExpiry = z.infer<typeof paymentExpirySchema>;
