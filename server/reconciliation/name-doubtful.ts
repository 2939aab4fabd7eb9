/** Which payments of unknown outcome an unexplained line may be: of its type and amount, in their window or near it. */
import { sql } from "kysely";
import { IN_DOUBT_STATES, transactionTypeOf } from "#lib/payment-state.ts";
import { evidenceWindowOf, nearWindowOf } from "#server/payments/evidence-window.ts";
import type { ClaimRow } from "#server/reconciliation/payment-claims.ts";
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
	const { rows } = await sql<
		Omit<ClaimRow, "attempt"> & { amount: string; permitted_at: Date | null; send_deadline: Date | null }
	>`
		select payment.id, payment.kind, payment.state, payment.amount, payment.created_at, payment.sent_at, payment.payer_deadline, payment.may_have_left_until,
			payment.processed_at, attempt.permitted_at, attempt.send_deadline
		from payment left join attempt on attempt.payment_id = payment.id
		where payment.state = any(${[...IN_DOUBT_STATES]}::text[])
			and payment.environment = ${wallet.environment} and payment.currency = ${wallet.currency}
			and payment.amount = any(${[...new Set(lines.map(({ amount }) => amount))]}::numeric[])
		order by payment.created_at desc limit ${MOST}`.execute(store);
	const doubtful = rows.map(({ permitted_at, send_deadline, ...row }) => {
		const attempt = permitted_at && send_deadline ? { permitted_at, send_deadline } : null;
		return { ...row, type: transactionTypeOf(row.kind), near: nearWindowOf(evidenceWindowOf(row, attempt)) };
	});
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
