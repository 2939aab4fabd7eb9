import type { Wallet } from "#lib/contracts/wallet.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { askBalance, newestReading, requireWalletKey, walletOf } from "#server/wallets/balance-readings.ts";

// A reading this recent is returned without asking the service, so requests of two programs share one reading.
const FRESH_MS = 500;

/**
 * Reads the service's current balance; the last reading, marked stale, when the service cannot be asked. Throws `wallet_unknown`,
 * and `service_unreadable` or `another_wallet` for an answer that cannot be trusted: an old balance must not hide it.
 */
export async function readWallet(context: Context, input: { currency: string }): Promise<Wallet> {
	requirePermission(context, "wallet.read");
	requireWalletKey(context, input.currency);
	try {
		return await shareBalance(context, input.currency);
	} catch (error) {
		if (!(error instanceof AppError) || isWithheld(error)) throw error;
		const known = await lastBalance(context, input.currency);
		if (!known) throw error;
		return { ...known, stale: true };
	}
}

export function isWithheld(error: AppError): boolean {
	return ["service_unreadable", "another_wallet", "wallet_unknown"].includes(error.code);
}

const underWay = new WeakMap<SystemContext["service"], Map<string, Promise<Wallet>>>();

export async function lastBalance({ database, config }: SystemContext, currency: string): Promise<Wallet | null> {
	const last = await newestReading(database, config.environment, currency);
	return last ? walletOf(last) : null;
}

/** A reading with a time ahead of our clock is not fresh. */
export function isFresh({ clock }: SystemContext, { fetchedAt }: Wallet, freshMs: number): boolean {
	const age = clock.now().getTime() - Date.parse(fetchedAt);
	return age >= 0 && age < freshMs;
}

/**
 * Returns a reading of the last half second, or asks the service; simultaneous callers share one result. Throws what `askBalance` throws.
 */
export function shareBalance(system: SystemContext, currency: string): Promise<Wallet> {
	const here = underWay.get(system.service) ?? new Map<string, Promise<Wallet>>();
	underWay.set(system.service, here);
	const key = `${system.config.environment}:${currency}`;
	const reading = here.get(key) ?? askUnlessFresh(system, currency).finally(() => here.delete(key));
	here.set(key, reading);
	return reading;
}

async function askUnlessFresh(system: SystemContext, currency: string): Promise<Wallet> {
	const known = await lastBalance(system, currency);
	return known && isFresh(system, known, FRESH_MS) ? known : askBalance(system, currency);
}
