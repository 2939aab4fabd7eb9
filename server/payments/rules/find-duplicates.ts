/** Earlier payouts of the same number and amount that are not proven unpaid: whoever pays again should have looked at them. */
import type { Twin } from "#lib/duplicates.ts";
import { MAY_COST_STATES, PAID_STATES } from "#lib/payment-state.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

const DUPLICATE_WINDOW_MS = 24 * 3_600_000;

export type PaidFacts = Pick<PaymentRow, "environment" | "currency" | "phone_number"> & {
	/** Two-decimal text. */
	amount: string;
};

/** Ids, newest first; see `findTwinPayments`. */
export async function findDuplicates(
	database: Database | DatabaseTransaction,
	facts: PaidFacts,
	question: { at: Date; except?: string | undefined },
): Promise<string[]> {
	return (await findTwinPayments(database, facts, question)).map(({ id }) => id);
}

/**
 * Newest first: of any member and through any operator, made or sent in the last 24 hours, and those of any age
 * that are not over: nobody can say yet that they were not paid.
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
	return rows
		.filter((row) => row.id !== except)
		.filter((row) => !PAID_STATES.includes(row.state) || isRecent(row.created_at) || isRecent(row.sent_at))
		.sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
		.map(({ id, state, duplicate_of }) => ({ id, state, seen: duplicate_of ?? [] }));
}
