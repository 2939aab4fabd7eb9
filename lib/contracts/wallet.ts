/** Wallets, each with the last reading of its balance. */
import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";

export const walletSchema = z.object({
	walletReference: z.string(),
	balance: decimalSchema,
	currency: currencySchema,
	/** The time that the service gives for the balance. */
	updatedAt: timeSchema,
	fetchedAt: timeSchema,
	/** True when the service has not just answered, so that this is the last stored reading. */
	stale: z.boolean(),
});
export type Wallet = z.infer<typeof walletSchema>;

/** All configured currencies; `wallet` is null if never read, or if its answer is not trusted. */
export const walletListSchema = z.object({
	items: z.array(z.object({ currency: currencySchema, wallet: walletSchema.nullable(), fault: z.string().nullable() })),
});
export type WalletList = z.infer<typeof walletListSchema>;
