import { sql } from "kysely";
import type { DayProof } from "#lib/contracts/reconciliation.ts";
import { addDays, dayOf } from "#lib/dates.ts";
import type { SystemContext } from "#server/context.ts";
import {
	dayBorders,
	keepDay,
	openingOf,
	readKeptBefore,
	standingRule,
} from "#server/reconciliation/proof/kept-days.ts";
import { proveStretch } from "#server/reconciliation/proof/prove-stretch.ts";
import type { WalletKey } from "#server/reconciliation/read-facts.ts";
import { readProgress, readSync } from "#server/reconciliation/rematch.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

// A day is proved once lines that were on their way at midnight have had time to be written.
const SETTLE_MS = 30 * 60_000;
const MOST_DAYS = 400;
// Gaps this old are worked out anew when something is found: what explains them may have come since.
const FRESH_DAYS = 40;

/**
 * Works out the proof of every day of the business that has ended and is not kept yet, or that something new belongs to, and
 * keeps it where it differs from the one kept last. Returns the days written.
 */
export async function proveDays(system: SystemContext, { currency }: { currency: string }): Promise<string[]> {
	const wallet = { environment: system.config.environment, currency };
	return system.database.transaction().execute(async (trx) => {
		await sql`select pg_advisory_xact_lock(7270404, hashtext(${`${wallet.environment}:${currency}`}))`.execute(trx);
		await sql`set local statement_timeout = '15min'`.execute(trx);
		const sync = await readSync(trx, wallet);
		const progress = await readProgress(trx, wallet);
		if (!sync?.synced_at || !progress) return [];
		const reach = await readNewest(trx, wallet);
		const { timeZone } = system.config;
		const days = await findDays(trx, wallet, {
			timeZone,
			since: progress.proved_movement_id,
			sinceVersion: progress.proved_mirror_version,
			syncedAt: sync.synced_at,
		});
		const written: string[] = [];
		for (const day of days) {
			const asked = { day, timeZone, mayBeCut: sync.may_be_cut, unreadable: sync.unreadable_lines };
			const proof = await proveDay(trx, wallet, asked);
			if (await keepDay(trx, wallet, proof, system.clock.now())) written.push(day);
		}
		await trx
			.updateTable("reconciliation_wallet")
			.set({ proved_movement_id: reach.movementId, proved_mirror_version: reach.version })
			.where("environment", "=", wallet.environment)
			.where("currency", "=", currency)
			.execute();
		if (written.length > 0) await tellChange(trx, { topic: "reconciliation", id: currency });
		return written;
	});
}

async function readNewest(trx: DatabaseTransaction, wallet: WalletKey) {
	const row = await trx
		.selectFrom("movement_sync")
		.select(["last_movement_id", "version"])
		.where("environment", "=", wallet.environment)
		.where("currency", "=", wallet.currency)
		.executeTakeFirst();
	return { movementId: row?.last_movement_id ?? "0", version: row?.version ?? "0" };
}

/** From the first day that is new or touched to yesterday: each day begins where the one before ended. */
async function findDays(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	{
		timeZone,
		since,
		sinceVersion,
		syncedAt,
	}: { timeZone: string; since: string; sinceVersion: string; syncedAt: Date },
): Promise<string[]> {
	const of = sql`environment = ${wallet.environment} and currency = ${wallet.currency}`;
	const { rows } = await sql<{ first_look: string | null; last_kept: string | null; touched: string | null }>`
		select (select to_char(min(first_fetched_at) at time zone ${timeZone}, 'YYYY-MM-DD') from wallet_look where ${of}) as first_look,
			(select max(day) from balance_proof where ${of})::text as last_kept,
			least(
				(select to_char(min(created_at) at time zone ${timeZone}, 'YYYY-MM-DD') from movement
					where id > ${since}::bigint and ${of}),
				(select to_char(min(created_at) at time zone ${timeZone}, 'YYYY-MM-DD') from movement
					where ${of} and changed_in > ${sinceVersion}::bigint),
				(select min(day)::text from (select distinct on (day) day, status from balance_proof where ${of}
					order by day desc, id desc limit ${FRESH_DAYS}) as fresh where status in ('gap', 'cut'))
			) as touched`.execute(trx);
	const { first_look: firstLook = null, last_kept: lastKept = null, touched = null } = rows[0] ?? {};
	if (!firstLook) return [];
	const last = addDays(dayOf(new Date(syncedAt.getTime() - SETTLE_MS), timeZone), -1);
	const next = lastKept === null ? firstLook : addDays(lastKept, 1);
	let day = touched !== null && touched < next ? touched : next;
	if (day < firstLook) day = firstLook;
	const days: string[] = [];
	for (; day <= last && days.length < MOST_DAYS; day = addDays(day, 1)) days.push(day);
	return days;
}

async function proveDay(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	{ day, timeZone, ...mirror }: { day: string; timeZone: string; mayBeCut: boolean; unreadable: number },
): Promise<DayProof> {
	const [from, until] = await dayBorders(trx, day, timeZone);
	const before = await readKeptBefore(trx, wallet, day);
	const opening = openingOf(before);
	const proof = await proveStretch(trx, wallet, {
		opening,
		from: opening ? new Date(opening.seenAt) : from,
		until,
		beyond: new Date(until.getTime() + SETTLE_MS),
		standing: standingRule(before),
		...mirror,
	});
	return { ...proof, day };
}
