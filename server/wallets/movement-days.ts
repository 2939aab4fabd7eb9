import { sql } from "kysely";
import { addDays, dayOf } from "#lib/dates.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { movementDirection, type movementEffect } from "#lib/movements/movements.ts";
import type { SystemContext } from "#server/context.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { ofWallet } from "#server/store/sql-fragments.ts";
import { readOldest } from "#server/wallets/movement-rows.ts";
import { isArriving, readSyncRow, type SyncRow } from "#server/wallets/sync-row.ts";

export interface WalletDays {
	/** The sums since midnight in the business's time zone, as decimal text with two places. */
	today: { in: string; out: string; fees: string };
	/** Closing balances, oldest first; today's is its newest reading. Days whose balance cannot be known are omitted. */
	trend: DayBalance[];
	/** The last thirty days, from the mirror's first day on, including days without movements. */
	flows: { day: string; in: string; out: string; fees: string }[];
}

export interface DayBalance {
	day: string;
	balance: string;
	known: "seen" | "reckoned";
	/** A line of unknown direction lies between this closing and the next: computed balances before it are wrong, back to a proved day. */
	isCut?: true;
	/** Set when a line of unknown direction follows the day: the balance that was read on the day, or null. */
	read?: string | null;
}

const TREND_DAYS = 30;
// Readings of web and worker may overlap briefly; among the latest ones, the reading that was stored last counts.
const OVERLAPPING = 5;

/** Returns a line's effect on the balance, by `movementEffect` or the wallet's fee rule; null for a type of unknown effect. */
export type LineEffect = typeof movementEffect;

/** Returns the effects of a day's lines: the service may have counted fees otherwise on some days. */
type EffectsOn = (day: string) => LineEffect;

/** Reads the mirror and our own balance readings of the `lastDays`; the service is not asked. */
export async function readWalletDays(
	system: SystemContext,
	currency: string,
	days: readonly string[],
	effectOn: EffectsOn,
): Promise<WalletDays> {
	const today = days.at(-1) ?? "";
	const { sums, oldestDay, readings, derived } = await readDays(system, currency, days, effectOn);
	const isListed = (day: string) => oldestDay !== null && day >= oldestDay;
	// Today has not ended, so its balance is the reading.
	const trend = days.flatMap((day) =>
		dayBalance(day, day === today || !isListed(day) ? undefined : derived.get(day), readings.get(day)),
	);
	const flows = days.filter(isListed).map((day) => ({ day, ...sumDay(sums, day) }));
	return { today: sumDay(sums, today), trend, flows };
}

/**
 * Computes the closing balances of `days` (in order, today last), and the sums of lines by day and type. Days before the first line
 * have the balance before that line.
 */
export async function readDayBalances(
	system: SystemContext,
	currency: string,
	days: readonly string[],
	effectOn: EffectsOn,
) {
	const { sums, readings, derived } = await readDays(system, currency, days, effectOn);
	const balances = days.flatMap((day) => dayBalance(day, derived.get(day), readings.get(day)));
	return { balances, sums };
}

function dayBalance(day: string, derived: Derived | undefined, reading: bigint | undefined): DayBalance[] {
	const read = reading === undefined ? null : toDecimal(reading);
	if (!derived) return read === null ? [] : [{ day, balance: read, known: "seen" }];
	const { balance, isCut, isCertain } = derived;
	const reckoned: DayBalance = { day, balance: toDecimal(balance), known: "reckoned" };
	return [{ ...reckoned, ...(isCut ? { isCut } : {}), ...(isCertain ? {} : { read }) }];
}

async function readDays(system: SystemContext, currency: string, days: readonly string[], effectOn: EffectsOn) {
	const sync = await readSyncRow(system.database, { environment: system.config.environment, currency });
	const [sums, oldest, readings, anchor] = await Promise.all([
		sumDays(system, currency, { sync, from: days[0] ?? "" }),
		isArriving(sync) ? null : readOldest(system, currency),
		lastReadings(system, currency, days.slice(-TREND_DAYS)),
		readAnchor(system, currency, sync),
	]);
	const derived = anchor ? deriveBalances(days, sums, anchor, effectOn) : new Map<string, Derived>();
	return { sums, oldestDay: oldest && dayOf(oldest, system.config.timeZone), readings, derived };
}

export interface DaySum {
	day: string;
	type: string;
	lines: number;
	amount: bigint;
	fee: bigint;
}

interface Anchor {
	balance: bigint;
	/** Lines of the mirror that are dated after this balance. */
	later: DaySum[];
}

interface Derived {
	balance: bigint;
	isCut: boolean;
	/** True when no line of unknown direction lies between this day and the anchor. */
	isCertain: boolean;
}

function deriveBalances(
	days: readonly string[],
	sums: readonly DaySum[],
	anchor: Anchor,
	effectOn: (day: string) => LineEffect,
): Map<string, Derived> {
	const sumEffects = (some: readonly DaySum[]) => sumOfEffects(some, effectOn);
	const balances = new Map<string, Derived>();
	const byDay = Map.groupBy(sums, ({ day }) => day);
	// Begins with the closing of the last day: the anchor's balance and later lines, without lines dated after that day, since the service's
	// clock may be ahead of ours. Then goes back day by day.
	const later = sumEffects(anchor.later);
	const ahead = sumEffects(sums.filter(({ day }) => day > (days.at(-1) ?? "")));
	let balance = anchor.balance + later.total - ahead.total;
	let isCut = !later.isWhole || !ahead.isWhole;
	let isCertain = true;
	for (const day of [...days].reverse()) {
		isCertain &&= !isCut;
		balances.set(day, { balance, isCut, isCertain });
		const { total, isWhole } = sumEffects(byDay.get(day) ?? []);
		balance -= total;
		isCut = !isWhole;
	}
	return balances;
}

function sumOfEffects(sums: readonly DaySum[], effectOn: (day: string) => LineEffect) {
	const effects = sums.map(({ day, type, amount, fee }) => effectOn(day)(type, amount, fee));
	return { total: effects.reduce((total: bigint, one) => total + (one ?? 0n), 0n), isWhole: !effects.includes(null) };
}

/** Sums money in, money out and fees of one day's lines; types without a direction count in none of them, as in a statement. Pure. */
export function sumDay(sums: readonly DaySum[], of: string): WalletDays["today"] {
	const total = { in: 0n, out: 0n, fees: 0n };
	for (const { day, type, amount, fee } of sums) {
		const direction = movementDirection(type);
		if (day !== of || !direction) continue;
		total[direction] += amount;
		total.fees += fee;
	}
	return { in: toDecimal(total.in), out: toDecimal(total.out), fees: toDecimal(total.fees) };
}

export function lastDays(system: SystemContext): string[] {
	const today = dayOf(system.clock.now(), system.config.timeZone);
	return Array.from({ length: TREND_DAYS }, (_, index) => addDays(today, index + 1 - TREND_DAYS));
}

/** Returns no sums while the first list is still arriving, since an incomplete list proves nothing about a day. */
async function sumDays(
	system: SystemContext,
	currency: string,
	{ sync, from }: { sync: SyncRow; from: string },
): Promise<DaySum[]> {
	if (isArriving(sync)) return [];
	const { environment, timeZone } = system.config;
	const ours = ofWallet({ environment, currency });
	const fromDays = sql<SumRow>`
		select ${PREPARED} day::text as day, type, lines, amount::text as amount, fee::text as fee from movement_day
		where ${ours} and day >= ${from}::date`;
	const fromLines = sql<SumRow>`
		select to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, type, count(*)::integer as lines, sum(amount) as amount,
			sum(fee) as fee
		from movement where ${ours} and withdrawn_at is null and created_at >= ${from}::date::timestamp at time zone ${timeZone}
		group by 1, 2`;
	const { rows } = await (sync.days_zone === timeZone ? fromDays : fromLines).execute(system.database);
	return rows.map(readSum);
}

/**
 * Reads the newest balance reading taken before the last movement list, since a later reading may include lines that the mirror lacks. If
 * there is none, reads the newest of all. Assumption: a line's `created_at` is when it changed the balance, by the clock of `updated_at`.
 */
async function readAnchor(
	{ database, config }: SystemContext,
	currency: string,
	sync: SyncRow,
): Promise<Anchor | null> {
	if (isArriving(sync)) return null;
	const ours = ofWallet({ environment: config.environment, currency });
	const found = await sql<{ balance: string; updated_at: string }>`
		select ${PREPARED} balance, updated_at::text as updated_at
		from (
			(select 1 as choice, balance, updated_at from balance_reading
				where ${ours} and first_fetched_at <= ${sync.synced_at}::timestamptz
				order by first_fetched_at desc, id desc limit 1)
			union all
			(select 2, balance, updated_at from balance_reading where ${ours} order by first_fetched_at desc, id desc limit 1)
		) as reading order by choice limit 1`.execute(database);
	const reading = found.rows[0];
	if (!reading) return null;
	// The moment is a parameter: for a moment from a subselect, PostgreSQL expects a third of the mirror to match and reads all of it.
	const later = await sql<SumRow>`
		select '' as day, type, count(*)::integer as lines, sum(amount) as amount, sum(fee) as fee from movement
		where ${ours} and withdrawn_at is null and created_at > ${reading.updated_at}::timestamptz
		group by type`.execute(database);
	return { balance: minorOf(reading.balance), later: later.rows.map(readSum) };
}

async function lastReadings(
	system: SystemContext,
	currency: string,
	days: readonly string[],
): Promise<Map<string, bigint>> {
	const { environment, timeZone } = system.config;
	const { rows } = await sql<{ day: string; balance: string }>`
		select ${PREPARED} day, balance from unnest(${days}::text[]) as day cross join lateral (
			select balance, fetched_at from (
				select balance, fetched_at, id from balance_reading where ${ofWallet({ environment, currency })}
					and first_fetched_at < (day::date + 1)::timestamp at time zone ${timeZone}
				order by first_fetched_at desc, id desc limit ${OVERLAPPING}
			) as began order by id desc limit 1
		) as reading where fetched_at >= day::date::timestamp at time zone ${timeZone}`.execute(system.database);
	return new Map(rows.map(({ day, balance }) => [day, minorOf(balance)]));
}

type SumRow = Omit<DaySum, "amount" | "fee"> & { amount: string; fee: string };

function readSum(row: SumRow): DaySum {
	return { ...row, amount: minorOf(row.amount), fee: minorOf(row.fee) };
}
