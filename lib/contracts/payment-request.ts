/** Requests by a person for a deposit, a payout, a correction or a preview. Form, route and verb share each schema. */

import { z } from "zod";
import { parsePayableAmount } from "#lib/amounts/payable-amount.ts";
import {
	countrySchema,
	currencySchema,
	e164Schema,
	fullReasonSchema,
	operatorCodeSchema,
	plainTextSchema,
} from "#lib/contracts/common-fields.ts";
import { type Decimal, toDecimal } from "#lib/money.ts";

type Priced = z.ZodType<{ amount: string; currency: string }>;
type Payable<T extends Priced> = z.ZodType<Omit<z.output<T>, "amount"> & { amount: Decimal }, z.input<T>>;

/** Adds the check of the amount. It is decimal text such as "45000" or "12.5", never a JSON number, and becomes "45000.00" or "12.50". */
function payable<T extends Priced>(schema: T): Payable<T> {
	return schema.check((ctx) => {
		const parsed = parsePayableAmount(ctx.value.amount, ctx.value.currency);
		if ("amountMinor" in parsed) ctx.value = { ...ctx.value, amount: toDecimal(parsed.amountMinor) };
		else ctx.issues.push({ code: "custom", path: ["amount"], message: parsed.fault, input: ctx.value.amount });
	}) as unknown as Payable<T>;
}

export const depositRequestSchema = payable(
	z.strictObject({
		amount: z.string().min(1).max(24),
		currency: currencySchema,
		operator: operatorCodeSchema,
		country: countrySchema,
		phoneNumber: e164Schema,
		note: plainTextSchema(140).optional(),
	}),
);
/** The form's input, before the schema converts the amount. */
export type DepositRequest = z.input<typeof depositRequestSchema>;

export const payoutFacts = {
	amount: z.string().min(1).max(24),
	currency: currencySchema,
	operator: operatorCodeSchema,
	country: countrySchema,
	destination: e164Schema,
	/** Sent to the service as it is; the desk's own forms fill only the key `note`. */
	metadata: z
		.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/), plainTextSchema(140))
		.refine((value) => Object.keys(value).length <= 10)
		.optional(),
	/** `of`: earlier payouts of the same number and amount that the person was shown; `reason`: the reason to pay once more. */
	duplicate: z
		.strictObject({
			of: z.array(z.string().max(64)).min(1).max(1_000),
			reason: fullReasonSchema,
		})
		.optional(),
};

export const payoutRequestSchema = payable(z.strictObject(payoutFacts));
export type PayoutRequest = z.input<typeof payoutRequestSchema>;
export type ReadPayoutRequest = z.output<typeof payoutRequestSchema>;

/** Edits a payout that waits for approval: given fields and the note replace the old ones, and its approvals become void. */
export const payoutCorrectionSchema = z
	.strictObject({ ...payoutFacts, version: z.number().int().min(1) })
	.partial()
	.omit({ currency: true })
	.required({ version: true });
export type PayoutCorrection = z.infer<typeof payoutCorrectionSchema>;

/** Previews a payout while a person types it. Sent by POST, so that no phone number appears in a URL. */
export const payoutPreviewRequestSchema = payable(
	z.strictObject({
		amount: payoutFacts.amount,
		currency: currencySchema,
		/** Without an operator, the preview has no expected fee. */
		operator: operatorCodeSchema.optional(),
		destination: e164Schema.nullable(),
		metadata: payoutFacts.metadata,
		/** The id of the payout that is being edited, which must not count as its own duplicate. */
		correcting: z.string().max(64).optional(),
	}),
);
export type PayoutPreviewRequest = z.input<typeof payoutPreviewRequestSchema>;

export const depositPreviewRequestSchema = payable(
	z.strictObject({ amount: payoutFacts.amount, currency: currencySchema, operator: operatorCodeSchema }),
);
export type DepositPreviewRequest = z.input<typeof depositPreviewRequestSchema>;
