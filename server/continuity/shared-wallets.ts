/** Wallets that other systems use too, as set by admins: their withdrawals are no reason to hold payouts that do not fit. */
import { z } from "zod";
import type { Store } from "#server/store/database.ts";

/** The row in table `setting`; without it no wallet is shared. */
export const SHARED_WALLETS = "shared_wallets";

const sharedSchema = z.object({ currencies: z.array(z.string()) });

export async function readSharedWallets(database: Store): Promise<string[]> {
	const row = await database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", SHARED_WALLETS)
		.executeTakeFirst();
	// An unreadable value means no shared wallets, the stricter choice.
	return sharedSchema.safeParse(row?.value).data?.currencies ?? [];
}

export async function isWalletShared(database: Store, currency: string): Promise<boolean> {
	return (await readSharedWallets(database)).includes(currency);
}
