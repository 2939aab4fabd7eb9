/** The witness is heard: the wallet is read, the mirror brought level and reconciled, and what they show of a gap is told. */

import type { ErrorCode } from "#lib/error-codes.ts";
import type { SystemContext } from "#server/context.ts";
import type { Gap } from "#server/continuity/continuity-gap.ts";
import { coversFall } from "#server/continuity/covers-fall.ts";
import { type UnexplainedLine, withoutRepeats } from "#server/continuity/judge-wallet.ts";
import { readUnexplained } from "#server/continuity/read-unexplained.ts";
import { AppError } from "#server/errors.ts";
import { type Reckoning, reckonSince } from "#server/reconciliation/proof/reckon-since.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { readSyncRow } from "#server/wallets/sync-row.ts";
import { askBalance } from "#server/wallets/wallet-look.ts";

export interface Hearing {
	before: { balance: string; at: Date } | null;
	now: { balance: string; at: Date };
	/** The part of the balance's fall that no line and no payout of ours shows; null: nothing to compare with. In hundredths. */
	unlined: bigint | null;
	/** The balance comes out to the unit: nothing is hidden behind something else. */
	isEven: boolean;
	lines: UnexplainedLine[];
	/** A worker lived here before, or a payout left from this wallet. */
	wasUsed: boolean;
	/** The newest look and line that were heard. */
	lookId: string;
	lineId: string;
}

export type HearWallet = (
	system: SystemContext,
	gap: Gap,
	candidatesFrom: Date,
) => Promise<Hearing | { fault: ErrorCode }>;

/** `fault`: why the wallet cannot be read now. Lines dated before `candidatesFrom` cannot be what is asked about. */
export const hearWallet: HearWallet = async (system, gap, candidatesFrom) => {
	const { currency } = gap;
	try {
		// Once before the lines are read, so that they account for it, and once after: what moved meanwhile is told apart.
		await askBalance(system, currency);
		const synced = await syncMovements(system, { currency });
		if (synced === null) return { fault: "conflict" };
		if (synced.fault !== null) return { fault: synced.fault };
		await reconcileWallet(system, { currency });
		await askBalance(system, currency);
	} catch (error) {
		if (error instanceof AppError) return { fault: error.code };
		throw error;
	}
	return readHearing(system, gap, candidatesFrom);
};

async function readHearing(
	system: SystemContext,
	gap: Gap,
	candidatesFrom: Date,
): Promise<Hearing | { fault: ErrorCode }> {
	const { database, config } = system;
	const wallet = { environment: gap.environment, currency: gap.currency };
	const [before, now, sync] = await Promise.all([
		readLookBefore(system, gap),
		// By the order of writing: a machine that was put back may have another clock than the one that looked before.
		looksOf(system, gap).orderBy("id", "desc").limit(1).executeTakeFirst(),
		readSyncRow(database, wallet),
	]);
	if (!now || !sync.synced_at) return { fault: "service_unreadable" };
	const lines = await readUnexplained(database, gap, candidatesFrom);
	const wasUsed = gap.since !== null || (await wasWalletUsed(system, gap));
	const heard = { lookId: now.id, lineId: sync.last_movement_id };
	const shown = { now: { balance: now.balance, at: now.fetched_at }, lines, wasUsed, ...heard };
	if (!before) return { ...shown, before: null, unlined: null, isEven: false };
	const seen = { balance: before.balance, at: before.fetched_at };
	// The same words of the service, from then to now: nothing moved.
	if (before.id === now.id) return { ...shown, before: seen, unlined: 0n, isEven: true };
	const reckoning = await reckonSince(database, wallet, {
		from: { balance: before.balance, firstFetchedAt: before.first_fetched_at },
		until: sync.synced_at,
		beyond: now.fetched_at,
		timeZone: config.timeZone,
	});
	if (!reckoning) return { ...shown, before: seen, unlined: null, isEven: false };
	return {
		...shown,
		lines: withoutRepeats(lines, reckoning.gap),
		before: seen,
		unlined: unlinedOf(reckoning),
		isEven: reckoning.isEven,
	};
}

/** What payments of ours without a line do not come to, in any number, with and without a fee. */
function unlinedOf({ gap, open, rises }: Reckoning): bigint {
	if (gap >= 0n) return 0n;
	// What came in without a line hides a part of what went out.
	const pairs = rises.flatMap((one, place) => rises.slice(place + 1).map((other) => one + other));
	return [0n, ...rises, ...pairs].some((rise) => coversFall(rise - gap, open)) ? 0n : -gap;
}

function looksOf({ database }: SystemContext, { environment, currency }: Gap) {
	return database
		.selectFrom("wallet_look")
		.select(["id", "balance", "first_fetched_at", "fetched_at"])
		.where("environment", "=", environment)
		.where("currency", "=", currency);
}

/**
 * The last look that the database had at the last sign of life. By their order of writing: a look that the web program made since
 * the start comes after it, whatever a clock says. Without one, by the time of writing: the first permit may be the last sign.
 */
async function readLookBefore(system: SystemContext, gap: Gap) {
	if (gap.since === null) return null;
	const newest = () => looksOf(system, gap).orderBy("id", "desc").limit(1);
	const known = gap.look_id && (await newest().where("id", "<=", gap.look_id).executeTakeFirst());
	return known || ((await newest().where("kept_at", "<=", gap.since).executeTakeFirst()) ?? null);
}

async function wasWalletUsed({ database }: SystemContext, { environment, currency }: Gap): Promise<boolean> {
	const sent = await database
		.selectFrom("payment")
		.select("id")
		.where("kind", "=", "payout")
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where("sent_at", "is not", null)
		.limit(1)
		.executeTakeFirst();
	return sent !== undefined;
}
