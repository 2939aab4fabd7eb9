/**
 * The wallet's mirror for the memory database: the real sync streams into a staging table and counts in SQL of its own, which is
 * held by tests on PostgreSQL. Here the same in words: a multiset that loses nothing, and lines that are withdrawn.
 */
import { type Selectable, sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { appErrorOf, ServiceError } from "#server/errors.ts";
import { UnreadableLine, type WireMovement } from "#server/momo/wire.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import type { MovementTable } from "#server/store/mirror-tables.ts";
import type { SyncResult } from "#server/wallets/sync-movements.ts";

type Line = Selectable<MovementTable>;
type Wallet = Pick<Line, "environment" | "currency">;

/** Stands in for server/wallets/sync-movements.ts. */
export async function syncMovements(
	system: SystemContext,
	{ currency }: { currency: string },
): Promise<SyncResult | null> {
	const wallet = { environment: system.config.environment, currency };
	const listed: WireMovement[] = [];
	try {
		for await (const { lines } of system.service.streamMovements(currency))
			for (const row of lines ?? []) if (!(row instanceof UnreadableLine)) listed.push(row);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		return { seen: 0, added: 0, fault: appErrorOf(error).code };
	}
	const now = system.clock.now();
	const added = await system.database.transaction().execute((trx) => level(trx, wallet, listed, now));
	return { seen: listed.length, added, fault: null };
}

/** Stands in for server/reconciliation/reconcile-wallet.ts: who belongs to whom is asked by their windows alone. */
export async function reconcileWallet(): Promise<void> {}

async function level(
	trx: DatabaseTransaction,
	wallet: Wallet,
	listed: readonly WireMovement[],
	now: Date,
): Promise<number> {
	await sql`select pg_advisory_xact_lock(${7_270_402})`.execute(trx);
	const known = await trx
		.selectFrom("movement")
		.selectAll()
		.where("environment", "=", wallet.environment)
		.where("currency", "=", wallet.currency)
		.execute();
	const ofKnown = Map.groupBy(known, (row) => keyOf(row.created_at, row.type, row.amount, row.fee));
	const ofListed = Map.groupBy(listed, (line) =>
		keyOf(new Date(line.created_at), line.movement_type, line.amount, line.fee_amount),
	);
	let added = 0;
	for (const [key, lines] of ofListed) {
		const rows = ofKnown.get(key) ?? [];
		added += await addMissing(trx, wallet, lines, rows.length, now);
		await set(trx, rows.slice(0, lines.length), null);
	}
	const oldest = Math.min(...listed.map((line) => Date.parse(line.created_at)));
	for (const [key, rows] of ofKnown) {
		const missing = rows.slice(ofListed.get(key)?.length ?? 0).filter((row) => row.created_at.getTime() > oldest);
		await set(trx, missing, now);
	}
	await noteSync(trx, wallet, now);
	return added;
}

async function addMissing(
	trx: DatabaseTransaction,
	wallet: Wallet,
	lines: readonly WireMovement[],
	there: number,
	now: Date,
): Promise<number> {
	for (const [place, line] of lines.entries()) {
		if (place < there) continue;
		const facts = {
			type: line.movement_type,
			amount: line.amount,
			fee: line.fee_amount,
			created_at: new Date(line.created_at),
		};
		await trx
			.insertInto("movement")
			.values({ ...wallet, ...facts, occurrence: place + 1, first_seen_at: now })
			.execute();
	}
	return Math.max(0, lines.length - there);
}

/** Withdrawn since then, or standing again. */
async function set(trx: DatabaseTransaction, rows: readonly Line[], withdrawnAt: Date | null): Promise<void> {
	for (const row of rows) {
		if ((row.withdrawn_at === null) === (withdrawnAt === null)) continue;
		await trx.updateTable("movement").set({ withdrawn_at: withdrawnAt }).where("id", "=", row.id).execute();
	}
}

async function noteSync(trx: DatabaseTransaction, wallet: Wallet, now: Date): Promise<void> {
	const newest = await trx
		.selectFrom("movement")
		.select((of) => of.fn.max("id").as("id"))
		.where("currency", "=", wallet.currency)
		.executeTakeFirst();
	const row = { started_at: now, synced_at: now, last_movement_id: newest?.id ?? "0" };
	await trx
		.insertInto("movement_sync")
		.values({ ...wallet, ...row })
		.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet(row))
		.execute();
}

function keyOf(at: Date, type: string, amount: string, fee: string): string {
	return [at.toISOString(), type, amount, fee].join(" ");
}
