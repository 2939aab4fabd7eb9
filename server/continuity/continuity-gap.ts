/**
 * A gap in the heartbeats: no payout leaves from a wallet that has a row in `continuity_gap`. The row outlives the process that found the
 * gap, and is deleted when the wallet is proved or an admin has answered (payments.md rule 15).
 */

import { type Selectable, sql } from "kysely";
import { WAITING_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { readExplainedUntil } from "#server/continuity/explained-until.ts";
import { AppError } from "#server/errors.ts";
import { markMayHaveLeft } from "#server/payment-records/may-have-left.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export type Gap = Selectable<Tables["continuity_gap"]>;
export type GapCause = Gap["cause"];

/** Longer than `permitFreshMs`: by then no worker can still use a permit that the database has lost. */
const LOST_PERMIT_MS = 25_000;
/** From this length of a gap on, people decide whether to ask the payer of a waiting deposit again. A restart takes only seconds. */
const LONG_GAP_MS = 60_000;

export async function isWalletProved(database: Database, payment: WalletKey): Promise<boolean> {
	return (await readGap(database, payment)) === undefined;
}

/**
 * SQL: the gap is one of the account in use. The wallets of another account, such as one whose keys answered until two admins confirmed it
 * or the keys were corrected, are never read.
 */
export const IS_OF_ACCOUNT_IN_USE = sql<boolean>`continuity_gap.environment = coalesce(
	(select value ->> 'environment' from setting where name = 'environment_in_use'), continuity_gap.environment)`;

function readGap(database: Database, wallet: WalletKey) {
	const columns = ["finding", IS_OF_ACCOUNT_IN_USE.as("isInUse")] as const;
	return database.selectFrom("continuity_gap").select(columns).where(ofWallet(wallet)).executeTakeFirst();
}

/**
 * Call before a waiting payout is changed or ended as unsent. Throws `wallet_unproved` while its wallet has a gap and may show that the
 * payout left. The gap of a wallet that is never read, outside WALLET_CURRENCIES or of another account, counts only if it holds payouts.
 */
export async function requireWalletRead(
	{ config }: Pick<SystemContext, "config">,
	trx: DatabaseTransaction,
	payment: WalletKey,
): Promise<void> {
	const gap = await readGap(trx, payment);
	if (gap === undefined) return;
	const isRead = gap.isInUse && config.walletCurrencies.includes(payment.currency);
	if (gap.finding === null && !isRead) return;
	throw new AppError("wallet_unproved", "the wallet must be read first");
}

/** Opens a gap for each wallet, which is then read before a payout leaves. An open gap keeps its start: payouts may have left after it. */
export async function openGaps(system: SystemContext, cause: GapCause, currencies?: readonly string[]): Promise<void> {
	const { database, config, clock } = system;
	const last = await readLastHeartbeat(database);
	const newest = await database
		.selectFrom("payment_event")
		.select((of) => of.fn.max("id").as("id"))
		.executeTakeFirst();
	const found = { detected_at: clock.now(), event_id: newest?.id ?? "0", cause };
	// The first read waits this long: a worker may still use a permit that the database lost, and the balance must include that payout.
	const delay = cause === "restart" || cause === "went_back" ? LOST_PERMIT_MS : 0;
	const retry_at = sql<Date>`now() + ${delay} * interval '1 millisecond'`;
	const again = {
		...{ ...found, tries: 0, retry_at, taken_by: null, taken_at: null },
		// guard: gap-found-again-is-another
		version: sql<string>`gen_random_uuid()`,
	};
	for (const currency of currencies ?? (await walletsOf(system))) {
		const before = { ...last, ...(await readExplainedUntil(database, { environment: config.environment, currency })) };
		await database
			.insertInto("continuity_gap")
			.values({ environment: config.environment, currency, ...before, ...found, retry_at })
			.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet(again))
			.execute();
	}
	const deposits = cause === "fall" ? 0 : await stopDeposits(system, { since: last.since, cause });
	await publishUpdate(database, { topic: "status", id: null });
	system.log.info({ event: "continuity_gap", cause: cause, rows: deposits });
}

/**
 * Marks deposits that waited through a gap as `may_have_left`: no wallet can prove that the payer was not asked already. After a short gap
 * deposits continue: a restore within a minute of the machine's last heartbeat is not expected.
 */
async function stopDeposits(system: SystemContext, { since, cause }: Pick<Gap, "since" | "cause">): Promise<number> {
	if (since === null || (cause !== "went_back" && !(await isLongAgo(system.database, since)))) return 0;
	return system.database.transaction().execute(async (trx) => {
		const waiting = await trx
			.selectFrom("payment")
			.selectAll()
			.where("kind", "=", "deposit")
			.where("state", "=", "approved")
			.where("environment", "=", system.config.environment)
			.orderBy("created_at")
			.orderBy("id")
			.forUpdate()
			.execute();
		const happening = { event: "stopped_by_gap", by: "cauri" } as const;
		return (await markMayHaveLeft(trx, system.clock.now(), waiting, happening)).length;
	});
}

/** Compares with the database's time, which also dated `since`. */
async function isLongAgo(database: Database, since: Date): Promise<boolean> {
	const { now } = await database.selectNoFrom(sql<Date>`now()`.as("now")).executeTakeFirstOrThrow();
	return now.getTime() - since.getTime() >= LONG_GAP_MS;
}

/** Returns false when the gap was reopened or answered meanwhile. */
export async function deleteGap(trx: DatabaseTransaction, gap: Gap): Promise<boolean> {
	const deleted = await trx
		.deleteFrom("continuity_gap")
		.where(ofWallet(gap))
		// guard: gap-survives-its-proof
		.where("version", "=", gap.version)
		.returning("currency")
		.executeTakeFirst();
	return deleted !== undefined;
}

/**
 * Reads the newest heartbeat of all workers: any running worker would have noticed a restored database. A permit counts as a heartbeat: a
 * worker killed between two heartbeats had read the wallet before the permit. A date ahead of the clock, which was set back, counts as now.
 */
async function readLastHeartbeat(database: Database): Promise<Pick<Gap, "since" | "reading_id" | "movement_id">> {
	return database
		.selectFrom("worker")
		.select((of) => [
			sql<Date | null>`greatest(max(least(seen_at, now())),
				(select least(permitted_at, now()) from attempt order by permitted_at desc limit 1))`.as("since"),
			of.fn.max("reading_id").as("reading_id"),
			of.fn.max("movement_id").as("movement_id"),
		])
		.executeTakeFirstOrThrow();
}

async function walletsOf({ database, config }: SystemContext): Promise<string[]> {
	const waiting = await database
		.selectFrom("payment")
		.select("currency")
		.where("kind", "=", "payout")
		.where("state", "in", WAITING_STATES)
		.where("environment", "=", config.environment)
		.groupBy("currency")
		.execute();
	return [...new Set([...config.walletCurrencies, ...waiting.map(({ currency }) => currency)])];
}
