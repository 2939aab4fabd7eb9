import { sql } from "kysely";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import { isFinal } from "#lib/payment-state.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database } from "#server/store/database.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";

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
	// A resolved payment keeps the verdicts that were valid when it was resolved.
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
const RESOLVE_AFTER_MS = 15 * 60_000;

/**
 * Returns when verdicts are allowed: some time after the send deadline or the payer's window; without a permit here, after the mismatch
 * was acknowledged. Database time counts, so that no program's clock shortens the wait. Null without any of these times.
 */
export async function readResolvable(
	database: Database,
	payment: Pick<PaymentRow, "id" | "environment" | "currency">,
): Promise<{ at: Date; waitSeconds: number } | null> {
	// guard: settlement-waits-for-late-lines
	const waitMs = Math.max(RESOLVE_AFTER_MS, await readLongestLag(database, payment));
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

const LAG_DAYS = 90;
const LAG_NEWEST = 2_000;
// Caps the lag: nobody connects a line with a payment that is more than a week older.
const LAG_MOST_DAYS = 7;

/**
 * Returns the longest lag of this wallet's newest matched lines, in milliseconds. A lag runs from the payment's processing to the line's
 * own date or, if later, to the last time that the list brought other lines but not this one. So an outage of the desk is not counted.
 */
export async function readLongestLag(database: Database, { environment, currency }: WalletKey): Promise<number> {
	const { rows } = await sql<{ ms: number }>`
		with matched as (
			select movement.created_at, movement.first_seen_at, coalesce(payment.processed_at,
					payment.final_at + coalesce(payment.service_sent_at - payment.sent_at, interval '0')) as processed_at,
				coalesce(payment.service_sent_at - payment.sent_at, interval '0') as clock_difference
			from payment join reconciliation_line as match on match.payment_id = payment.id and match.status = 'matched'
				join movement on movement.id = match.movement_id
			where payment.environment = ${environment} and payment.currency = ${currency}
				and payment.sent_at > now() - make_interval(days => ${LAG_DAYS}) and coalesce(payment.processed_at, payment.final_at) is not null
			order by payment.sent_at desc limit ${LAG_NEWEST}
		), shown as (
			select *, max(first_seen_at) over (order by first_seen_at
				range between unbounded preceding and interval '1 microsecond' preceding) as without_it from matched
		)
		select (extract(epoch from least(coalesce(max(greatest(created_at, without_it + clock_difference) - processed_at), interval '0'),
			make_interval(days => ${LAG_MOST_DAYS}))) * 1000)::float8 as ms from shown`.execute(database);
	return Math.max(0, rows[0]?.ms ?? 0);
}
