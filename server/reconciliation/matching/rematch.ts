/** Matches some types and amounts of a wallet again, in the caller's transaction, and records the progress. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Progress } from "#server/reconciliation/matching/find-changes.ts";
import { decidedMatches, keepMatches, type Matches, matchesOf } from "#server/reconciliation/matching/keep-matches.ts";
import { keepTouched } from "#server/reconciliation/matching/keep-touched.ts";
import {
	readCandidates,
	readDecided,
	type Touched,
	type WalletKey,
} from "#server/reconciliation/matching/read-candidates.ts";
import { saveExceptions } from "#server/reconciliation/save-exceptions.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

// Writing this many at once blocks the process for about 150 ms at a million lines.
const FACTS_AT_ONCE = 100;

export async function lockWallet(trx: DatabaseTransaction, { environment, currency }: WalletKey): Promise<void> {
	await sql`select pg_advisory_xact_lock(7270403, hashtext(${`${environment}:${currency}`}))`.execute(trx);
}

export interface Moment {
	booksFrom: Date;
	syncedAt: Date;
	now: Date;
}

/** Matches these facts and updates the queue, under the caller's lock. Returns how many matches changed. */
export async function rematch(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	changes: readonly Touched[],
	{ booksFrom, syncedAt, now }: Moment,
): Promise<number> {
	const decided = await readDecided(trx, wallet);
	const explained = [...decided.lines].flatMap(([id, paymentId]) => (paymentId === null ? [id] : []));
	let changed = 0;
	for (let start = 0; start < Math.max(1, changes.length); start += FACTS_AT_ONCE) {
		const found = await readCandidates(trx, wallet, changes.slice(start, start + FACTS_AT_ONCE), booksFrom, decided);
		const matches: Matches = { lines: [], payments: [], looked: start === 0 ? [...decided.payments] : [] };
		if (start === 0) matches.lines.push(...decidedMatches(decided));
		for (const candidates of found) {
			const some = matchesOf(candidates, syncedAt.getTime());
			for (const line of some.lines) matches.lines.push(line);
			for (const payment of some.payments) matches.payments.push(payment);
			for (const id of some.looked) matches.looked.push(id);
			// Lets waiting requests run between two batches.
			await nextTurn();
		}
		changed += await keepMatches(trx, wallet, matches, start === 0 ? explained : [], now);
	}
	await keepTouched(trx, wallet, changes);
	return changed + (await saveExceptions(trx, wallet));
}

export function readReconciled(trx: Database | DatabaseTransaction, wallet: WalletKey) {
	return trx
		.selectFrom("reconciliation_wallet")
		.selectAll()
		.where("environment", "=", wallet.environment)
		.where("currency", "=", wallet.currency)
		.executeTakeFirst();
}

export async function keepReconciled(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	reach: Progress & { booksFrom: Date },
	now: Date,
): Promise<void> {
	const row = {
		books_from: reach.booksFrom,
		last_movement_id: reach.lastMovementId,
		last_mirror_version: reach.lastMirrorVersion,
		reconciled_at: now,
	};
	await trx
		.insertInto("reconciliation_wallet")
		.values({ ...wallet, ...row })
		.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet(row))
		.execute();
}
