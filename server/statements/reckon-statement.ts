/** Reckons a statement from the wallet's lines, its readings and their proofs. */
import { sql } from "kysely";
import type {
	AdjustmentKind,
	OpenDay,
	StatementFigures,
	StatementOperator,
	StatementQuery,
} from "#lib/contracts/statement.ts";
import { addDays, dayOf } from "#lib/dates.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import type { WalletKey } from "#server/reconciliation/matching/read-candidates.ts";
import { type DayClosing, readDayClosings } from "#server/reconciliation/read-closings.ts";
import { readCurrentStretch } from "#server/reconciliation/read-reconciliation.ts";
import {
	addUp,
	addUpDays,
	asDecimals,
	balanceOf,
	type DayResult,
	type LineSum,
	sumOfParts,
} from "#server/statements/add-up-days.ts";
import { readOperatorSums } from "#server/statements/operator-sums.ts";
import { type DaySum, readDayBalances } from "#server/wallets/movement-days.ts";

/** The same for every program and at any time, as long as lines, readings and their proofs are the same. */
export async function reckonStatement(
	system: SystemContext,
	wallet: WalletKey,
	period: StatementQuery,
): Promise<StatementFigures> {
	const today = dayOf(system.clock.now(), system.config.timeZone);
	const { from, to } = period;
	const [{ sums, closings }, operators, firstReading] = await Promise.all([
		readBooks(system, wallet, addDays(from, -1), today),
		readOperatorSums(system, wallet, period),
		readFirstReading(system, wallet),
	]);
	const [last = today] = [to, today].sort();
	const closingOf = (day: string) => closings.get(day) ?? null;
	const byDay = Map.groupBy(sums, ({ day }) => day);
	const linesOf = (day: string): LineSum[] => byDay.get(day) ?? [];
	const days = daysBetween(from, last);
	const results = addUpDays(
		closingOf(addDays(from, -1)),
		days.map((day) => ({ day, lines: linesOf(day), closing: closingOf(day), late: 0n })),
	);
	const lines = days.flatMap(linesOf);
	const total = addUp(lines);
	const firstDay = firstReading && dayOf(firstReading, system.config.timeZone);
	return {
		...{ currency: wallet.currency, from, to },
		opening: balanceOf(closingOf(from <= today ? addDays(from, -1) : today)),
		closing: balanceOf(closingOf(last)),
		...asDecimals(total),
		...adjusted(results),
		byDay: results.map(({ day }) => day),
		byOperator: withOthers(operators, total),
		byType: byType(lines),
		knownFrom: firstReading && firstDay && firstDay >= from ? firstReading.toISOString() : null,
		openDays: openDays(results, firstDay),
	};
}

/** All days up to today, because balances without a reading follow from later ones. */
async function readBooks(system: SystemContext, wallet: WalletKey, first: string, today: string) {
	const days = daysBetween(first < today ? first : today, today);
	const [{ balances, sums }, stretch] = await Promise.all([
		readDayBalances(system, wallet.currency, days),
		readCurrentStretch(system, wallet),
	]);
	const current = stretch && { ...stretch, day: today };
	const closings = await readDayClosings(system, wallet, balances, current);
	const lineSums = sums.map(({ lines: count, ...sum }: DaySum) => ({ ...sum, count }));
	return { sums: lineSums, closings: new Map(closings.map((closing): [string, DayClosing] => [closing.day, closing])) };
}

function daysBetween(first: string, last: string): string[] {
	const days: string[] = [];
	for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
	return days;
}

async function readFirstReading({ database }: SystemContext, { environment, currency }: WalletKey) {
	const { rows } = await sql<{ at: Date | null }>`
		select min(first_fetched_at) as at from balance_reading
		where environment = ${environment} and currency = ${currency}`.execute(database);
	return rows[0]?.at ?? null;
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

/** Lines without a payment of ours are what the operators leave of the total. */
function withOthers(
	operators: readonly StatementOperator[],
	{ in: cameIn, out, fees, count }: ReturnType<typeof addUp>,
): StatementOperator[] {
	const rest = operators.reduce(
		(left, of) => ({
			...{ in: left.in - minorOf(of.in), out: left.out - minorOf(of.out) },
			...{ fees: left.fees - minorOf(of.fees), count: left.count - of.count },
		}),
		{ in: cameIn, out, fees, count },
	);
	const isNothing = rest.count === 0 && rest.in === 0n && rest.out === 0n && rest.fees === 0n;
	return isNothing ? [...operators] : [...operators, { operator: null, name: null, ...asDecimals(rest) }];
}

function byType(lines: readonly LineSum[]): StatementFigures["byType"] {
	const types = [...Map.groupBy(lines, ({ type }) => type)].sort(([a], [b]) => (a < b ? -1 : 1));
	return types.map(([type, some]) => ({
		type,
		count: some.reduce((sum, { count }) => sum + count, 0),
		amount: toDecimal(some.reduce((sum, { amount }) => sum + amount, 0n)),
		fee: toDecimal(some.reduce((sum, { fee }) => sum + fee, 0n)),
	}));
}

/** Days with a difference, and the runs of days before the first reading. */
function openDays(results: readonly DayResult[], firstDay: string | null): OpenDay[] {
	const open: OpenDay[] = [];
	for (const {
		day: { day },
		unexplained,
	} of results) {
		const isProved = firstDay !== null && day >= firstDay;
		const amount = toDecimal(unexplained);
		const run = open.at(-1);
		if (unexplained !== 0n) open.push({ day, to: day, kind: "unexplained", amount });
		else if (isProved) continue;
		else if (run?.kind === "not_proved" && run.to === addDays(day, -1)) run.to = day;
		else open.push({ day, to: day, kind: "not_proved", amount });
	}
	return open;
}
