import { sql } from "kysely";
import type { Insights, OperatorOutcome } from "#lib/contracts/insights.ts";
import type { StatementQuery as Period } from "#lib/contracts/statement.ts";
import { operatorLabel } from "#lib/operator-options.ts";
import {
	AWAITING_REFERENCE_STATES,
	FINAL_STATUS_STATES,
	NEVER_LEFT_STATES,
	PAID_STATES,
	type PaymentKind,
	UNPAID_AFTER_PERMIT_STATES,
} from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { listed, type WalletKey } from "#server/store/sql-fragments.ts";

// More than the screen shows, since it may show several reasons as one text.
const MOST_REASONS = 100;

// A payout that never left the desk is no failure of its operator.
const UNPAID_BY_OTHERS = UNPAID_AFTER_PERMIT_STATES.filter((state) => !NEVER_LEFT_STATES.includes(state));

/** Selects payments that were sent on these calendar days of the business's time zone; the condition fits the index of `sent_at`. */
function leftIn({ config: { timeZone } }: SystemContext, { environment, currency }: WalletKey, { from, to }: Period) {
	return sql`payment.environment = ${environment} and payment.currency = ${currency}
		and payment.sent_at >= ${from}::date::timestamp at time zone ${timeZone}
		and payment.sent_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
}

interface CountRow {
	operator: string | null;
	hour: number | null;
	isBefore: boolean;
	paid: number;
	unpaid: number;
}

/**
 * `before` must end where `period` begins. Counts by quarter hour first: few rows remain, and every zone's hours consist of quarter hours.
 */
export async function readOutcomes(
	system: SystemContext,
	wallet: WalletKey,
	period: Period,
	before: Period,
): Promise<Pick<Insights, "byOperator" | "byHour">> {
	const { timeZone } = system.config;
	const { rows } = await sql<CountRow>`
		with ${PREPARED} quarter as materialized (
			select operator, date_bin('15 minutes', sent_at, 'epoch'::timestamptz) as at,
				count(*) filter (where state in (${listed(PAID_STATES)})) as paid,
				count(*) filter (where state in (${listed(UNPAID_BY_OTHERS)})) as unpaid
			from payment where ${leftIn(system, wallet, { from: before.from, to: period.to })} group by 1, 2
		)
		select operator, hour, "isBefore", sum(paid)::integer as paid, sum(unpaid)::integer as unpaid from (
			select operator, paid, unpaid, extract(hour from at at time zone ${timeZone})::integer as hour,
				at < ${period.from}::date::timestamp at time zone ${timeZone} as "isBefore" from quarter
		) as one group by grouping sets ((operator, "isBefore"), (hour, "isBefore"))`.execute(system.database);
	const names = new Map(
		(
			await system.database.selectFrom("operator").modifyFront(PREPARED).select(["code", "name", "country"]).execute()
		).map((operator) => [operator.code, operatorLabel(operator)]),
	);
	const none = { paid: 0, unpaid: 0 };
	const countsOf = ({ paid, unpaid }: CountRow) => ({ paid, unpaid });
	const earlier = new Map(rows.flatMap((row) => (row.operator && row.isBefore ? [[row.operator, countsOf(row)]] : [])));
	const byOperator = rows.flatMap((row): OperatorOutcome[] => {
		const { operator, isBefore } = row;
		if (operator === null || isBefore) return [];
		return [
			{ operator, name: names.get(operator) ?? operator, ...countsOf(row), before: earlier.get(operator) ?? none },
		];
	});
	const hours = new Map(rows.flatMap((row) => (row.hour === null || row.isBefore ? [] : [[row.hour, countsOf(row)]])));
	return {
		byOperator: byOperator.sort(
			(a, b) => b.paid + b.unpaid - (a.paid + a.unpaid) || (a.operator < b.operator ? -1 : 1),
		),
		byHour: Array.from({ length: 24 }, (_, hour) => ({ hour, ...(hours.get(hour) ?? none) })),
	};
}

export async function readTimes(system: SystemContext, wallet: WalletKey, period: Period): Promise<Insights["times"]> {
	const { rows } = await sql<{ kind: PaymentKind; count: number; median: number; most: number }>`
		select kind, count, share[1] as median, share[2] as most from (
			select kind, count(*)::integer as count,
				percentile_cont(array[0.5, 0.95]) within group (order by extract(epoch from final_at - sent_at)) as share
			from payment where ${leftIn(system, wallet, period)} and final_at is not null
				and state in (${listed(FINAL_STATUS_STATES)})
			group by kind) as one order by kind`.execute(system.database);
	return rows;
}

/** Groups failures by the reason that a payment's page shows: the one from its history, else the service's status. */
export async function readFailures(
	system: SystemContext,
	wallet: WalletKey,
	period: Period,
): Promise<Insights["failures"]> {
	const { rows } = await sql<Insights["failures"][number]>`
		select coalesce(failure_reason, case state when 'failed' then nullif(service_status, 'failed') end) as reason,
			case when failure_reason is null then failure_cause end as cause, state, count(*)::integer as count
		from payment where id in (select id from payment where ${leftIn(system, wallet, period)}
			and state in (${listed(UNPAID_AFTER_PERMIT_STATES)}))
		group by 1, 2, 3 order by 4 desc, 1, 2 limit ${MOST_REASONS}`.execute(system.database);
	return rows;
}

/** Counts payments whose outcome is or was unknown, by their current state, the most frequent first. */
export async function readUnknown(
	system: SystemContext,
	wallet: WalletKey,
	period: Period,
): Promise<Insights["unknown"]> {
	const { rows } = await sql<Insights["unknown"][number]>`
		select payment.state, count(*)::integer as count from payment
		where ${leftIn(system, wallet, period)} and (payment.state in (${listed(AWAITING_REFERENCE_STATES)})
			or payment.id in (select payment_id from payment_event where state = 'unknown'))
		group by 1 order by 2 desc, 1`.execute(system.database);
	return rows;
}
