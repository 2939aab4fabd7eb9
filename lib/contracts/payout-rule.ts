/** What admins decide about payouts: limits, how many people approve, how long a request waits. */
import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { parseDecimal, parsePayableAmount } from "#lib/money.ts";

const LIMIT_KINDS = ["payment", "person_day", "destination_day"] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** A limit and how far it is used: for one payment alone, by its maker today, or to this number today. */
export const limitUseSchema = z.object({
	kind: z.enum(LIMIT_KINDS),
	currency: currencySchema,
	limit: decimalSchema,
	used: decimalSchema,
	/** Never below zero, also after the limit was lowered. */
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
	/** Up to this nobody needs to approve; "0.00": never without. */
	noApproverUpTo: decimalSchema,
	/** Up to this one approver is enough, above it two; null: one for any amount. */
	oneApproverUpTo: limitSchema,
	changedAt: timeSchema.nullable(),
	changedBy: z.string().nullable(),
});
export type PayoutRule = z.infer<typeof payoutRuleSchema>;

export const payoutRulesSchema = z.object({
	items: z.array(payoutRuleSchema),
	expiry: z.object({ payoutMinutes: z.number().int(), depositMinutes: z.number().int() }),
	/** The business day that limits count by ends here. */
	timeZone: z.string(),
});
export type PayoutRules = z.infer<typeof payoutRulesSchema>;

/** Plain decimal text as typed: "500000", "12.50". */
const typedAmount = z.string().max(24).nullable();

export const payoutRuleChangeSchema = z.strictObject({
	/** The version that the admin looked at; 0 where nobody has decided anything yet. */
	version: z.number().int().min(0),
	perPayment: typedAmount,
	perPersonDay: typedAmount,
	perDestinationDay: typedAmount,
	noApproverUpTo: typedAmount,
	oneApproverUpTo: typedAmount,
});
export type PayoutRuleChange = z.infer<typeof payoutRuleChangeSchema>;

export const AMOUNT_FIELDS = [
	"perPayment",
	"perPersonDay",
	"perDestinationDay",
	"noApproverUpTo",
	"oneApproverUpTo",
] as const;
export type AmountField = (typeof AMOUNT_FIELDS)[number];

/** Field → fault key; the currency comes by the path, so the schema alone cannot know its decimals. */
export function ruleFaults(change: PayoutRuleChange, currency: string): Partial<Record<AmountField, string>> {
	const faults: Partial<Record<AmountField, string>> = {};
	for (const field of AMOUNT_FIELDS) {
		const text = change[field];
		// Nothing is under no approver, and nothing under one: both are rules that make sense.
		if (text === null || (field.endsWith("UpTo") && parseDecimal(text) === 0n)) continue;
		const parsed = parsePayableAmount(text, currency);
		if ("fault" in parsed) faults[field] = parsed.fault;
	}
	const [none, one] = [parseDecimal(change.noApproverUpTo ?? "0"), parseDecimal(change.oneApproverUpTo ?? "")];
	if (none !== null && one !== null && one < none) faults.oneApproverUpTo ??= "below_first_tier";
	// Without it one person could send any number of small ones.
	if (none !== null && none > 0n && change.perPersonDay === null) faults.perPersonDay ??= "cap_needed";
	return faults;
}

/** A payout waits so long for its people and then for the worker; a deposit for the worker. */
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
