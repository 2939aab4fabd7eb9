/** People's verdicts on one payment that are in force, and from when on they may settle it. */
import { sql } from "kysely";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import { isFinal } from "#lib/payment-state.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { decisionCounts } from "#server/payments/rules/decision-counts.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export type CountedVerdict = EvidenceView["verdicts"][number];

/**
 * Oldest first, without those of people who have lost the right to say one since: they are asked again. A verdict stands for the version it was said of: any change of the payment makes it void. Settling is one change.
 */
export async function readVerdicts(
	database: Database | DatabaseTransaction,
	payment: Pick<PaymentRow, "id" | "state" | "version">,
): Promise<CountedVerdict[]> {
	const rows = await database
		.selectFrom("resolution")
		.innerJoin("member", "member.id", "resolution.member_id")
		.select(["member_id", "member.name", "outcome", "amount", "reason", "at", "said_at"])
		.select(["member.role", "member.disabled_at", "member.password_temporary", "member.decides_from"])
		.where("payment_id", "=", payment.id)
		.where("payment_version", "=", isFinal(payment.state) ? payment.version - 1 : payment.version)
		.where("withdrawn_at", "is", null)
		.orderBy("resolution.id")
		.execute();
	// What is settled was settled by whoever could settle then.
	const counting = isFinal(payment.state) ? rows : rows.filter(decisionCounts);
	return counting.map(({ member_id: id, name, outcome, amount, reason, at }) => ({
		member: { id, name },
		outcome,
		amount,
		reason,
		at: at.toISOString(),
	}));
}

/** After the deadline an answer, a look or a movement may still come by itself. */
const SETTLE_AFTER_MINUTES = 15;

/**
 * All by the database's clock, which also wrote the permit: no desk's own clock lets anybody settle sooner. For a deposit the
 * payer's window counts as well; for what has no permit here, because it may have left in the time that a database lost, when
 * that was acknowledged. Null for a payment that never left.
 */
export async function readSettleable(
	database: Database | DatabaseTransaction,
	payment: Pick<PaymentRow, "id">,
): Promise<{ at: Date; waitSeconds: number } | null> {
	const { rows } = await sql<{ at: Date; wait: number }>`
		with settleable as (
			select greatest(attempt.send_deadline, payment.payer_deadline, payment.may_have_left_until)
				+ ${SETTLE_AFTER_MINUTES} * interval '1 minute' as at
			from payment left join attempt on attempt.payment_id = payment.id where payment.id = ${payment.id}
		)
		select at, greatest(0, ceil(extract(epoch from at - now())))::integer as wait from settleable where at is not null`.execute(
		database,
	);
	const [row] = rows;
	return row ? { at: row.at, waitSeconds: row.wait } : null;
}
