/** How the payments ended that left in a period: by operator, by hour, how long they took, why some failed. */
import { sql } from "kysely";
import type { Insights, OperatorOutcome } from "#lib/contracts/insights.ts";
import {
	FINAL_STATUS_STATES,
	IN_DOUBT_STATES,
	PAID_STATES,
	type PaymentKind,
	UNPAID_AFTER_PERMIT_STATES,
} from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import type { Period } from "#server/insights/periods.ts";
import type { WalletKey } from "#server/reconciliation/matching/read-candidates.ts";
import { listed } from "#server/store/listed.ts";

const MOST_REASONS = 8;

/** Payments that left in these calendar days of the business's time zone, by the index of what left. */
function leftIn({ config: { timeZone } }: SystemContext, { environment, currency }: WalletKey, { from, to }: Period) {
	return sql`payment.environment = ${environment} and payment.currency = ${currency}
		and payment.sent_at >= ${from}::date::timestamp at time zone ${timeZone}
		and payment.sent_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
}

interface CountRow {
	operator: string | null;
	name: string | null;
	hour: number | null;
	isBefore: boolean;
	paid: number;
	unpaid: number;
}

/** `before` ends where `period` begins. */
export async function readOutcomes(
	system: SystemContext,
	wallet: WalletKey,
	period: Period,
	before: Period,
): Promise<Pick<Insights, "byOperator" | "byHour">> {
	const { timeZone } = system.config;
	const { rows } = await sql<CountRow>`
		select operator, max(operator_name) as name, hour, "isBefore",
			count(*) filter (where state in (${listed(PAID_STATES)}))::integer as paid,
			count(*) filter (where state in (${listed(UNPAID_AFTER_PERMIT_STATES)}))::integer as unpaid
		from (
			select operator, operator_name, state, extract(hour from sent_at at time zone ${timeZone})::integer as hour,
				sent_at < ${period.from}::date::timestamp at time zone ${timeZone} as "isBefore"
			from payment where ${leftIn(system, wallet, { from: before.from, to: period.to })}
		) as one group by grouping sets ((operator, "isBefore"), (hour, "isBefore"))`.execute(system.database);
	const none = { paid: 0, unpaid: 0 };
	const countsOf = ({ paid, unpaid }: CountRow) => ({ paid, unpaid });
	const earlier = new Map(rows.flatMap((row) => (row.operator && row.isBefore ? [[row.operator, countsOf(row)]] : [])));
	const byOperator = rows.flatMap((row): OperatorOutcome[] => {
		const { operator, name, isBefore } = row;
		if (operator === null || isBefore) return [];
		return [{ operator, name: name ?? operator, ...countsOf(row), before: earlier.get(operator) ?? none }];
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

export async function readFailures(
	system: SystemContext,
	wallet: WalletKey,
	period: Period,
): Promise<Insights["failures"]> {
	const { rows } = await sql<Insights["failures"][number]>`
		select failure_reason as reason, case when failure_reason is null then failure_cause end as cause, state,
			count(*)::integer as count
		from payment where ${leftIn(system, wallet, period)} and state in (${listed(UNPAID_AFTER_PERMIT_STATES)})
		group by 1, 2, 3 order by 4 desc, 1, 2 limit ${MOST_REASONS}`.execute(system.database);
	return rows;
}

/** By their state now, the most frequent first. */
export async function readUnknown(
	system: SystemContext,
	wallet: WalletKey,
	period: Period,
): Promise<Insights["unknown"]> {
	const { rows } = await sql<Insights["unknown"][number]>`
		select payment.state, count(*)::integer as count from payment
		where ${leftIn(system, wallet, period)} and (payment.state in (${listed(IN_DOUBT_STATES)})
			or payment.id in (select payment_id from payment_event where state = 'unknown'))
		group by 1 order by 2 desc, 1`.execute(system.database);
	return rows;
}
