/** A wallet that no other test uses, at a service of its own: another address makes another environment. */
import type { Database } from "#server/store/database.ts";
import { fixedClock, systemContext, testConfig } from "#tests/support/contexts.ts";
import { type WalletService, walletService } from "#tests/support/wallet/wallet-service.ts";

let wallets = 0;

export function ownWallet(
	database: Database,
	lines: WalletService["lines"] = [],
	environment: Record<string, string> = {},
) {
	wallets += 1;
	const service = walletService(lines);
	const clock = fixedClock();
	const config = testConfig({ MOMO_BASE_URL: `http://127.0.0.1:9/${wallets}/api/v1/`, ...environment });
	return { service, clock, system: systemContext({ database, service, clock, config }) };
}
