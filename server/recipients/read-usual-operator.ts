import { sql } from "kysely";
import { type UsualOperator, type UsualOperatorRequest, usualOperatorRequestSchema } from "#lib/contracts/recipient.ts";
import { PAID_STATES } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { listed } from "#server/store/listed.ts";

/** The operator that the book has for a number, else the one of its newest paid payout. Throws forbidden, invalid_input. */
export async function readUsualOperator(context: Context, input: UsualOperatorRequest): Promise<UsualOperator> {
	requirePermission(context, "payout.request");
	const { number } = parseInput(usualOperatorRequestSchema, input);
	const { rows } = await sql<UsualOperator>`
		select coalesce(
			(select operator from recipient where number = ${number} and archived_at is null),
			(select operator from payment where kind = 'payout' and phone_number = ${number}
				and environment = ${context.config.environment} and state in (${listed(PAID_STATES)})
				order by created_at desc limit 1)
		) as operator`.execute(context.database);
	return { operator: rows[0]?.operator ?? null };
}
