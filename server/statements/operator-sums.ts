import { sql } from "kysely";
import type { StatementQuery } from "#lib/contracts/statement.ts";
import { minorOf } from "#lib/money.ts";
import { operatorLabel } from "#lib/operator-options.ts";
import type { SystemContext } from "#server/context.ts";
import type { LineSum } from "#server/statements/add-up-days.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import { readSyncRow } from "#server/wallets/sync-row.ts";

interface Row {
	operator: string;
	name: string | null;
	country: string | null;
	type: string;
	count: number;
	amount: string;
	fee: string;
}

export interface OperatorSums {
	operator: string;
	/** The operator's name with the country, else its code. */
	name: string;
	lines: LineSum[];
}

/** Sums matched lines by operator, ordered by name: from the daily sums or, if these are of another time zone, from the lines. */
export async function readOperatorSums(
	{ database, config }: SystemContext,
	wallet: WalletKey,
	{ from, to }: StatementQuery,
): Promise<OperatorSums[]> {
	const { environment, currency } = wallet;
	const { days_zone } = await readSyncRow(database, wallet);
	const fromDays = sql`
		select operator, type, lines, amount, fee from movement_operator_day
		where ${ofWallet({ environment, currency })} and day >= ${from}::date and day <= ${to}::date`;
	const fromLines = sql`
		select payment.operator, movement.type, 1 as lines, movement.amount, movement.fee
		from movement join reconciliation_line as match on match.movement_id = movement.id join payment on payment.id = match.payment_id
		where movement.environment = ${environment} and movement.currency = ${currency}
			and match.status = 'matched'
			and movement.created_at >= ${from}::date::timestamp at time zone ${config.timeZone}
			and movement.created_at < (${to}::date + 1)::timestamp at time zone ${config.timeZone}`;
	const { rows } = await sql<Row>`
		select line.operator, operator.name, operator.country, line.type, sum(line.lines)::integer as count,
			sum(line.amount)::numeric(30, 2) as amount, sum(line.fee)::numeric(30, 2) as fee
		from (${days_zone === config.timeZone ? fromDays : fromLines}) as line left join operator on operator.code = line.operator
		group by 1, 2, 3, 4 having sum(line.lines) <> 0 order by 2, 3, 1, 4`.execute(database);
	return [...Map.groupBy(rows, ({ operator }) => operator)].map(([operator, types]) => ({
		...{ operator, name: types[0] ? nameOf(types[0]) : operator },
		lines: types.map(({ type, count, amount, fee }) => ({ type, count, amount: minorOf(amount), fee: minorOf(fee) })),
	}));
}

function nameOf({ operator, name, country }: Row): string {
	return name && country ? operatorLabel({ name, country }) : operator;
}
