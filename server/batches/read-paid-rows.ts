import type { RowFacts, RowWarning } from "#lib/contracts/batch.ts";
import { ENDED_UNPAID_STATES } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";

export interface PaidRow {
	n: number;
	name: string;
	facts: RowFacts;
	warnings: RowWarning[];
	paymentId: string | null;
	/** Why an equal payout is meant. */
	reason: string | null;
}

/** Rows of a batch that are or would be paid: neither faulty, nor left out, nor ended unpaid. */
export async function readPaidRows({ database }: Context, id: string): Promise<PaidRow[]> {
	const rows = await database
		.selectFrom("batch_row")
		.leftJoin("payment", (join) =>
			join.onRef("payment.batch_id", "=", "batch_row.batch_id").onRef("payment.batch_row", "=", "batch_row.n"),
		)
		.select(["n", "batch_row.name", "facts", "faults", "warnings", "batch_row.duplicate_reason as reason"])
		.select(["payment.id as paymentId", "payment.state", "payment.duplicate_reason as confirmed"])
		.where("batch_row.batch_id", "=", id)
		.where("left_out", "is", null)
		.orderBy("n")
		.execute();
	return rows.flatMap(({ facts, faults, state, confirmed, reason, ...row }) => {
		const isPaid = facts !== null && faults.length === 0 && !(state && ENDED_UNPAID_STATES.includes(state));
		return isPaid ? [{ ...row, facts, reason: row.paymentId === null ? reason : confirmed }] : [];
	});
}
