import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { SharedWallet } from "#lib/contracts/wallet-gaps.ts";
import type { Context } from "#server/context.ts";
import { readSharedWallets, SHARED_WALLETS } from "#server/continuity/propose-shared.ts";
import { AppError } from "#server/errors.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { keepSetting } from "#server/guarded-changes/record-change.ts";

export const sharedWallet: GuardedChange<{ shared: boolean }> = {
	kind: "wallet_shared",
	schema: z.object({ shared: z.boolean() }),
	read: async (trx, { subject }) => ({ shared: (await readSharedWallets(trx)).includes(subject) }),
	async write(trx, { subject: currency, after: { shared } }, step) {
		const others = (await readSharedWallets(trx)).filter((code) => code !== currency);
		const value = { currencies: shared ? [...others, currency] : others };
		const action = shared ? "setting.wallet_shared" : "setting.wallet_not_shared";
		await keepSetting(trx, { name: SHARED_WALLETS, value, action, details: { currency } }, step);
	},
};

/**
 * Sets whether other systems use the wallet too. When the balance of a shared wallet drops, only payouts that can add up to the drop
 * exactly are held, so sharing needs a second admin. Throws forbidden, wallet_unknown, change_waits.
 */
export async function changeSharedWallet(
	context: Context,
	{ currency, shared }: SharedWallet,
): Promise<SharedWallet | Asked> {
	if (!context.config.walletCurrencies.includes(currency))
		throw new AppError("wallet_unknown", `no wallet in ${currency}`);
	const asked = await proposeChange(context, sharedWallet, () => ({ subject: currency, after: { shared } }));
	return asked ?? { currency, shared };
}
