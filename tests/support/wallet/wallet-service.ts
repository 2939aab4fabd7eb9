/** A service with wallets only: the test sets its movements and balances. */
import { createHash } from "node:crypto";
import type { Service } from "#server/momo/service.ts";
import type { UnreadableLine, WireMovement, WireWallet } from "#server/momo/wire.ts";
import { noService } from "#tests/support/contexts.ts";

export interface WalletService extends Service {
	/** Lines of the next stream; an Error breaks it off there. */
	lines: Iterable<WireMovement | UnreadableLine | Error>;
	/** Lines per chunk, unless a line ends the chunk earlier. */
	chunkLines: number;
	/** Lines of the last stream that were not known before and were parsed. */
	linesRead: number;
	/** The ETag of the current list; null: the service sends none. */
	etag: string | null;
	bytes: number;
	/** Lists that were asked for only if they had changed. */
	conditional: number;
	balance: (currency: string) => Promise<WireWallet | null>;
	balanceCalls: string[];
}

export function walletService(lines: WalletService["lines"] = []): WalletService {
	const service: WalletService = {
		...noService(),
		lines,
		chunkLines: 1_000,
		linesRead: 0,
		...{ etag: null, bytes: 0, conditional: 0 },
		balance: async (currency) => wireWallet({ currency_code: currency }),
		balanceCalls: [],
		readBalance(currency) {
			service.balanceCalls.push(currency);
			return service.balance(currency);
		},
		async *streamMovements(_currency, known, list = { etag: null, isUnchanged: false, bytes: 0 }) {
			service.linesRead = 0;
			list.isUnchanged = list.etag !== null && list.etag === service.etag;
			service.conditional += list.etag === null ? 0 : 1;
			if (list.isUnchanged) return;
			[list.etag, list.bytes] = [service.etag, service.bytes];
			for (const { digest, lines } of chunksOf(service.lines, service.chunkLines)) {
				const isKnown = known?.has(digest) ?? false;
				if (!isKnown) service.linesRead += lines.length;
				yield { digest, lines: isKnown ? null : lines };
			}
		},
	};
	return service;
}

type Line = WireMovement | UnreadableLine;

/** Cuts chunks as the client does, by content or length. An Error breaks the stream off. */
function* chunksOf(all: WalletService["lines"], most: number): Generator<{ digest: string; lines: Line[] }> {
	let lines: Line[] = [];
	let digest = createHash("sha256");
	for (const line of all) {
		if (line instanceof Error) throw line;
		const text = JSON.stringify(line);
		lines.push(line);
		digest.update(text);
		const endsChunk = createHash("sha256").update(text).digest().readUInt32LE() % most < 2;
		if (!endsChunk && lines.length < most) continue;
		yield { digest: digest.digest("hex"), lines };
		[lines, digest] = [[], createHash("sha256")];
	}
	if (lines.length > 0) yield { digest: digest.digest("hex"), lines };
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
		wallet_reference: "WF-1",
		balance: "500000.00",
		currency_code: "XOF",
		updated_at: "2026-03-10T08:00:00Z",
		...facts,
	};
}
