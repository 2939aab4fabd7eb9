/** Reads lines that the service added to a closed month or withdrew from it. They count in the month that was then the first open one. */
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

/** Returns late lines, oldest first. A line that a closed month lists stays there; later changes are listed in the first open month. */
export async function readLateLines(
	{ database, config }: SystemContext,
	{ environment, currency }: WalletKey,
): Promise<Late[]> {
	const day = sql`to_char(movement.created_at at time zone ${config.timeZone}, 'YYYY-MM-DD')`;
	const lastDay = sql`((closing.month || '-01')::date + interval '1 month - 1 day')::date`;
	const { rows } = await sql<Row>`
		select movement.id, closing.month, movement.type, movement.amount, movement.fee, movement.created_at, late.noted_at, late.change,
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
	const effects = sumEffects(rows, known);
	const open = nextMonth(closed.at(-1)?.month ?? "");
	return rows.flatMap((row) => {
		const kept = listed
			.filter(({ id, month }) => id === row.id && month === row.month)
			.map((line): Late => ({ ...line, change: line.reason === "came" ? 1 : -1, operator: row.operator }));
		const change = kept.reduce((left, one) => left - one.change, row.change);
		const place = { listedIn: open, timeZone: config.timeZone };
		return change === 0 ? kept : [...kept, lateLine({ ...row, change }, { ...place, known, effects })];
	});
}

/** Returns null for a type of unknown effect. */
function effectOf({ type, amount, fee, change }: Row, known: LineEffect): AmountMinor | null {
	const effect = known(type, minorOf(amount), minorOf(fee));
	return effect === null ? null : BigInt(change) * effect;
}

/** Sums the effects by the day whose closing reading is the first to show the lines. */
function sumEffects(rows: readonly Row[], known: LineEffect): Map<string, AmountMinor> {
	const sums = new Map<string, AmountMinor>();
	for (const row of rows)
		if (!row.is_after) sums.set(row.shown_on, (sums.get(row.shown_on) ?? 0n) + (effectOf(row, known) ?? 0n));
	return sums;
}

interface Place {
	listedIn: string;
	timeZone: string;
	known: LineEffect;
	effects: ReadonlyMap<string, AmountMinor>;
}

/**
 * A line does not count if the next month shows it, or if the late lines shrink the unexplained difference of the closed days: the balances
 * read then already included these lines. A line of unknown effect never counts.
 */
function lateLine(row: Row, { listedIn, timeZone, known, effects }: Place): Late {
	const { created_at, noted_at, unexplained, shown_on, is_after, ...line } = row;
	const day = dayOf(created_at, timeZone);
	const before = minorOf(unexplained ?? "0.00");
	const effect = effectOf(row, known);
	const rest = [...effects].reduce((left, [on, sum]) => (on >= day && on <= shown_on ? left - sum : left), before);
	return {
		...line,
		...{ day, listedIn },
		createdAt: created_at.toISOString(),
		notedAt: noted_at.toISOString(),
		reason: row.change > 0 ? "came" : "withdrawn",
		counted: effect !== null && !is_after && absolute(rest) >= absolute(before),
		effect: toDecimal(effect ?? 0n),
	};
}
