/** Requests by a person: a deposit, a payout, a correction, a preview. Form, route and verb share each schema. */

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

/** Amounts arrive as plain decimal text, never as a JSON number ("45000", "12.5"), and become the stored form: "45000.00". */
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
/** The typed text; the schema converts its amount to the stored form. */
export type DepositRequest = z.input<typeof depositRequestSchema>;

export const payoutFacts = {
	amount: z.string().min(1).max(24),
	currency: currencySchema,
	operator: operatorCodeSchema,
	country: countrySchema,
	destination: e164Schema,
	/** Free-form for the service; the desk writes `note`. At most 10 keys. */
	metadata: z
		.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/), plainTextSchema(140))
		.refine((value) => Object.keys(value).length <= 10)
		.optional(),
	/** The reason for one more payment, given after the person saw the earlier ones with the same number and amount. */
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

/** Edits a waiting payout: given fields replace the old ones, and all approvals are void. */
export const payoutCorrectionSchema = z
	.strictObject({ ...payoutFacts, version: z.number().int().min(1) })
	.partial()
	.omit({ currency: true })
	.required({ version: true });
export type PayoutCorrection = z.infer<typeof payoutCorrectionSchema>;

/** Previews a payout while it is typed. A POST, so that no number appears in an address. */
export const payoutPreviewRequestSchema = payable(
	z.strictObject({
		amount: payoutFacts.amount,
		currency: currencySchema,
		/** Needed for the expected fee. */
		operator: operatorCodeSchema.optional(),
		/** Null until a complete number is typed. */
		destination: e164Schema.nullable(),
		/** Purpose and business references, as in the request. */
		metadata: payoutFacts.metadata,
		/** The edited payout must not count as its own duplicate. */
		correcting: z.string().max(64).optional(),
	}),
);
export type PayoutPreviewRequest = z.input<typeof payoutPreviewRequestSchema>;

export const depositPreviewRequestSchema = payable(
	z.strictObject({ amount: payoutFacts.amount, currency: currencySchema, operator: operatorCodeSchema }),
);
export type DepositPreviewRequest = z.input<typeof depositPreviewRequestSchema>;
