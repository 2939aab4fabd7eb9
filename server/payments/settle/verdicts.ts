import { sql } from "kysely";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import { isFinal } from "#lib/payment-state.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { readLongestLag } from "#server/payments/settle/longest-lag.ts";
import type { Database } from "#server/store/database.ts";

export type CountedVerdict = EvidenceView["verdicts"][number];

/**
 * Returns the verdicts, oldest first, without those of members whose decisions no longer count. A verdict is bound to a version of the
 * payment: any change of the payment makes the verdict void.
 */
export async function readVerdicts(
	database: Database,
	payment: Pick<PaymentRow, "id" | "state" | "version">,
): Promise<CountedVerdict[]> {
	const rows = await database
		.selectFrom("resolution")
		.innerJoin("member", "member.id", "resolution.member_id")
		.select(["member_id", "member.name", "outcome", "amount", "reason", "at"])
		.select(sql<boolean>`decision_counts(resolution.member_id, resolution.recorded_at)`.as("counts"))
		.where("payment_id", "=", payment.id)
		.where("payment_version", "=", isFinal(payment.state) ? payment.version - 1 : payment.version)
		.where("withdrawn_at", "is", null)
		.orderBy("resolution.id")
		.execute();
	// A settled payment keeps the verdicts that were valid when it was settled.
	const counting = isFinal(payment.state) ? rows : rows.filter(({ counts }) => counts);
	return counting.map(({ member_id: id, name, outcome, amount, reason, at }) => ({
		member: { id, name },
		outcome,
		amount,
		reason,
		at: at.toISOString(),
	}));
}

/** This long after the deadline an answer, a balance reading or a line may still arrive; a slow wallet's lag may be longer. */
const SETTLE_AFTER_MS = 15 * 60_000;

/**
 * Returns when verdicts are allowed: some time after the send deadline or the payer's window; without a permit here, after the mismatch
 * was acknowledged. Database time counts, so that no program's clock shortens the wait. Null without any of these times.
 */
export async function readSettleable(
	database: Database,
	payment: Pick<PaymentRow, "id" | "environment" | "currency">,
): Promise<{ at: Date; waitSeconds: number } | null> {
	// guard: settlement-waits-for-late-lines
	const waitMs = Math.max(SETTLE_AFTER_MS, await readLongestLag(database, payment));
	const { rows } = await sql<{ at: Date; wait: number }>`
		with settleable as (
			select greatest(attempt.send_deadline, payment.payer_deadline + coalesce(attempt.permitted_at - payment.sent_at, '0'),
				payment.may_have_left_until) + ${waitMs} * interval '1 millisecond' as at
			from payment left join attempt on attempt.payment_id = payment.id where payment.id = ${payment.id}
		)
		select at, greatest(0, ceil(extract(epoch from at - now())))::integer as wait from settleable where at is not null`.execute(
		database,
	);
	const [row] = rows;
	return row ? { at: row.at, waitSeconds: row.wait } : null;
}
