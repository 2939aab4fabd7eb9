import { type RawBuilder, sql } from "kysely";
import { minorOf } from "#lib/money.ts";
import { MAY_COST_STATES, OPEN_STATES, PAID_STATES } from "#lib/payment-state.ts";
import type { Twin } from "#lib/payments/duplicates.ts";
import { findForgotten } from "#server/continuity/forgotten-permits.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { listed } from "#server/store/sql-fragments.ts";

const DUPLICATE_WINDOW_MS = 24 * 3_600_000;

export type PaidFacts = Pick<PaymentRow, "environment" | "currency" | "phone_number"> & {
	amount: string;
};

export async function findDuplicates(
	database: Database,
	facts: PaidFacts,
	question: { at: Date; except?: string | undefined },
): Promise<string[]> {
	const { at, except = "" } = question;
	return ((await findTwins(database, [{ ...facts, id: except }], at)).get(except) ?? []).map(({ id }) => id);
}

interface Found extends Omit<Twin, "seen"> {
	asked: string;
	seen: string[] | null;
	created_at: Date;
	sent_at: Date | null;
}

/**
 * Returns the twins of each payout of `asked` by its id, newest first: paid ones that were created or sent in the last 24 hours, and
 * unfinished ones of any age. A payout that a lost database sent is unfinished until somebody closes its permit.
 */
export async function findTwins(
	database: Database,
	asked: readonly (PaidFacts & { id: string })[],
	at: Date,
): Promise<Map<string, Twin[]>> {
	const [first] = asked;
	if (!first) return new Map();
	const wanted = JSON.stringify(
		asked.map(({ id, environment, currency, phone_number, amount }) => ({
			...{ id, environment, currency, phone_number, amount },
		})),
	);
	const since = new Date(at.getTime() - DUPLICATE_WINDOW_MS);
	// Each part has an index of its own, and `union` makes PostgreSQL use them: it would expect a hundred rows for the JSON.
	const toNumber = (part: RawBuilder<unknown>) => sql`
		select id, environment, currency, amount, paid_amount, state, created_at, duplicate_of, sent_at, may_have_left_until
		from payment where kind = 'payout' and phone_number = wanted.phone_number and ${part}`;
	const { rows } = await sql<Found>`
		select ${PREPARED} wanted.id as asked, payment.id, payment.state, payment.created_at, payment.duplicate_of as seen,
			coalesce(payment.sent_at, payment.may_have_left_until) as sent_at
		from jsonb_to_recordset(${wanted}::jsonb) as wanted (id text, environment text, currency text, phone_number text, amount numeric)
		cross join lateral (${toNumber(sql`created_at > ${since}::timestamptz`)} union
			${toNumber(sql`sent_at is not null and sent_at > ${since}::timestamptz`)} union
			${toNumber(sql`(state in (${listed(OPEN_STATES)}) or may_have_left_until is not null)`)}) as payment
		where payment.currency = wanted.currency and payment.environment = wanted.environment
			and wanted.amount in (payment.amount, payment.paid_amount)
			and payment.id <> wanted.id and payment.state in (${listed(MAY_COST_STATES)})`.execute(database);
	const isRecent = (time: Date | null) => time !== null && time > since;
	const known = rows
		.filter((row) => !PAID_STATES.includes(row.state) || isRecent(row.created_at) || isRecent(row.sent_at))
		.map(({ asked, id, state, created_at: at, seen }) => ({ asked, at, twin: { id, state, seen: seen ?? [] } }));
	// guard: lost-payouts-are-twins
	const lost = await findLost(database, asked, isRecent);
	const newestFirst = [...known, ...lost].sort(
		(a, b) => b.at.getTime() - a.at.getTime() || (a.twin.id < b.twin.id ? 1 : -1),
	);
	const byAsked = Map.groupBy(newestFirst, ({ asked: id }) => id);
	return new Map([...byAsked].map(([id, found]) => [id, found.map(({ twin }) => twin)]));
}

async function findLost(
	database: Database,
	asked: readonly (PaidFacts & { id: string })[],
	isRecent: (time: Date) => boolean,
): Promise<{ asked: string; at: Date; twin: Twin }[]> {
	const found: { asked: string; at: Date; twin: Twin }[] = [];
	for (const [wallet, group] of Map.groupBy(asked, ({ currency }) => currency)) {
		const [{ environment } = { environment: "" }] = group;
		const wanted = group.length === 1 && group[0] ? group[0] : {};
		const lost = await findForgotten(database, { kind: "payout", environment, currency: wallet }, wanted);
		for (const { id, number, amount, sentAt: at, isOpen } of lost)
			for (const one of group)
				if (one.id !== id && one.phone_number === number && minorOf(one.amount) === minorOf(amount))
					if (isOpen || isRecent(at)) found.push({ asked: one.id, at, twin: { id, state: "may_have_left", seen: [] } });
	}
	return found;
}
