/** Which payments of unknown outcome an unexplained line may be: of its type and amount, in their window or near it. */
import { sql } from "kysely";
import { IN_DOUBT_STATES, transactionTypeOf } from "#lib/payment-state.ts";
import { evidenceWindowOf, nearWindowOf } from "#server/payments/evidence-window.ts";
import {
	type AttemptColumns,
	attemptColumns,
	attemptOf,
	type ClaimRow,
	claimColumns,
} from "#server/reconciliation/payment-claims.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-candidates.ts";

interface OddLine {
	id: string;
	type: string;
	amount: string;
	createdAt: string;
}

// Of one amount people must look at each by hand: more than this would not help them.
const MOST = 200;

/** Line id → payment ids. The other direction is the payment's own evidence, which shows the line as a near miss. */
export async function nameDoubtful(
	store: Store,
	wallet: WalletKey,
	lines: readonly OddLine[],
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
