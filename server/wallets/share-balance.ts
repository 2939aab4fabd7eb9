/** Shares one balance request to the service, and its stored reading, between simultaneous requests. */
import type { Wallet } from "#lib/contracts/wallet.ts";
import type { SystemContext } from "#server/context.ts";
import { askBalance, newestReading, walletOf } from "#server/wallets/balance-readings.ts";

const underWay = new WeakMap<SystemContext["service"], Map<string, Promise<Wallet>>>();

export async function lastBalance({ database, config }: SystemContext, currency: string): Promise<Wallet | null> {
	const last = await newestReading(database, config.environment, currency);
	return last ? walletOf(last) : null;
}

/** True for a reading more recent than `freshMs`. A time ahead of our clock is not trusted. */
export function isFresh({ clock }: SystemContext, { fetchedAt }: Wallet, freshMs: number): boolean {
	const age = clock.now().getTime() - Date.parse(fetchedAt);
	return age >= 0 && age < freshMs;
}

/** Asks the service, or waits for a request in progress. Throws as `askBalance`. */
export function shareBalance(system: SystemContext, currency: string): Promise<Wallet> {
	const here = underWay.get(system.service) ?? new Map<string, Promise<Wallet>>();
	underWay.set(system.service, here);
	const key = `${system.config.environment}:${currency}`;
	const asking = here.get(key) ?? askBalance(system, currency).finally(() => here.delete(key));
	here.set(key, asking);
	return asking;
}
