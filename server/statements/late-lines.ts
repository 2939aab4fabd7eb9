/** Reads lines that the service added to a closed month or withdrew from it. They count in the month in which they were noted. */
import { sql } from "kysely";
import type { LateLine } from "#lib/contracts/statement.ts";
import { dayOf, nextMonth } from "#lib/dates.ts";
import { type AmountMinor, absolute, minorOf, toDecimal } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import { readEffects } from "#server/reconciliation/proof/fee-rules.ts";
import { closingTimes } from "#server/reconciliation/read-closing-balances.ts";
import { closedMonths } from "#server/statements/closed-months.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";
import type { LineEffect } from "#server/wallets/movement-days.ts";

export interface Late extends LateLine {
	/** 1 for an added line, -1 for a withdrawn one. */
	change: number;
	operator: string | null;
	/** The month that lists this line. */
	listedIn: string;
}

interface Row {
	id: string;
	month: string;
	type: string;
	amount: string;
	fee: string;
	/** The line's day in the business's time zone. */
	day: string;
	created_at: Date;
	noted_at: Date;
	change: number;
	operator: string | null;
	/** The first day, from the line's day to its month's end, with a closing reading at or after the line; else the line's own day. */
	shown_on: string;
	/** The line is dated after the reading of its month's last day, so the next month's first day shows it. */
	is_after: boolean;
	/** Sum of the unexplained amounts with which the days from the line's day to `shown_on` were closed. */
	unexplained: string | null;
}

/**
 * Returns late lines, oldest first. A line that a closed month lists stays there. Any other is listed in the month in which it was noted,
 * since its balances show it, or in the first open month if that is later.
 */
export async function readLateLines(
	{ database, config }: SystemContext,
	{ environment, currency }: WalletKey,
): Promise<Late[]> {
	const day = sql`to_char(movement.created_at at time zone ${config.timeZone}, 'YYYY-MM-DD')`;
	const lastDay = sql`((closing.month || '-01')::date + interval '1 month - 1 day')::date`;
	const { rows } = await sql<Row>`
		select movement.id, closing.month, movement.type, movement.amount, movement.fee, ${day} as day, movement.created_at, late.noted_at, late.change,
			payment.operator, shown.shown_on, shown.is_after,
			(select sum((kept_day ->> 'unexplained')::numeric(30, 2)) from jsonb_array_elements(closing.figures::jsonb -> 'byDay') as kept_day
				where kept_day ->> 'day' between ${day} and shown.shown_on)::text as unexplained
		from statement_late_line as late join statement_closing as closing on closing.id = late.closing_id
			join movement on movement.id = late.movement_id
			cross join lateral (
				select coalesce(min(day) filter (where at >= movement.created_at)::text, ${day}) as shown_on,
					coalesce(bool_or(at < movement.created_at) filter (where day = ${lastDay}), false) as is_after
				from ${closingTimes({ environment, currency }, sql`${day}::date`, lastDay)} as kept) as shown
			left join reconciliation_line as match on match.movement_id = movement.id and match.status = 'matched'
			left join payment on payment.id = match.payment_id
		where closing.environment = ${environment} and closing.currency = ${currency}
			and closing.confirmed_at is not null and closing.ended_at is null
		order by movement.created_at, movement.id`.execute(database);
	if (rows.length === 0) return [];
	const closed = await closedMonths(database, { environment, currency })
		.select(["month", sql<LateLine[]>`figures::jsonb -> 'late'`.as("late")])
		.orderBy("month")
		.execute();
	const listed = closed.flatMap(({ month: listedIn, late }) => late.map((line) => ({ ...line, listedIn })));
	const known = await readEffects(database, { currency });
	const open = nextMonth(closed.at(-1)?.month ?? "");
	const found = rows.map((row): Found => {
		const kept = listed
			.filter(({ id, month }) => id === row.id && month === row.month)
			.map((line): Late => ({ ...line, change: line.reason === "came" ? 1 : -1, operator: row.operator }));
		const left = { ...row, change: kept.reduce((change, one) => change - one.change, row.change) };
		return { row: left, kept, effect: effectOf(left, known) };
	});
	const explaining = findExplaining(found);
	return found.flatMap(({ row, kept, effect }) => {
		if (row.change === 0) return kept;
		const counted = effect !== null && !row.is_after && !explaining.has(row);
		const [, listedIn = open] = [open, dayOf(row.noted_at, config.timeZone).slice(0, 7)].sort();
		return [...kept, lateLine(row, { listedIn, counted, effect: toDecimal(effect ?? 0n) })];
	});
}

interface Found {
	/** `change`: what no closed month lists. */
	row: Row;
	kept: Late[];
	/** Null for a type of unknown effect, which never counts. */
	effect: AmountMinor | null;
}

function effectOf({ type, amount, fee, change }: Row, known: LineEffect): AmountMinor | null {
	const effect = known(type, minorOf(amount), minorOf(fee));
	return effect === null ? null : BigInt(change) * effect;
}

/**
 * Returns lines that shrink the difference with which their days were closed: the balances read then already included them. Goes in the
 * order in which lists brought the lines, so that a later one changes nothing for an earlier one. Of one list, the line that equals the
 * difference, else all together.
 */
function findExplaining(found: readonly Found[]): Set<Row> {
	const explaining = new Set<Row>();
	const shown = found.filter(({ row }) => !row.is_after);
	const explained = shown.flatMap(({ row: { shown_on: on }, kept }) =>
		kept.flatMap(({ counted, effect }) => (counted ? [] : [{ on, effect: minorOf(effect) }])),
	);
	const noted = shown
		.filter(({ row, effect }) => row.change !== 0 && effect !== null)
		.toSorted((a, b) => a.row.noted_at.getTime() - b.row.noted_at.getTime());
	for (const group of Map.groupBy(noted, ({ row }) => `${row.noted_at.getTime()} ${row.shown_on}`).values()) {
		const { day = "", shown_on: last = "", unexplained } = group[0]?.row ?? {};
		const before = explained
			.filter(({ on }) => on >= day && on <= last)
			.reduce((left, { effect }) => left - effect, minorOf(unexplained ?? "0.00"));
		const exact = group.find(({ effect }) => effect === before);
		const together = exact ? [exact] : group;
		const sum = together.reduce((total, { effect }) => total + (effect ?? 0n), 0n);
		if (absolute(before - sum) >= absolute(before)) continue;
		explained.push({ on: last, effect: sum });
		for (const { row } of together) explaining.add(row);
	}
	return explaining;
}

function lateLine(row: Row, of: Pick<Late, "listedIn" | "counted" | "effect">): Late {
	const { id, month, type, amount, fee, change, operator, day } = row;
	return {
		...{ id, month, type, amount, fee, change, operator, day, listedIn: of.listedIn },
		createdAt: row.created_at.toISOString(),
		notedAt: row.noted_at.toISOString(),
		reason: change > 0 ? "came" : "withdrawn",
		...{ counted: of.counted, effect: of.effect },
	};
}
