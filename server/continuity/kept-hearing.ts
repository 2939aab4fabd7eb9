/** What a wallet showed, as it is kept for an admin and read again. Pure. */
import type { OldWalletFinding, WalletFinding } from "#lib/contracts/wallet-witness.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import type { Hearing } from "#server/continuity/hear-wallet.ts";
import type { Held } from "#server/continuity/judge-wallet.ts";

const SHOWN_LINES = 50;

export function keptHearing({ before, now, unlined, lines, lookId, lineId }: Hearing, held: Held[]): WalletFinding {
	const lined = lines.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
	return {
		before: before && { balance: before.balance, at: before.at.toISOString() },
		now: { balance: now.balance, at: now.at.toISOString() },
		unlined: unlined === null ? null : toDecimal(unlined),
		lined: toDecimal(lined),
		lines: lines.slice(0, SHOWN_LINES).map(({ id, amount, fee, at }) => ({
			...{ id, amount: toDecimal(amount), fee: toDecimal(fee) },
			at: new Date(at).toISOString(),
		})),
		moreLines: Math.max(0, lines.length - SHOWN_LINES),
		unexplained: unlined === null ? null : toDecimal(unlined + lined),
		...{ held, lookId, lineId },
	};
}

/** One that is older is read as what it meant, as far as it tells; within a minute the wallet is heard anew. */
export function readKeptHearing(kept: WalletFinding | OldWalletFinding | null): WalletFinding | null {
	if (kept === null || "lined" in kept) return kept;
	const lined = toDecimal(minorOf(kept.unexplained) - minorOf(kept.unlined));
	const isKnown = kept.before !== null && kept.held.every(({ why }) => why !== "no_look");
	return isKnown ? { ...kept, lined } : { ...kept, lined, unlined: null, unexplained: null };
}

/** What an answer says that it has seen: the unexplained sum, or that of the lines where the whole is not known. */
export function seenOf({ unexplained, lined }: WalletFinding): string {
	return unexplained ?? `not_known ${lined}`;
}
