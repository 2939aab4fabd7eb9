/** Reads what the book and the payments know of numbers, with one statement for all of them. */
import { sql } from "kysely";
import type { NumberFacts } from "#lib/contracts/number-facts.ts";
import { PAID_STATES } from "#lib/payment-state.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import { listed } from "#server/store/listed.ts";

interface Found {
	number: string;
	id: string | null;
	name: string | null;
	operator: string | null;
	purpose: string | null;
	reference: string | null;
	never_paid: boolean;
	changed_at: Date | null;
	blocked: string | null;
}

/** Returns the facts by number (E.164), also for numbers that the book does not know. */
export async function resolveNumbers(
	database: Database,
	{ environment, numbers }: { environment: string; numbers: Iterable<string> },
): Promise<Map<string, NumberFacts>> {
	const asked = [...new Set(numbers)];
	if (asked.length === 0) return new Map();
	const { rows } = await sql<Found>`
		select ${PREPARED} asked.number, recipient.id, recipient.name, recipient.operator, recipient.purpose, recipient.reference,
			not ${wasPaid(environment)} as never_paid, ${CHANGED_LATELY} as changed_at, blocked_number.reason as blocked
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

function toFacts({ number, id, name, operator, purpose, reference, ...row }: Found): NumberFacts {
	return {
		number,
		recipient: id === null || name === null ? null : { id, name, operator, purpose, reference },
		neverPaid: row.never_paid,
		changedAt: row.changed_at?.toISOString() ?? null,
		blocked: row.blocked,
	};
}
