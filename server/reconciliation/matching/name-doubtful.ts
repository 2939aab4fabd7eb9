/** Finds payments of unknown outcome that an unmatched line may belong to: of its type and amount, in or near their window. */
import { sql } from "kysely";
import { IN_DOUBT_STATES, transactionTypeOf } from "#lib/payment-state.ts";
import { evidenceWindowOf, nearWindowOf } from "#server/payment-records/evidence-window.ts";
import {
	type AttemptColumns,
	attemptColumns,
	attemptOf,
	type ClaimRow,
	claimColumns,
} from "#server/reconciliation/matching/payment-claims.ts";
import type { Store, WalletKey } from "#server/reconciliation/matching/read-candidates.ts";

interface UnmatchedLine {
	id: string;
	type: string;
	amount: string;
	createdAt: string;
}

// People must check each by hand; more would not help them.
const MOST = 200;

/** Line id → payment ids. A payment's own evidence shows the reverse, with the line as a near miss. */
export async function nameDoubtful(
	store: Store,
	wallet: WalletKey,
	lines: readonly UnmatchedLine[],
): Promise<Map<string, string[]>> {
	if (lines.length === 0) return new Map();
	const { rows } = await sql<Omit<ClaimRow, "attempt"> & AttemptColumns & { amount: string }>`
		select ${claimColumns}, payment.amount, ${attemptColumns}
		from payment left join attempt on attempt.payment_id = payment.id
		where payment.state = any(${[...IN_DOUBT_STATES]}::text[])
			and payment.environment = ${wallet.environment} and payment.currency = ${wallet.currency}
			and payment.amount = any(${[...new Set(lines.map(({ amount }) => amount))]}::numeric[])
		order by payment.created_at desc limit ${MOST}`.execute(store);
	const doubtful = rows.map((row) => ({
		...{ id: row.id, amount: row.amount, type: transactionTypeOf(row.kind) },
		near: nearWindowOf(evidenceWindowOf(row, attemptOf(row))),
	}));
	return new Map(
		lines.map(({ id, type, amount, createdAt }) => {
			const at = Date.parse(createdAt);
			const mayBe = doubtful.filter(
				(one) => one.type === type && one.amount === amount && at >= +one.near.from && at <= +one.near.to,
			);
			return [id, mayBe.map((one) => one.id)];
		}),
	);
}
