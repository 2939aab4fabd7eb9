/** Which payouts wait for one member's own decision: Home and the badge of the frame count by the same condition. */
import { type RawBuilder, sql } from "kysely";

/**
 * Of the row `payment`: not asked for, nor corrected by this member, whose approval does not stand yet. A correction voids
 * what was said before it.
 */
export function waitsForDecisionOf(memberId: string): RawBuilder<boolean> {
	return sql<boolean>`(payment.state = 'awaiting_approval' and payment.kind = 'payout' and payment.maker_id <> ${memberId}
		and not exists (select from decision where decision.payment_id = payment.id and decision.member_id = ${memberId}
			and decision.verdict = 'approve' and decision.voided_at is null and word_counts(decision.member_id, decision.said_at))
		and not exists (select from payment_event where payment_event.payment_id = payment.id
			and payment_event.member_id = ${memberId} and payment_event.event = 'corrected'))`;
}
