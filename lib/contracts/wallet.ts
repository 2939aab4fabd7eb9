/** Wallets, each with the last reading of its balance. */
import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";

export const walletSchema = z.object({
	walletReference: z.string(),
	balance: decimalSchema,
	currency: currencySchema,
	/** The service's own time of the balance. */
	updatedAt: timeSchema,
	fetchedAt: timeSchema,
	/** True when the service did not answer just now, and this is the last stored balance reading. */
	stale: z.boolean(),
});
export type Wallet = z.infer<typeof walletSchema>;

/** A configured currency has `wallet: null` until its wallet was readable once. */
export const walletListSchema = z.object({
	items: z.array(z.object({ currency: currencySchema, wallet: walletSchema.nullable(), fault: z.string().nullable() })),
});
export type WalletList = z.infer<typeof walletListSchema>;
