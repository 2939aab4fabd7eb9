import { type RawBuilder, sql } from "kysely";

/** SQL for rows of `payment` that this member neither requested nor corrected, nor has approved since the last correction. */
export function waitsForDecisionOf(memberId: string): RawBuilder<boolean> {
	return sql<boolean>`(payment.state = 'awaiting_approval' and payment.kind = 'payout' and payment.maker_id <> ${memberId}
		and not exists (select from decision where decision.payment_id = payment.id and decision.member_id = ${memberId}
			and decision.verdict = 'approve' and decision.voided_at is null and decision_counts(decision.member_id, decision.recorded_at))
		and not exists (select from payment_event where payment_event.payment_id = payment.id
			and payment_event.member_id = ${memberId} and payment_event.event = 'corrected'))`;
}
