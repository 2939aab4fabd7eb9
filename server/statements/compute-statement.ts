import type {
	AdjustmentKind,
	LateLine,
	OpenDay,
	StatementBalance,
	StatementFigures,
	StatementOperator,
	StatementQuery,
} from "#lib/contracts/statement.ts";
import { addDays, dayOf, monthEnd } from "#lib/dates.ts";
import { absolute, minorOf, toDecimal } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import { readDecidedGaps } from "#server/reconciliation/open-lines.ts";
import {
	type DayClosingBalance,
	dayEffects,
	readDayClosingBalances,
	readDayRules,
} from "#server/reconciliation/read-closing-balances.ts";
import { readCurrentStretch, readFirstReading } from "#server/reconciliation/read-reconciliation.ts";
import {
	addUp,
	addUpDays,
	asDecimals,
	balanceOf,
	type DayResult,
	type LineSum,
	onTheWayOf,
	type Sums,
	sumOfParts,
} from "#server/statements/add-up-days.ts";
import { readClosedEnds, readFirstKnownDay } from "#server/statements/closed-months.ts";
import { type Late, readLateLines } from "#server/statements/late-lines.ts";
import { type OperatorSums, readOperatorSums } from "#server/statements/operator-sums.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";
import { type DaySum, readDayBalances } from "#server/wallets/movement-days.ts";
import { readSyncRow } from "#server/wallets/sync-row.ts";

/**
 * Computes the figures of a period; equal lines, readings and proofs give equal figures in every program. A closed month keeps the
 * lines that it had; lines that came later count in the month that lists them.
 */
export async function computeStatement(
	system: SystemContext,
	wallet: WalletKey,
	period: StatementQuery,
): Promise<StatementFigures> {
	const { timeZone } = system.config;
	const today = dayOf(system.clock.now(), timeZone);
	const clock = { timeZone, today };
	const { from, to } = period;
	const before = addDays(from, -1);
	const [last = today] = [to, today].sort();
	const [operators, late, kept, firstReading] = await Promise.all([
		readOperatorSums(system, wallet, { from, to: last }),
		readLateLines(system, wallet),
		readClosedEnds(system, wallet, to),
		readFirstReading(system, wallet),
	]);
	// Payouts that a closed month had on their way may still wait for their lines, so the books begin at the first such month's end.
	const unlisted = late.filter((line) => listedOn(line, clock) > before);
	const awaiting = [...kept].filter(([end]) => unlisted.some((line) => mayAwait(end, line, clock)));
	const [start = before] = [before, ...awaiting.map(([end]) => end)].sort();
	const books = await readBooks(system, wallet, start, today);
	const awaited = findAwaited(late, awaiting, books.closingBalanceOf, clock);
	const closingBalanceOf = (day: string) => {
		const live = withAwaited(books.closingBalanceOf(day), awaited, day, clock);
		return withKept(live, kept.get(day), { day, rule: books.rule });
	};
	const balanceAt = (day: string) => (kept.get(day)?.amount ? kept.get(day) : null) ?? balanceOf(closingBalanceOf(day));
	const ofPeriod = late.filter(({ day }) => day >= from && day <= last);
	const byDay = Map.groupBy([...books.sums, ...ofPeriod.map(takenOut)], ({ day }) => day);
	const linesOf = (day: string): LineSum[] => byDay.get(day) ?? [];
	const days = daysBetween(from, last);
	const results = addUpDays(
		closingBalanceOf(before),
		days.map((day) => ({ day, lines: linesOf(day), closing: closingBalanceOf(day), late: lateOn(late, day, clock) })),
		books.rule,
	);
	const open = openDays(results, (day) => isProved(closingBalanceOf(day)));
	const lines = days.flatMap(linesOf);
	const total = addUp(lines);
	const firstDay = firstReading && dayOf(firstReading, timeZone);
	return {
		...{ currency: wallet.currency, from, to },
		opening: balanceAt(from <= today ? before : today),
		closing: balanceAt(last),
		...asDecimals(total),
		...adjusted(results),
		byDay: results.map(({ day }) => day),
		byOperator: withOthers(withoutLate(operators, ofPeriod), total),
		byType: byType(lines),
		knownFrom: firstReading && firstDay && firstDay >= from ? firstReading.toISOString() : null,
		openDays: await withReasons(system, wallet, open),
		late: late.filter((line) => isBetween(listedOn(line, clock), from, last)).map(asLateLine),
	};
}

function mayAwait(end: string, line: Late, clock: Clock): boolean {
	return line.counted && line.operator !== null && isBetween(end, line.day, addDays(listedOn(line, clock), -1));
}

/** Returns the late lines of payouts that a closed month had on their way: they stay there until the day that lists the line. */
function findAwaited(
	late: readonly Late[],
	ends: readonly (readonly [end: string, closed: StatementBalance])[],
	live: (day: string) => DayClosingBalance | undefined,
	clock: Clock,
): Late[] {
	const awaited = new Set<Late>();
	for (const [end, closed] of ends) {
		let left = onTheWayOf(closed) - onTheWayOf(live(end));
		for (const line of late) {
			const rest = left + minorOf(line.effect);
			if (!mayAwait(end, line, clock) || absolute(rest) >= absolute(left)) continue;
			awaited.add(line);
			left = rest;
		}
	}
	return [...awaited];
}

function withAwaited(closing: DayClosingBalance | undefined, awaited: readonly Late[], day: string, clock: Clock) {
	const open = awaited.filter((line) => line.day <= day && day < listedOn(line, clock));
	const onTheWay = open.reduce((sum, { effect }) => sum - minorOf(effect), onTheWayOf(closing));
	return closing && { ...closing, onTheWay: toDecimal(onTheWay) };
}

/** Keeps, on the last day of a closed month, the balance with which the month was closed, even if it is not known otherwise any more. */
function withKept(
	closing: DayClosingBalance | undefined,
	kept: StatementBalance | undefined,
	of: Pick<DayClosingBalance, "day" | "rule">,
): DayClosingBalance | null {
	if (!kept?.amount) return closing ?? null;
	const unread = { ...of, known: "reckoned", status: null, later: 0n } as const;
	return { ...unread, ...closing, balance: kept.amount, onTheWay: kept.onTheWay };
}

/**
 * Reads all days up to today, because a balance without a reading is computed from later ones. All days before the first line or
 * reading have the first day's closing, since nothing moved the balance before.
 */
async function readBooks(system: SystemContext, wallet: WalletKey, from: string, today: string) {
	const known = await readFirstKnownDay(system, wallet);
	const earliest = addDays(known !== null && known < today ? known : today, -1);
	// The middle of the three: `from`, but neither before the earliest day nor after today.
	const [, first = today] = [earliest, from, today].sort();
	const days = daysBetween(first, today);
	const rules = await readDayRules(system, wallet, days);
	const [{ balances, sums }, stretch, { synced_at }] = await Promise.all([
		readDayBalances(system, wallet.currency, days, dayEffects(rules)),
		readCurrentStretch(system, wallet),
		readSyncRow(system.database, wallet),
	]);
	// A list that was read before today proves nothing about today: its balance is then only calculated.
	const isOld = synced_at !== null && dayOf(synced_at, system.config.timeZone) < today;
	const current = stretch && { ...stretch, day: today, ...(isOld ? { status: "no_reading" as const } : {}) };
	const closings = await readDayClosingBalances(system, wallet, balances, rules, current);
	const last = closings.at(-1);
	if (isOld && current && last?.day === today) last.known = "reckoned";
	const lineSums = sums.map(({ lines: count, ...sum }: DaySum) => ({ ...sum, count }));
	const byDay = new Map(closings.map((closing) => [closing.day, closing]));
	const closingBalanceOf = (day: string) => byDay.get(day < first ? first : day);
	return { rule: rules.inForce, sums: lineSums, closingBalanceOf };
}

function daysBetween(first: string, last: string): string[] {
	const days: string[] = [];
	for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
	return days;
}

function isBetween(day: string, from: string, to: string): boolean {
	return day >= from && day <= to;
}

/** Returns the day on which a late line came or went, but within the month that lists the line and not after today. */
function listedOn({ listedIn, notedAt }: Late, { timeZone, today }: Clock): string {
	const latest = [monthEnd(listedIn), today, dayOf(new Date(notedAt), timeZone)].sort()[0] ?? today;
	return latest < `${listedIn}-01` ? `${listedIn}-01` : latest;
}

interface Clock {
	timeZone: string;
	today: string;
}

function lateOn(late: readonly Late[], day: string, clock: Clock): bigint {
	const counted = late.filter((line) => line.counted && listedOn(line, clock) === day);
	return counted.reduce((sum, { effect }) => sum + minorOf(effect), 0n);
}

function takenOut({ day, type, change, amount, fee }: Late): LineSum & { day: string } {
	const sign = BigInt(-change);
	return { day, type, count: -change, amount: sign * minorOf(amount), fee: sign * minorOf(fee) };
}

function asLateLine({ change: _change, operator: _operator, listedIn: _listedIn, ...line }: Late): LateLine {
	return line;
}

/** Subtracts late lines from the operators' sums. A withdrawn line has no match, so no operator's sum contains it. */
function withoutLate(operators: readonly OperatorSums[], late: readonly Late[]): OperatorSums[] {
	return operators.map((of) => {
		const own = late.filter(({ operator }) => operator === of.operator).map(takenOut);
		return { ...of, lines: [...of.lines, ...own] };
	});
}

function adjusted(results: readonly DayResult[]) {
	const parts: Record<AdjustmentKind, bigint> = {
		on_the_way: 0n,
		after_reading: 0n,
		fees: 0n,
		other_types: 0n,
		late: 0n,
	};
	const kinds = Object.keys(parts) as AdjustmentKind[];
	for (const result of results) for (const kind of kinds) parts[kind] += result.parts[kind];
	const unexplained = results.reduce((sum, result) => sum + result.unexplained, 0n);
	return {
		adjustments: toDecimal(sumOfParts(parts)),
		unexplained: toDecimal(unexplained),
		adjustmentParts: kinds.flatMap((kind) => (parts[kind] === 0n ? [] : [{ kind, amount: toDecimal(parts[kind]) }])),
	};
}

/** Adds a row for lines without a payment of ours: the total minus the sums of all operators. */
function withOthers(operators: readonly OperatorSums[], total: Sums): StatementOperator[] {
	const sums = operators.map(({ operator, name, lines }) => ({ operator, name, sums: addUp(lines) }));
	const rest = { ...total };
	for (const { sums: of } of sums) {
		rest.in -= of.in;
		rest.out -= of.out;
		rest.fees -= of.fees;
		rest.count -= of.count;
	}
	const all = [...sums, { operator: null, name: null, sums: rest }];
	return all
		.filter(({ sums: of }) => of.count !== 0 || of.in !== 0n || of.out !== 0n || of.fees !== 0n)
		.map((of) => ({ ...{ operator: of.operator, name: of.name }, ...asDecimals(of.sums) }));
}

function byType(lines: readonly LineSum[]): StatementFigures["byType"] {
	const types = [...Map.groupBy(lines, ({ type }) => type)].sort(([a], [b]) => (a < b ? -1 : 1));
	const sums = types.map(([type, some]) => ({
		type,
		count: some.reduce((sum, { count }) => sum + count, 0),
		amount: toDecimal(some.reduce((sum, { amount }) => sum + amount, 0n)),
		fee: toDecimal(some.reduce((sum, { fee }) => sum + fee, 0n)),
	}));
	return sums.filter(({ count, amount }) => count !== 0 || amount !== "0.00");
}

/** Returns false for a day whose balance is computed from lines only: before the first reading, or without a reading. */
function isProved(closing: DayClosingBalance | null): boolean {
	return closing !== null && closing.status !== null && closing.status !== "no_reading";
}

/** If decided lines explain the whole difference of a day, adds their reason to the day. */
async function withReasons({ database }: SystemContext, wallet: WalletKey, open: readonly OpenDay[]) {
	const days = open.flatMap(({ day, kind }) => (kind === "unexplained" ? [day] : []));
	const decided = await readDecidedGaps(database, wallet, days);
	return open.map((one) => {
		const known = decided.get(one.day);
		return known?.gap === one.amount ? { ...one, reason: known.reason } : one;
	});
}

function openDays(results: readonly DayResult[], hasProof: (day: string) => boolean): OpenDay[] {
	const open: OpenDay[] = [];
	for (const { day: of, unexplained } of results) {
		const [day, amount] = [of.day, toDecimal(unexplained)];
		const run = open.at(-1);
		if (unexplained !== 0n) open.push({ day, to: day, kind: "unexplained", amount, reason: null });
		else if (hasProof(day)) continue;
		else if (run?.kind === "not_proved" && run.to === addDays(day, -1)) run.to = day;
		else open.push({ day, to: day, kind: "not_proved", amount, reason: null });
	}
	return open;
}
