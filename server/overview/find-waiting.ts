import { sql } from "kysely";
import type { Need } from "#lib/contracts/overview.ts";
import { IN_DOUBT_STATES } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { countChanges } from "#server/overview/count-changes.ts";
import { countPausedBatches } from "#server/overview/count-paused-batches.ts";
import { groupPayments, hasOneAnswer } from "#server/overview/payment-groups.ts";
import { waitsForDecisionOf } from "#server/overview/waits-for-decision.ts";
import { listed } from "#server/store/sql-fragments.ts";

/** Lists what other members must act on, since this one has answered or may not; own requests are in `findOwnRequests`. */
export async function findWaiting(context: Context): Promise<Need[]> {
	const { id: me, role } = context.member;
	const isTheirs = sql`(not ${may(role, "payout.decide")}::boolean or not ${waitsForDecisionOf(me)})`;
	const found = await Promise.all([
		groupPayments(
			context,
			sql`case
				when state in (${listed(IN_DOUBT_STATES)}) and not ${may(role, "payout.resolve")}::boolean then state
				when state in (${listed(IN_DOUBT_STATES)}) and ${hasOneAnswer(sql`member_id = ${me}`)} then 'settlement'
				when state = 'awaiting_approval' and ${isTheirs} and (maker_id <> ${me} or batch_id is not null) then 'approval'
			end`,
		),
		countPausedBatches(context, "others"),
		countChanges(context, "others"),
	]);
	return found.flat();
}
