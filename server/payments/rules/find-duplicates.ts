import { MAY_COST_STATES, PAID_STATES } from "#lib/payment-state.ts";
import type { Twin } from "#lib/payments/duplicates.ts";
import { findForgotten } from "#server/continuity/forgotten-permits.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

const DUPLICATE_WINDOW_MS = 24 * 3_600_000;

export type PaidFacts = Pick<PaymentRow, "environment" | "currency" | "phone_number"> & {
	/** Decimal text with two places. */
	amount: string;
};

export async function findDuplicates(
	database: Database | DatabaseTransaction,
	facts: PaidFacts,
	question: { at: Date; except?: string | undefined },
): Promise<string[]> {
	return (await findTwinPayments(database, facts, question)).map(({ id }) => id);
}

/**
 * Newest first, of any member and operator: made or sent in the last 24 hours, or unfinished at any age, since an unfinished
 * payment may still prove to be paid. What a lost database sent is unfinished until somebody closes it.
 */
export async function findTwinPayments(
	database: Database | DatabaseTransaction,
	facts: PaidFacts,
	{ at, except }: { at: Date; except?: string | undefined },
): Promise<Twin[]> {
	const since = new Date(at.getTime() - DUPLICATE_WINDOW_MS);
	const rows = await database
		.selectFrom("payment")
		.select(["id", "state", "created_at", "sent_at", "duplicate_of"])
		.where("kind", "=", "payout")
		.where("environment", "=", facts.environment)
		.where("currency", "=", facts.currency)
		.where("phone_number", "=", facts.phone_number)
		.where((of) => of.or([of("amount", "=", facts.amount), of("paid_amount", "=", facts.amount)]))
		.where("state", "in", MAY_COST_STATES)
		.execute();
	const isRecent = (time: Date | null) => time !== null && time > since;
	const known = rows
		.filter((row) => !PAID_STATES.includes(row.state) || isRecent(row.created_at) || isRecent(row.sent_at))
		.map(({ id, state, created_at: at, duplicate_of }) => ({ id, state, at, seen: duplicate_of ?? [] }));
	const forgotten = await findForgotten(database, { ...facts, kind: "payout" }, facts);
	const lost = forgotten.filter(({ isOpen, sentAt }) => isOpen || isRecent(sentAt));
	return [...known, ...lost.map(({ id, sentAt: at }) => ({ id, state: "may_have_left" as const, at, seen: [] }))]
		.filter(({ id }) => id !== except)
		.sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
		.map(({ at: _at, ...twin }) => twin);
}
