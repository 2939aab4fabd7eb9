import type { ErrorCode } from "#lib/error-codes.ts";
import type { SystemContext } from "#server/context.ts";
import type { Gap } from "#server/continuity/continuity-gap.ts";
import { isDropExplained } from "#server/continuity/explain-balance-drop.ts";
import { type UnexplainedLine, withoutRepeats } from "#server/continuity/judge-wallet.ts";
import { readUnexplained } from "#server/continuity/read-unexplained.ts";
import { AppError } from "#server/errors.ts";
import { computeGapSince, type GapSince } from "#server/reconciliation/proof/gap-since.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { ofWallet } from "#server/store/sql-fragments.ts";
import { askBalance } from "#server/wallets/balance-readings.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { readSyncRow } from "#server/wallets/sync-row.ts";

export interface WalletSnapshot {
	before: { balance: string; at: Date } | null;
	now: { balance: string; at: Date };
	/** In hundredths: the part of the balance's drop that no line and no payout of ours explains; null without a comparable reading. */
	unlined: bigint | null;
	/** True when the balance matches exactly, so that no difference hides another. */
	agree: boolean;
	lines: UnexplainedLine[];
	open: GapSince["open"];
	mostFee: GapSince["mostFee"];
	/** True when a worker ran here before, or a payout left from this wallet. */
	wasUsed: boolean;
	readingId: string;
	lineId: string;
}

export type ReadWalletAfterGap = (
	system: SystemContext,
	gap: Gap,
	candidatesFrom: Date,
) => Promise<WalletSnapshot | { fault: ErrorCode }>;

/** Returns a `fault` when the wallet cannot be read now. Lines dated before `candidatesFrom` cannot belong to the candidates. */
export const readWalletAfterGap: ReadWalletAfterGap = async (system, gap, candidatesFrom) => {
	const { currency } = gap;
	try {
		// Reads the balance before the lines, so that the lines cover it, and again afterwards, to notice movements in between.
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
	return readSnapshot(system, gap, candidatesFrom);
};

const NOTHING_OPEN = { open: [], mostFee: () => 0n };

async function readSnapshot(
	system: SystemContext,
	gap: Gap,
	candidatesFrom: Date,
): Promise<WalletSnapshot | { fault: ErrorCode }> {
	const { database, config } = system;
	const wallet = { environment: gap.environment, currency: gap.currency };
	const [before, now, sync] = await Promise.all([
		readReadingBefore(system, gap),
		// Orders by id, because a restored machine's clock may differ from the earlier one.
		readingsOf(system, gap).orderBy("id", "desc").limit(1).executeTakeFirst(),
		readSyncRow(database, wallet),
	]);
	if (!now || !sync.synced_at) return { fault: "service_unreadable" };
	const lines = await readUnexplained(database, gap, candidatesFrom);
	const wasUsed = gap.since !== null || (await wasWalletUsed(system, gap));
	const reach = { readingId: now.id, lineId: sync.last_movement_id };
	const shown = { now: { balance: now.balance, at: now.fetched_at }, lines, wasUsed, ...NOTHING_OPEN, ...reach };
	if (!before) return { ...shown, before: null, unlined: null, agree: false };
	const seen = { balance: before.balance, at: before.fetched_at };
	// The service repeated the same answer, so nothing moved.
	if (before.id === now.id) return { ...shown, before: seen, unlined: 0n, agree: true };
	const change = await computeGapSince(database, wallet, {
		from: { balance: before.balance, firstFetchedAt: before.first_fetched_at },
		until: sync.synced_at,
		beyond: now.fetched_at,
		timeZone: config.timeZone,
	});
	if (!change) return { ...shown, before: seen, unlined: null, agree: false };
	return {
		...shown,
		lines: withoutRepeats(lines, change.gap),
		before: seen,
		...{ unlined: unlinedOf(change), open: change.open, mostFee: change.mostFee },
		agree: change.agree,
	};
}

/**
 * Returns zero when our payments without a line can explain the drop, else the drop. Since a reading's time is uncertain, there are several
 * possible gaps, and one explained gap suffices.
 */
function unlinedOf({ gap, gaps, open, rises }: GapSince): bigint {
	if (gap >= 0n) return 0n;
	// Deposits without a line, at most two of them here, may have raised the balance and so hide a part of the drop.
	const pairs = rises.flatMap((one, place) => rises.slice(place + 1).map((other) => one + other));
	const isExplained = gaps.some((one) => [0n, ...rises, ...pairs].some((rise) => isDropExplained(rise - one, open)));
	return isExplained ? 0n : -gap;
}

function readingsOf({ database }: SystemContext, { environment, currency }: Gap) {
	return database
		.selectFrom("balance_reading")
		.select(["id", "balance", "first_fetched_at", "fetched_at"])
		.where(ofWallet({ environment, currency }));
}

/**
 * Finds the last reading before the gap. Ids decide, because a clock may be wrong. When no reading has the known id or a lower one, the
 * time of storing decides.
 */
async function readReadingBefore(system: SystemContext, gap: Gap) {
	if (gap.since === null) return null;
	const newest = () => readingsOf(system, gap).orderBy("id", "desc").limit(1);
	const known = gap.reading_id && (await newest().where("id", "<=", gap.reading_id).executeTakeFirst());
	return known || ((await newest().where("kept_at", "<=", gap.since).executeTakeFirst()) ?? null);
}

async function wasWalletUsed({ database }: SystemContext, { environment, currency }: Gap): Promise<boolean> {
	const sent = await database
		.selectFrom("payment")
		.select("id")
		.where("kind", "=", "payout")
		.where(ofWallet({ environment, currency }))
		.where("sent_at", "is not", null)
		.limit(1)
		.executeTakeFirst();
	return sent !== undefined;
}
