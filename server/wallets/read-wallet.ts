import type { Wallet } from "#lib/contracts/wallet.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { requireWallet } from "#server/wallets/balance-readings.ts";
import { isFresh, lastBalance, shareBalance } from "#server/wallets/share-balance.ts";

// Requests within this time count as simultaneous.
const FRESH_MS = 500;

/**
 * The service's current balance, or the last reading, marked stale, when the service cannot be asked. Throws `wallet_unknown`,
 * and `service_unreadable` or `another_wallet` for an answer that cannot be trusted: an old balance must not hide it.
 */
export async function readWallet(context: Context, input: { currency: string }): Promise<Wallet> {
	requirePermission(context, "wallet.read");
	requireWallet(context, input.currency);
	const known = await lastBalance(context, input.currency);
	if (known && isFresh(context, known, FRESH_MS)) return known;
	try {
		return await shareBalance(context, input.currency);
	} catch (error) {
		if (!(error instanceof AppError) || isWithheld(error) || !known) throw error;
		return { ...known, stale: true };
	}
}

export function isWithheld(error: AppError): boolean {
	return ["service_unreadable", "another_wallet", "wallet_unknown"].includes(error.code);
}
