/**
 * A gap in the signs of life: while a wallet has a row, no payout leaves from it. The row outlives the process that found the
 * gap, and goes when the wallet is proved or an admin has answered (payments.md rule 15).
 */

import { type Selectable, sql } from "kysely";
import { WAITING_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { stopDeposits } from "#server/continuity/stop-deposits.ts";
import { AppError } from "#server/errors.ts";
import { tellChange } from "#server/store/changes.ts";
import type { ContinuityGapTable } from "#server/store/continuity-tables.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export type Gap = Selectable<ContinuityGapTable>;
export type GapCause = Gap["cause"];

interface Wallet {
	environment: string;
	currency: string;
}

/** May a payout leave from this wallet? Asked before the permit, and again inside of its transaction. */
export async function isWalletProved(database: Database | DatabaseTransaction, wallet: Wallet): Promise<boolean> {
	return (await selectGap(database, wallet).executeTakeFirst()) === undefined;
}

/**
 * Asked by who found it unproved: waits for whoever is closing the gap just now. A closing wakes the payouts that it sees, and one
 * that came after its look would wait for nobody.
 */
export async function staysUnproved(database: Database, wallet: Wallet): Promise<boolean> {
	return (await selectGap(database, wallet).forUpdate().executeTakeFirst()) !== undefined;
}

function selectGap(database: Database | DatabaseTransaction, { environment, currency }: Wallet) {
	return database
		.selectFrom("continuity_gap")
		.select("currency")
		.where("environment", "=", environment)
		.where("currency", "=", currency);
}

/** What waits cannot be ended as unsent, nor changed, while its wallet may show that it left. Throws `wallet_unproved`. */
export async function demandProved(trx: DatabaseTransaction, payment: Wallet): Promise<void> {
	if (!(await isWalletProved(trx, payment))) throw new AppError("wallet_unproved", "the wallet must be read first");
}

/**
 * From now on every wallet must be read before a payout leaves from it. A gap that is open already keeps its older beginning;
 * whatever stands approved now may be what left in it.
 */
export async function openGaps(system: SystemContext, cause: GapCause): Promise<void> {
	const { database, config, clock } = system;
	const before = await readLastSign(database);
	const newest = await database
		.selectFrom("payment_event")
		.select((of) => of.fn.max("id").as("id"))
		.executeTakeFirst();
	const found = { detected_at: clock.now(), event_id: newest?.id ?? "0", cause };
	const again = { ...found, tries: 0, retry_at: sql<Date>`now()` };
	for (const currency of await walletsOf(system)) {
		await database
			.insertInto("continuity_gap")
			.values({ environment: config.environment, currency, ...before, ...found, retry_at: sql<Date>`now()` })
			.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet(again))
			.execute();
	}
	const deposits = await stopDeposits(system, { since: before.since, cause });
	await tellChange(database, { topic: "status", id: null });
	system.log.info({ event: "continuity_gap", cause: cause, rows: deposits });
}

/** False when it was opened anew or answered meanwhile. */
export async function deleteGap(trx: DatabaseTransaction, gap: Gap): Promise<boolean> {
	const deleted = await trx
		.deleteFrom("continuity_gap")
		.where("environment", "=", gap.environment)
		.where("currency", "=", gap.currency)
		.where("version", "=", gap.version)
		.returning("currency")
		.executeTakeFirst();
	return deleted !== undefined;
}

/** Of all workers: whoever was awake would have noticed that the world went back. */
async function readLastSign(database: Database): Promise<Pick<Gap, "since" | "look_id" | "movement_id">> {
	const row = await database
		.selectFrom("worker")
		.select((of) => [
			of.fn.max("seen_at").as("since"),
			of.fn.max("look_id").as("look_id"),
			of.fn.max("movement_id").as("movement_id"),
		])
		.executeTakeFirst();
	// A permit is a sign of life as well: who was killed between two beats had looked at the wallet before it.
	const permit = await database
		.selectFrom("attempt")
		.select((of) => of.fn.max("permitted_at").as("at"))
		.executeTakeFirst();
	const since = [row?.since, permit?.at].reduce<Date | null>(
		(latest, at) => (at && (!latest || at > latest) ? at : latest),
		null,
	);
	return { since, look_id: row?.look_id ?? null, movement_id: row?.movement_id ?? null };
}

/** Those that the desk is set up for, and any other from which something waits to leave. */
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
