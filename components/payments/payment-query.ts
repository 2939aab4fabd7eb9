/** The list's view as its URL says it. Pure; pages parse, the browser only builds links. */
import { type PaymentQuery, paymentQuerySchema } from "#lib/contracts/payment.ts";

export type SearchParams = Record<string, string | string[] | undefined>;

/** What can be read of an address; `isWhole` is false when something had to be left out. */
export function readPaymentQuery(params: SearchParams): { query: PaymentQuery; isWhole: boolean } {
	let query: PaymentQuery = paymentQuerySchema.parse({});
	let isWhole = true;
	for (const [name, value] of Object.entries(params)) {
		if (!(name in paymentQuerySchema.shape) || value === "") continue;
		const next = paymentQuerySchema.safeParse({ ...query, [name]: value });
		if (next.success) query = next.data;
		else isWhole = false;
	}
	return { query, isWhole };
}
