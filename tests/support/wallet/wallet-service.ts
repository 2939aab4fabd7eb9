/** A service that knows wallets alone: its array of movements and its balances are what a test puts there. */
import type { Service } from "#server/momo/service.ts";
import type { UnreadableLine, WireMovement, WireWallet } from "#server/momo/wire.ts";
import { noService } from "#tests/support/contexts.ts";

export interface WalletService extends Service {
	/** What the next stream yields; an Error in it breaks the stream off at that place. */
	lines: Iterable<WireMovement | UnreadableLine | Error>;
	/** Of the body that the next stream brings; null: as long as no test cares, no two bodies are known to be equal. */
	digest: string | null;
	/** What the next reading of a balance does. */
	balance: (currency: string) => Promise<WireWallet | null>;
	balanceCalls: string[];
}

export function walletService(lines: WalletService["lines"] = []): WalletService {
	const service: WalletService = {
		...noService(),
		lines,
		digest: null,
		balance: async (currency) => wireWallet({ currency_code: currency }),
		balanceCalls: [],
		readBalance(currency) {
			service.balanceCalls.push(currency);
			return service.balance(currency);
		},
		async *streamMovements(_currency, onEnd) {
			for (const line of service.lines) {
				if (line instanceof Error) throw line;
				yield line;
			}
			if (service.digest !== null) onEnd?.(service.digest);
		},
	};
	return service;
}

export function wireMovement(facts: Partial<WireMovement> = {}): WireMovement {
	return {
		movement_type: "withdrawal",
		amount: "1000.00",
		fee_amount: "10.00",
		currency_code: "XOF",
		created_at: "2026-03-09T12:00:00.000Z",
		...facts,
	};
}

export function wireWallet(facts: Partial<WireWallet> = {}): WireWallet {
	return {
		wallet_reference: "WF-TEST",
		balance: "500000.00",
		currency_code: "XOF",
		updated_at: "2026-03-10T08:00:00Z",
		...facts,
	};
}
