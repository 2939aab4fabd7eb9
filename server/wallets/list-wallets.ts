import type { Wallet, WalletList } from "#lib/contracts/wallet.ts";
import { withTimeout } from "#lib/with-timeout.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { isFresh, isWithheld, lastBalance, shareBalance } from "#server/wallets/read-wallet.ts";

// The longest time that a page waits for the service: half of the three seconds after which people think that the page hangs.
const PATIENCE_MS = 1_500;
// A reading this recent is returned without a request: a page notified of a late balance must not start the next slow read.
const FRESH_MS = 2_000;

type Line = WalletList["items"][number];

/**
 * Reads every configured wallet in parallel, within about 1.5 s. A slower wallet shows its last reading, marked stale, while its
 * read continues: the result is stored and published. `fault` is an error code of lib/error-codes.ts.
 */
export async function listWallets(context: Context): Promise<WalletList> {
	requirePermission(context, "wallet.read");
	const items = await Promise.all(context.config.walletCurrencies.map((currency) => readInTime(context, currency)));
	return { items };
}

async function readInTime(system: SystemContext, currency: string): Promise<Line> {
	const kept = await lastBalance(system, currency);
	if (kept && isFresh(system, kept, FRESH_MS)) {
		return { currency, wallet: kept, fault: null };
	}
	const asked = ask(system, currency, kept);
	const answer = await withTimeout<Line | null>(PATIENCE_MS, asked, () => null);
	if (answer) return answer;
	void asked
		.then((late) =>
			late.fault === null ? publishUpdate(system.database, { topic: "wallets", id: currency }) : undefined,
		)
		.catch((error: unknown) => system.log.warn({ err: error, currency, event: "late_balance_lost" }));
	return { currency, wallet: aged(kept), fault: kept ? null : "service_unreachable" };
}

async function ask(system: SystemContext, currency: string, kept: Wallet | null): Promise<Line> {
	try {
		return { currency, wallet: await shareBalance(system, currency), fault: null };
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return { currency, wallet: isWithheld(error) ? null : aged(kept), fault: error.code };
	}
}

function aged(kept: Wallet | null): Wallet | null {
	return kept && { ...kept, stale: true };
}
