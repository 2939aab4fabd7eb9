import { type RawBuilder, sql } from "kysely";
import type { Need } from "#lib/contracts/overview.ts";
import { IN_DOUBT_STATES, MAY_WANT_PEOPLE_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { need } from "#server/overview/need.ts";
import { readNamedPayments, toPaymentSummary } from "#server/payment-records/payment-summary.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { listed } from "#server/store/sql-fragments.ts";

const MOST_PRESSING_FIRST: readonly Need["kind"][] = [
	...["settlement" as const, ...IN_DOUBT_STATES],
	...(["approval", "stuck_payout", "stuck_deposit"] as const),
];

interface Group {
	need: Need["kind"];
	count: number;
	currency: string | null;
	amount: string;
	since: Date;
	oldest_id: string;
}

/**
 * Groups open payments by kind of need, payouts apart from deposits, most pressing first; a batch that waits for approval counts as
 * one. `needOf`: a `case` over a row of `payment` that names the kind, or null.
 */
export async function groupPayments({ database }: SystemContext, needOf: RawBuilder<unknown>): Promise<Need[]> {
	const { rows: groups } = await sql<Group>`
		with ${PREPARED} waiting as (
			select id, kind, batch_id, currency, amount, coalesce(sent_at, created_at) as since, ${needOf} as need
			from payment where state in (${listed(MAY_WANT_PEOPLE_STATES)})
		)
		select need, count(distinct case need when 'approval' then coalesce(batch_id, id) else id end)::integer as count, sum(amount) as amount, min(since) as since,
			case when min(currency) = max(currency) then min(currency) end as currency,
			(array_agg(id order by since, id))[1] as oldest_id
		from waiting where need is not null group by need, kind order by kind desc`.execute(database);
	const rows = await readNamedPayments(
		database,
		groups.map((group) => group.oldest_id),
	);
	const needs = groups.map(({ need: kind, count, currency, amount, since, oldest_id }) => {
		const row = rows.find(({ id }) => id === oldest_id);
		return need(kind, {
			...{ count, currency, since, payment: row ? toPaymentSummary(row) : null },
			// Amounts of different currencies are never added.
			amount: currency === null ? null : amount,
		});
	});
	return needs.sort((a, b) => pressing(a.kind) - pressing(b.kind));
}

function pressing(kind: Need["kind"]): number {
	return MOST_PRESSING_FIRST.indexOf(kind);
}

/** SQL that is true if exactly one member has given a verdict on the payment and `answeredBy` holds for that member. */
export function hasOneAnswer(answeredBy: RawBuilder<unknown>): RawBuilder<boolean> {
	return sql`(select count(*) = 1 and bool_and(${answeredBy}) from resolution
		where payment_id = payment.id and payment_version = payment.version and withdrawn_at is null
			and decision_counts(member_id, recorded_at))`;
}
