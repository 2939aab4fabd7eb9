/** Wallets: the last look at each, and what Home says of today. */
import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";

export const walletSchema = z.object({
	walletReference: z.string(),
	balance: decimalSchema,
	currency: currencySchema,
	/** The service's own time of the balance. */
	updatedAt: timeSchema,
	/** When we read it. */
	fetchedAt: timeSchema,
	/** True when the service could not be asked just now and this is the last look kept. */
	stale: z.boolean(),
});
export type Wallet = z.infer<typeof walletSchema>;

/** A configured currency whose wallet was never readable has `wallet: null`. */
export const walletListSchema = z.object({
	items: z.array(z.object({ currency: currencySchema, wallet: walletSchema.nullable(), fault: z.string().nullable() })),
});
export type WalletList = z.infer<typeof walletListSchema>;
