import type { Wallet } from "#lib/contracts/wallet.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { isFresh, lastBalance, shareBalance } from "#server/wallets/share-balance.ts";
import { demandWallet } from "#server/wallets/wallet-look.ts";

// Who asks within it asks at the same time, as far as people can tell.
const FRESH_MS = 500;

/**
 * The balance as the service says it now; the last one known, marked stale, when it cannot be asked. Throws `wallet_unknown`,
 * and `service_unreadable` when an answer came that cannot be trusted: a doubtful balance is withheld, not covered by an old one.
 */
export async function readWallet(context: Context, input: { currency: string }): Promise<Wallet> {
	demand(context, "wallet.read");
	demandWallet(context, input.currency);
	const known = await lastBalance(context, input.currency);
	if (known && isFresh(context, known, FRESH_MS)) return known;
	try {
		return await shareBalance(context, input.currency);
	} catch (error) {
		if (!(error instanceof AppError) || isWithheld(error) || !known) throw error;
		return { ...known, stale: true };
	}
}

/** Faults that an older value must not hide. */
export function isWithheld(error: AppError): boolean {
	return error.code === "service_unreadable" || error.code === "wallet_unknown";
}
