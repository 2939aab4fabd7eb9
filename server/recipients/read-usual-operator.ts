import { sql } from "kysely";
import { type UsualOperator, type UsualOperatorRequest, usualOperatorRequestSchema } from "#lib/contracts/recipient.ts";
import { PAID_STATES } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import type { Database } from "#server/store/database.ts";
import { listed } from "#server/store/sql-fragments.ts";

/** Returns the operator that the book has for a number, else that of the newest paid payout. Throws forbidden, invalid_input. */
export async function readUsualOperator(context: Context, input: UsualOperatorRequest): Promise<UsualOperator> {
	requirePermission(context, "payout.request");
	const { number } = parseInput(usualOperatorRequestSchema, input);
	const { database, config } = context;
	const known = await usualOperators(database, { environment: config.environment, numbers: [number] });
	return { operator: known.get(number) ?? null };
}

/** Maps each number (E.164) to its operator; a number without a known operator is absent. */
export async function usualOperators(
	store: Database,
	{ environment, numbers }: { environment: string; numbers: Iterable<string> },
): Promise<Map<string, string>> {
	const { rows } = await sql<{ number: string; operator: string }>`
		select number, operator from unnest(${[...new Set(numbers)]}::text[]) as asked (number)
		cross join lateral (select coalesce(
			(select operator from recipient where number = asked.number and archived_at is null),
			(select operator from payment where kind = 'payout' and phone_number = asked.number
				and environment = ${environment} and state in (${listed(PAID_STATES)})
				order by created_at desc limit 1)
		) as operator) as usual where operator is not null`.execute(store);
	return new Map(rows.map(({ number, operator }) => [number, operator]));
}
