import { isDeepStrictEqual } from "node:util";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { DayProof, FeeRule } from "#lib/contracts/reconciliation.ts";
import { addDays, dayOf } from "#lib/dates.ts";
import type { SystemContext } from "#server/context.ts";
import { readFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import { dayBorders, keepDay, readOpening, readProvedRule } from "#server/reconciliation/proof/kept-days.ts";
import { provePeriod } from "#server/reconciliation/proof/prove-period.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { readSyncRow } from "#server/wallets/sync-row.ts";

// A day is proved this long after its end, so that lines from around midnight have arrived.
const SETTLE_MS = 30 * 60_000;
// A run proves at most this many new days, and proves gaps again in this many of the newest days: new lines may explain them.
const MOST_DAYS = 400;
// An explanation may lie up to a day outside a gap, and a day's proof may begin and end hours from midnight.
const AROUND = sql`interval '2 days'`;

/** Proves each ended business day that is new or touched by a change, and stores a proof that differs. Returns the days written. */
export async function proveDays(system: SystemContext, { currency }: { currency: string }): Promise<string[]> {
	const wallet = { environment: system.config.environment, currency };
	return system.database.transaction().execute(async (trx) => {
		await sql`select pg_advisory_xact_lock(7270404, hashtext(${`${wallet.environment}:${currency}`}))`.execute(trx);
		await sql`set local statement_timeout = '15min'`.execute(trx);
		const sync = await readSyncRow(trx, wallet);
		const progress = await trx
			.selectFrom("reconciliation_wallet")
			.selectAll()
			.select(sql<string>`xmin::text`.as("row_version"))
			.where(ofWallet(wallet))
			.executeTakeFirst();
		if (!sync.synced_at || !progress) return [];
		const { timeZone } = system.config;
		const days = await findDays(trx, wallet, { timeZone, progress, sync: { ...sync, syncedAt: sync.synced_at } });
		const written: string[] = [];
		let follows = false;
		for (const { day, isAsked } of days) {
			if (!isAsked && !follows) continue;
			const asked = { day, timeZone, mayBeCut: sync.may_be_cut, unreadable: sync.unreadable_lines };
			const proof = await proveDay(trx, wallet, asked);
			const isNew = await keepDay(trx, wallet, proof, system.clock.now());
			if (isNew) written.push(day);
			// Lines of a day's last minutes, and of a day without a reading, belong to the next day's proof.
			follows = isAsked || isNew || proof.status === "no_reading";
		}
		// The next run proves days that were touched meanwhile: this run may have proved them before the change.
		const untouched = sql`xmin::text = ${progress.row_version}`;
		await trx
			.updateTable("reconciliation_wallet")
			.set({
				proved_movement_id: sync.last_movement_id,
				proved_mirror_version: sync.version,
				touched_from: sql<Date | null>`case when not ${untouched} then touched_from end`,
				touched_until: sql<Date | null>`case when not ${untouched} then touched_until end`,
			})
			.where(ofWallet(wallet))
			.execute();
		if (written.length > 0) await publishUpdate(trx, { topic: "reconciliation", id: currency });
		return written;
	});
}

interface Due {
	timeZone: string;
	progress: Pick<
		Selectable<Tables["reconciliation_wallet"]>,
		"proved_movement_id" | "proved_mirror_version" | "touched_from" | "touched_until"
	>;
	sync: { syncedAt: Date; may_be_cut: boolean; unreadable_lines: number };
}

/**
 * Lists days from the first touched one to the last ended one, at most `MOST_DAYS` of them new. A day without `isAsked` is proved
 * only if the proof of the day before may affect it.
 */
async function findDays(trx: DatabaseTransaction, wallet: WalletKey, { timeZone, progress, sync }: Due) {
	const of = ofWallet(wallet);
	const dayOfTime = (time: RawBuilder<unknown>) => sql`to_char((${time}) at time zone ${timeZone}, 'YYYY-MM-DD')`;
	const { rows } = await sql<{ first_reading: string | null; last_kept: string | null; touched: string[] }>`
		select (select ${dayOfTime(sql`min(first_fetched_at)`)} from balance_reading where ${of}) as first_reading,
			(select max(day) from balance_proof where ${of})::text as last_kept,
			array(select distinct ${dayOfTime(sql`created_at`)} from movement
				where id > ${progress.proved_movement_id}::bigint and ${of}
			union select ${dayOfTime(sql`created_at`)} from movement
				where ${of} and changed_in > ${progress.proved_mirror_version}::bigint
			union select day::text from (select distinct on (day) day, status, proof -> 'unreadable' as unreadable
				from balance_proof where ${of} order by day desc, id desc limit ${MOST_DAYS}) as fresh
				where status = ${sync.may_be_cut ? "gap" : "cut"} or (status in ('gap', 'cut') and (
					coalesce(unreadable::integer, 0) <> ${sync.unreadable_lines}::integer
					or (day >= ${dayOfTime(sql`${progress.touched_from}::timestamptz - ${AROUND}`)}::date
						and day <= ${dayOfTime(sql`${progress.touched_until}::timestamptz + ${AROUND}`)}::date)))) as touched`.execute(
		trx,
	);
	const { first_reading: firstReading = null, last_kept: lastKept = null, touched = [] } = rows[0] ?? {};
	if (!firstReading) return [];
	const asked = new Set(touched);
	const next = lastKept === null ? firstReading : addDays(lastKept, 1);
	const ended = addDays(dayOf(new Date(sync.syncedAt.getTime() - SETTLE_MS), timeZone), -1);
	const [last = ended] = [ended, addDays(next, MOST_DAYS - 1)].sort();
	const [first = next] = [...touched, next].sort();
	const days: { day: string; isAsked: boolean }[] = [];
	const [, begin = next] = [firstReading, first].sort();
	for (let day = begin; day <= last; day = addDays(day, 1)) {
		// A change before the first reading's day affects this day too: its proof may begin earlier, at the service's time of the reading.
		days.push({ day, isAsked: asked.has(day) || day >= next || (day === firstReading && first < firstReading) });
	}
	return days;
}

/**
 * Proves a day by the rule that proved it last, since the service may count differently now. Without such a rule, or if it leaves a gap,
 * the rule in force is tried.
 */
async function proveDay(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	{ day, timeZone, ...mirror }: { day: string; timeZone: string; mayBeCut: boolean; unreadable: number },
): Promise<DayProof> {
	const [from, until] = await dayBorders(trx, day, timeZone);
	const opening = await readOpening(trx, wallet, day);
	const beyond = new Date(until.getTime() + SETTLE_MS);
	const proveBy = async (rule: FeeRule): Promise<DayProof> => ({
		...(await provePeriod(trx, wallet, { opening, from, until, beyond, rule, ...mirror })),
		day,
	});
	const [proved, inForce] = [await readProvedRule(trx, wallet, day), await readFeeRule(trx, wallet)];
	const proof = await proveBy(proved ?? inForce);
	if (proof.gap === "0.00" || !proved || isDeepStrictEqual(proved, inForce)) return proof;
	const other = await proveBy(inForce);
	return other.status === "proved" ? other : proof;
}
