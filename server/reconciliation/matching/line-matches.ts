/** SQL for what is known of a line: its automatic match, its payment and its decision. Day and list share it. */
import { sql } from "kysely";

/** Joins `match`, `payment` and `said` to `movement`. */
export const lineMatches = sql`
	left join reconciliation_line as match on match.movement_id = movement.id
	left join payment on payment.id = match.payment_id
	left join lateral (select verdict, reference from reconciliation_decision
		where movement_id = movement.id and not awaits_second order by id desc limit 1) as said on true`;

export const lineMatchColumns = sql`
	coalesce(payment.reference, match.transaction_reference, said.reference) as reference,
	case when said.verdict <> 'reopen' then said.verdict end as verdict,
	case when movement.withdrawn_at is not null then 'withdrawn' when match.status is not null then match.status
		when said.verdict not in ('reopen', 'support') then 'explained' else 'before_books' end as status`;
