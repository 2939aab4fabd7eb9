/** Matching some types and amounts of a wallet anew, in the caller's transaction; how far the machine has come. */
import { sql } from "kysely";
import { inSlices } from "#lib/slices.ts";
import type { Progress } from "#server/reconciliation/find-changes.ts";
import { keepFindings } from "#server/reconciliation/keep-findings.ts";
import { decidedMatches, keepMatches, type Matches, matchesOf } from "#server/reconciliation/keep-matches.ts";
import { keepTouched } from "#server/reconciliation/keep-touched.ts";
import { readCandidates, readDecided, type Touched, type WalletKey } from "#server/reconciliation/read-candidates.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

// Of so many types and amounts at once the lines fit in memory with ease.
const FACTS_AT_ONCE = 400;

/** Decisions and the machine take turns on a wallet. */
export async function lockWallet(trx: DatabaseTransaction, { environment, currency }: WalletKey): Promise<void> {
	await sql`select pg_advisory_xact_lock(7270403, hashtext(${`${environment}:${currency}`}))`.execute(trx);
}

export interface Moment {
	booksFrom: Date;
	syncedAt: Date;
	now: Date;
}

/** Of some facts, and the queue that follows from it; in the caller's transaction and under its lock. Returns how many words changed. */
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
			const some = await inSlices(matchesOf(candidates, syncedAt.getTime()));
			for (const line of some.lines) matches.lines.push(line);
			for (const payment of some.payments) matches.payments.push(payment);
			for (const id of some.looked) matches.looked.push(id);
		}
		changed += await keepMatches(trx, wallet, matches, start === 0 ? explained : [], now);
	}
	await keepTouched(trx, wallet, changes);
	return changed + (await keepFindings(trx, wallet));
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
