import { sql } from "kysely";
import type { NumberFacts } from "#lib/contracts/number-facts.ts";
import { PAID_STATES } from "#lib/payment-state.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { listed } from "#server/store/sql-fragments.ts";

interface Found extends Omit<NumberFacts, "recipient" | "changedAt"> {
	id: string | null;
	name: string | null;
	operator: string | null;
	purpose: string | null;
	reference: string | null;
	changedAt: Date | null;
}

/** Returns the facts by number (E.164), even for numbers that the book does not know. */
export async function resolveNumbers(
	database: Database,
	{ environment, numbers }: { environment: string; numbers: Iterable<string> },
): Promise<Map<string, NumberFacts>> {
	const asked = [...new Set(numbers)];
	if (asked.length === 0) return new Map();
	const { rows } = await sql<Found>`
		select ${PREPARED} asked.number, recipient.id, recipient.name, recipient.operator, recipient.purpose, recipient.reference,
			not ${wasPaid(environment)} as "neverPaid", ${CHANGED_LATELY} as "changedAt", blocked_number.reason as blocked
		from unnest(${asked}::text[]) as asked (number)
		left join recipient on recipient.number = asked.number and recipient.archived_at is null
		left join blocked_number on blocked_number.number = asked.number`.execute(database);
	return new Map(rows.map((row) => [row.number, toFacts(row)]));
}

/** Reads the number from `asked.number` of the surrounding query. */
function wasPaid(environment: string) {
	return sql<boolean>`exists (
		select from payment where kind = 'payout' and phone_number = asked.number and environment = ${environment}
			and state in (${listed(PAID_STATES)})
	)`;
}

/** The same 30 days as `is_new_number` in the database. */
export const CHANGED_LATELY = sql<Date | null>`case
	when recipient.number_changed_at > now() - interval '30 days' then recipient.number_changed_at end`;

function toFacts({ id, name, operator, purpose, reference, ...facts }: Found): NumberFacts {
	const recipient = id === null || name === null ? null : { id, name, operator, purpose, reference };
	return { ...facts, changedAt: facts.changedAt?.toISOString() ?? null, recipient };
}
