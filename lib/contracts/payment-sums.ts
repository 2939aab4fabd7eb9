/** Sums over a filtered list of payments. */
import { z } from "zod";
import { currencySchema, decimalSchema } from "#lib/contracts/common-fields.ts";
import { paymentQuerySchema } from "#lib/contracts/payment.ts";

/** Only for the sums. `whole`: adds up all payments without a limit. */
export const paymentSumsQuerySchema = paymentQuerySchema
	.omit({ sort: true, cursor: true, limit: true })
	.extend({ whole: z.literal("yes").optional() });
export type PaymentSumsQuery = z.infer<typeof paymentSumsQuerySchema>;

const countedSumSchema = z.object({ count: z.number().int(), amount: decimalSchema });

/** Sums over the filtered payments, requested separately so that the rows need not wait. */
export const paymentSumsSchema = z.object({
	sums: z.array(
		z.object({
			currency: currencySchema,
			/** The amounts that were really paid; `open` and `unpaid` count the requested amounts. */
			paid: countedSumSchema,
			open: countedSumSchema,
			unpaid: countedSumSchema,
			/** The fees of the matched wallet lines; `count` payments have one. */
			fees: countedSumSchema,
		}),
	),
	/** The number of payments that were added up. */
	count: z.number().int(),
	/** Only the newest payments were added up. */
	isAtLeast: z.boolean(),
});
export type PaymentSums = z.infer<typeof paymentSumsSchema>;
