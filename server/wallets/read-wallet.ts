import type { Wallet } from "#lib/contracts/wallet.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { askBalance, demandWallet, lastLook } from "#server/wallets/wallet-look.ts";

/**
 * The balance as the service says it now; the last look kept, marked stale, when it cannot be asked. Throws `wallet_unknown`,
 * and `service_unreadable` when an answer came that cannot be trusted: a doubtful balance is withheld, not covered by an old one.
 */
export async function readWallet(context: Context, input: { currency: string }): Promise<Wallet> {
	demand(context, "wallet.read");
	demandWallet(context, input.currency);
	try {
		return await askBalance(context, input.currency);
	} catch (error) {
		if (!(error instanceof AppError) || isWithheld(error)) throw error;
		const kept = await lastLook(context, input.currency);
		if (!kept) throw error;
		return { ...kept, stale: true };
	}
}

/** Faults that an older value must not hide. */
export function isWithheld(error: AppError): boolean {
	return error.code === "service_unreadable" || error.code === "wallet_unknown";
}
