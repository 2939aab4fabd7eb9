/** Converts payment filters to SQL. */
import { type SelectQueryBuilder, sql } from "kysely";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import { OPEN_STATES, type PaymentKind } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { anyOf, byName, byPurpose, textMatches } from "#server/payment-records/payment-text-search.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export type PaymentFilter = { kind: PaymentKind } & Pick<
	PaymentQuery,
	"state" | "currency" | "operator" | "name" | "purpose" | "from" | "to" | "search" | "batch"
>;

export function filtered<DB extends Tables, TB extends keyof DB & "payment", O>(
	query: SelectQueryBuilder<DB, TB, O>,
	context: SystemContext,
	{ kind, state, currency, operator, name, purpose, from, to, search, batch }: PaymentFilter,
): SelectQueryBuilder<DB, TB, O> {
	const zone = context.config.timeZone;
	const states = state === "open" ? OPEN_STATES : state ? [state] : null;
	// Days are calendar days in the business's time zone, both inclusive.
	return query
		.where(sql<boolean>`payment.kind = ${kind}`)
		.$if(states !== null, (q) => q.where(sql<boolean>`payment.state = any(${states})`))
		.$if(currency !== undefined, (q) => q.where(sql<boolean>`payment.currency = ${currency}`))
		.$if(operator !== undefined, (q) => q.where(sql<boolean>`payment.operator = ${operator}`))
		.$if(Boolean(name), (q) => q.where(byName(name ?? "")))
		.$if(Boolean(purpose), (q) => q.where(byPurpose(purpose ?? "")))
		.$if(from !== undefined, (q) =>
			q.where(sql<boolean>`payment.created_at >= ${from}::date::timestamp at time zone ${zone}`),
		)
		.$if(to !== undefined, (q) =>
			q.where(sql<boolean>`payment.created_at < (${to}::date + 1)::timestamp at time zone ${zone}`),
		)
		.$if(batch === "none", (q) => q.where(sql<boolean>`payment.batch_id is null`))
		.$if(batch !== undefined && batch !== "none", (q) => q.where(sql<boolean>`payment.batch_id = ${batch}`))
		.$if(Boolean(search), (q) => q.where(anyOf(textMatches(search ?? "", 3))));
}
