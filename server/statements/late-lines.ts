/** Lines of closed months that came, or went, after the month was closed. They count in the first month that was open then. */
import { sql } from "kysely";
import type { LateLine } from "#lib/contracts/statement.ts";
import { dayOf, nextMonth } from "#lib/dates.ts";
import { type AmountMinor, absolute, minorOf, toDecimal } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import type { WalletKey } from "#server/reconciliation/matching/read-candidates.ts";
import { knownEffects, ruleOf } from "#server/reconciliation/proof/effects.ts";
import { readFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import { closedMonths } from "#server/statements/closed-months.ts";
import type { LineEffect } from "#server/wallets/movement-days.ts";

export interface Late extends LateLine {
	/** 1 for a line that came, -1 for one that went. */
	change: number;
	/** Null: the operator of no payment. */
	operator: string | null;
	/** The month that lists it. */
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
	unexplained: string | null;
}

/** Oldest first. */
export async function readLateLines(
	{ database, config }: SystemContext,
	{ environment, currency }: WalletKey,
): Promise<Late[]> {
	const day = sql`to_char(movement.created_at at time zone ${config.timeZone}, 'YYYY-MM-DD')`;
	const { rows } = await sql<Row>`
		select movement.id, closing.month, movement.type, movement.amount, movement.fee, movement.created_at, late.noted_at, late.change,
			payment.operator, (select said ->> 'unexplained' from jsonb_array_elements(closing.figures::jsonb -> 'byDay') as said
				where said ->> 'day' = ${day}) as unexplained
		from statement_late_line as late join statement_closing as closing on closing.id = late.closing_id
			join movement on movement.id = late.movement_id
			left join reconciliation_line as match on match.movement_id = movement.id and match.status = 'matched'
			left join payment on payment.id = match.payment_id
		where closing.environment = ${environment} and closing.currency = ${currency}
			and closing.confirmed_at is not null and closing.ended_at is null and late.change <> 0
		order by movement.created_at, movement.id`.execute(database);
	if (rows.length === 0) return [];
	const closed = await closedMonths(database, { environment, currency })
		.select(["month", "confirmed_at as confirmedAt"])
		.$narrowType<Closed>()
		.execute();
	const known = knownEffects(ruleOf(await readFeeRule(database, { currency })));
	const counted = rows.map((row) => ({ ...row, effect: effectOf(row, known) }));
	const effects = sumEffects(counted, config.timeZone);
	return counted.map((row) => lateLine(row, { closed, effects, timeZone: config.timeZone }));
}

interface Closed {
	month: string;
	confirmedAt: Date;
}

type Counted = Row & { effect: AmountMinor };

function effectOf({ type, amount, fee, change }: Row, known: LineEffect): AmountMinor {
	return BigInt(change) * (known(type, minorOf(amount), minorOf(fee)) ?? 0n);
}

function sumEffects(rows: readonly Counted[], timeZone: string): Map<string, AmountMinor> {
	const sums = new Map<string, AmountMinor>();
	for (const row of rows) {
		const day = dayOf(row.created_at, timeZone);
		sums.set(day, (sums.get(day) ?? 0n) + row.effect);
	}
	return sums;
}

/** A difference of the closed day that its late lines make smaller was theirs: the balance had them. */
function lateLine(
	row: Counted,
	{ closed, effects, timeZone }: { closed: readonly Closed[]; effects: Map<string, AmountMinor>; timeZone: string },
): Late {
	const { created_at, noted_at, unexplained, operator, change, effect, ...line } = row;
	const day = dayOf(created_at, timeZone);
	const before = minorOf(unexplained ?? "0.00");
	const rest = before - (effects.get(day) ?? 0n);
	let listedIn = nextMonth(row.month);
	while (closed.some(({ month, confirmedAt }) => month === listedIn && confirmedAt < noted_at))
		listedIn = nextMonth(listedIn);
	return {
		...line,
		...{ day, change, operator, listedIn },
		createdAt: created_at.toISOString(),
		notedAt: noted_at.toISOString(),
		reason: change > 0 ? "came" : "withdrawn",
		counted: absolute(rest) >= absolute(before),
		effect: toDecimal(effect),
	};
}
