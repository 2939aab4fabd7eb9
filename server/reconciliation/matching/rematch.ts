import { hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { minorOf, toDecimal } from "#lib/money.ts";
import type { Progress } from "#server/reconciliation/matching/find-changes.ts";
import {
	decidedMatches,
	keepMatches,
	type Matches,
	matchesOf,
	releaseMoved,
} from "#server/reconciliation/matching/keep-matches.ts";
import { type Discrepancy, pairDiscrepancies } from "#server/reconciliation/matching/pair-discrepancies.ts";
import { readCandidates, readDecided, type Touched } from "#server/reconciliation/matching/read-candidates.ts";
import { type LeftOver, readLeftOver } from "#server/reconciliation/read-discrepancies.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { insertAll, type NewRow, ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

// Writing the matches of this many types and amounts blocks the process for about 150 ms in a mirror of a million lines.
const FACTS_AT_ONCE = 100;

/**
 * Matches these types and amounts again and updates the exceptions; the caller holds `lockWallet`. Returns how many matches and
 * exceptions changed.
 */
export async function rematch(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	changes: readonly Touched[],
	{ booksFrom, syncedAt, now }: { booksFrom: Date; syncedAt: Date; now: Date },
): Promise<number> {
	const decided = await readDecided(trx, wallet);
	const explained = [...decided.lines].flatMap(([id, paymentId]) => (paymentId === null ? [id] : []));
	const touched = [...changes];
	let left = joinTouched(changes);
	let changed = 0;
	for (let isFirst = true; isFirst || left.length > 0; isFirst = false) {
		const batch = left.splice(0, FACTS_AT_ONCE);
		const found = await readCandidates(trx, wallet, batch, booksFrom, decided);
		const matches: Matches = { lines: [], payments: [], examined: isFirst ? [...decided.payments] : [] };
		if (isFirst) matches.lines.push(...decidedMatches(decided));
		for (const candidates of found) {
			const some = matchesOf(candidates, syncedAt.getTime());
			for (const line of some.lines) matches.lines.push(line);
			for (const payment of some.payments) matches.payments.push(payment);
			for (const id of some.examined) matches.examined.push(id);
			// Lets waiting requests of this process run.
			await nextTurn();
		}
		const moved = await releaseMoved(trx, wallet, matches);
		changed += await keepMatches(trx, wallet, matches, isFirst ? explained : [], now);
		if (moved.length === 0) continue;
		// A payment may leave a line that is days away from the change: both lines are matched again, as one change.
		touched.push(...moved);
		left = joinTouched([...left, ...batch, ...moved]);
	}
	await keepTouched(trx, wallet, touched);
	return changed + (await saveExceptions(trx, wallet, now));
}

/** Joins changes of one type and amount, because candidates of each are read once. */
function joinTouched(changes: readonly Touched[]): Touched[] {
	const alike = Map.groupBy(changes, ({ type, amount }) => `${amount} ${type}`);
	return [...alike.values()].flatMap((same) => {
		const from = new Date(Math.min(...same.map((one) => one.from.getTime())));
		const to = new Date(Math.max(...same.map((one) => one.to.getTime())));
		return same[0] ? [{ ...same[0], from, to }] : [];
	});
}

export function readReconciled(trx: Database, wallet: WalletKey) {
	return trx.selectFrom("reconciliation_wallet").selectAll().where(ofWallet(wallet)).executeTakeFirst();
}

export async function keepReconciled(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	reach: Progress,
	now: Date,
): Promise<void> {
	const row = { ...reach, reconciled_at: now };
	await trx
		.insertInto("reconciliation_wallet")
		.values({ ...wallet, ...row })
		.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet(row))
		.execute();
}

type Row = NewRow<"reconciliation_exception">;

const ROWS_AT_ONCE = 500;

/** Replaces the stored exceptions with what matching left over, and writes only those that differ. Returns how many are new or gone. */
async function saveExceptions(trx: DatabaseTransaction, wallet: WalletKey, now: Date): Promise<number> {
	const left = await readLeftOver(trx, wallet, now);
	const found = pairDiscrepancies(left.lines, left.payments, left.ended);
	const parts = partsOf(left);
	const rows: Row[] = [];
	for (let start = 0; start < found.length; start += ROWS_AT_ONCE) {
		for (const discrepancy of found.slice(start, start + ROWS_AT_ONCE))
			rows.push(rowOf(wallet, discrepancy, left, parts));
		await nextTurn();
	}
	const known = await trx
		.selectFrom("reconciliation_exception")
		.select(["digest", "since", "until"])
		.where(ofWallet(wallet))
		.execute();
	const [kept, wanted] = [new Set(known.map(({ digest }) => digest)), new Set(rows.map(({ digest }) => digest))];
	const gone = known.filter(({ digest }) => !wanted.has(digest));
	const fresh = rows.filter(({ digest }) => !kept.has(digest));
	await sql`delete from reconciliation_exception where ${ofWallet(wallet)}
		and digest = any(${gone.map(({ digest }) => digest)}::text[])`.execute(trx);
	for (let start = 0; start < fresh.length; start += ROWS_AT_ONCE) {
		const some = fresh.slice(start, start + ROWS_AT_ONCE);
		await insertAll(trx, "reconciliation_exception", some)
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	}
	await trx
		.updateTable("reconciliation_wallet")
		.set({ exceptions_beyond: left.beyond })
		.where(ofWallet(wallet))
		.execute();
	const spans = [...fresh, ...gone].map(({ since, until }) => ({ from: since, to: until }));
	await keepTouched(trx, wallet, spans);
	return gone.length + fresh.length;
}

type Parts = ReadonlyMap<string, { at: number; amount: string }>;

function partsOf({ lines, payments }: LeftOver): Parts {
	const parts = new Map<string, { at: number; amount: string }>();
	for (const { id, at, amount } of lines) parts.set(id, { at, amount });
	for (const { id, expectedAt, amount } of payments) parts.set(id, { at: expectedAt, amount });
	return parts;
}

function rowOf(
	{ environment, currency }: WalletKey,
	discrepancy: Discrepancy,
	{ parked }: LeftOver,
	parts: Parts,
): Row {
	const { lineIds, paymentIds, alarm, at } = discrepancy;
	const since = [...lineIds, ...paymentIds].reduce((least, id) => Math.min(least, parts.get(id)?.at ?? at), at);
	// Lines that look alike can only be counted: those beyond the number of payments are the surplus.
	const many = BigInt(Math.max(0, lineIds.length - paymentIds.length));
	const row = {
		alarm,
		at: new Date(at),
		since: new Date(since),
		until: new Date(at),
		surplus: alarm ? toDecimal(many * minorOf(parts.get(lineIds[0] ?? "")?.amount ?? "")) : "0.00",
		// An exception without lines leaves the queue for a time once people have decided on all of its payments.
		waits: lineIds.length > 0 || !paymentIds.every((id) => parked.has(id)),
		told: discrepancy,
	};
	return { environment, currency, ...row, digest: hash("sha256", JSON.stringify(row), "base64url") };
}

async function keepTouched(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	spans: readonly { from: Date; to: Date }[],
): Promise<void> {
	if (spans.length === 0) return;
	const first = spans.reduce((least, { from }) => Math.min(least, +from), Number.POSITIVE_INFINITY);
	const last = spans.reduce((most, { to }) => Math.max(most, +to), Number.NEGATIVE_INFINITY);
	await trx
		.updateTable("reconciliation_wallet")
		.set({
			touched_from: sql<Date>`least(touched_from, ${new Date(first)}::timestamptz)`,
			touched_until: sql<Date>`greatest(touched_until, ${new Date(last)}::timestamptz)`,
		})
		.where(ofWallet(wallet))
		.execute();
}
