import { z } from "zod";
import { currencySchema, decimalSchema } from "#lib/contracts/common-fields.ts";
import { paymentQuerySchema } from "#lib/contracts/payment.ts";

/** The query of the sums. `whole`: adds up all payments, however many there are. */
export const paymentSumsQuerySchema = paymentQuerySchema
	.omit({ sort: true, cursor: true, limit: true })
	.extend({ whole: z.literal("yes").optional() });
export type PaymentSumsQuery = z.infer<typeof paymentSumsQuerySchema>;

const countedSumSchema = z.object({ count: z.number().int(), amount: decimalSchema });

/** Sums over the filtered payments. Pages request them separately, so that the rows need not wait for them. */
export const paymentSumsSchema = z.object({
	sums: z.array(
		z.object({
			currency: currencySchema,
			/** `paid` adds up the amounts actually paid; `open` and `unpaid` add up requested amounts. */
			paid: countedSumSchema,
			open: countedSumSchema,
			unpaid: countedSumSchema,
			/** `amount`: the fees of the wallet lines that match these payments; `count`: payments with such a line. */
			fees: countedSumSchema,
		}),
	),
	count: z.number().int(),
	/** True when there are more payments than the newest 20,000, over which the sums are. */
	isAtLeast: z.boolean(),
});
export type PaymentSums = z.infer<typeof paymentSumsSchema>;
