/** Which of a wallet's readings follow from our own payouts by the balance alone. Pure. */
import type { AmountMinor } from "#lib/money.ts";
import { coversFall } from "#server/continuity/covers-fall.ts";

/** One answer of the service; times in ms. */
export interface Reading {
	id: string;
	balance: AmountMinor;
	/** The service's own time of the last movement. */
	updatedAt: number;
	firstSeenAt: number;
	lastSeenAt: number;
	/** By the database's clock, like permits. */
	keptAt: number;
}

export interface OwnPayout {
	amount: AmountMinor;
	permittedAt: number;
}

/** Many payouts with uncertain fees would explain anything; then the lines are read. */
const MOST_OWN = 20;
/**
 * Money that comes in hides money that leaves, and beside a payout of ours the balance cannot tell. So our own are held against two
 * readings close together; what else moves stands between others.
 */
const MOST_BETWEEN_MS = 15_000;

/**
 * The first reading is explained already. `explained`: all the others too. `reached`: the last reading up to which nothing of ours
 * may still take its money.
 */
export function explainReadings(
	readings: readonly Reading[],
	own: readonly OwnPayout[],
): { explained: boolean; reached: string | null } {
	const [first, ...later] = readings;
	let from = first;
	let reached: string | null = null;
	for (const to of later) {
		if (!from) break;
		const between = ownBetween(own, from, to);
		if (!isExplained(from, to, between)) return { explained: false, reached };
		const least = between.reduce((sum, { amount }) => sum + amount, 0n);
		// While one of them may still take its money, each must explain a fall only once.
		if (from.balance - to.balance < least) continue;
		from = to;
		reached = to.id;
	}
	return { explained: true, reached };
}

function ownBetween(own: readonly OwnPayout[], from: Reading, to: Reading): OwnPayout[] {
	return own.filter(({ permittedAt }) => permittedAt > from.keptAt && permittedAt <= to.keptAt);
}

function isExplained(from: Reading, to: Reading, own: readonly OwnPayout[]): boolean {
	const fall = from.balance - to.balance;
	if (own.length === 0) return fall === 0n && from.updatedAt === to.updatedAt;
	if (fall < 0n || own.length > MOST_OWN) return false;
	// guard: own-payouts-explain-what-is-near
	if (Math.abs(to.firstSeenAt - from.lastSeenAt) > MOST_BETWEEN_MS) return false;
	return coversFall(
		fall,
		own.map(({ amount }) => ({ amount, mostFee: (amount * 3n) / 100n })),
	);
}
