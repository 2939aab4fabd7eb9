import { sql } from "kysely";
import type { Overview } from "#lib/contracts/overview.ts";
import { ENDED_UNPAID_STATES, MAY_COST_STATES } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { selectPayments, toPaymentSummary } from "#server/payment-records/payment-summary.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import { listed } from "#server/store/listed.ts";

const DAYS = 7;
const MOST = 5;
// Cancelled payouts were ended by the member or an admin on purpose; payouts of a batch are shown with the batch.
const SHOWN_STATES = ["awaiting_approval", ...ENDED_UNPAID_STATES.filter((state) => state !== "cancelled")] as const;

/**
 * Lists the member's payouts of the last seven days that wait for others or ended unpaid: the ended ones first, then the newest. An
 * ended payout is left out once the same amount was requested again for its number: another request would pay twice.
 */
export async function findOwnRequests(context: Context): Promise<Overview["own"]> {
	const { database, member, clock } = context;
	if (!may(member.role, "payout.request")) return [];
	const rows = await selectPayments(database)
		// A literal, so that PostgreSQL can use the partial index of requests outside batches.
		.where("payment.kind", "=", sql.lit<"payout">("payout"))
		.where("payment.maker_id", "=", member.id)
		.where("payment.batch_id", "is", null)
		.where("payment.created_at", ">", new Date(clock.now().getTime() - DAYS * 86_400_000))
		.where("payment.state", "in", SHOWN_STATES)
		.where(sql<boolean>`(payment.state = 'awaiting_approval' or not exists (
			select from payment later where later.kind = 'payout' and later.environment = payment.environment
				and later.phone_number = payment.phone_number and later.currency = payment.currency and later.amount = payment.amount
				and later.created_at > payment.created_at and later.state in (${listed(MAY_COST_STATES)})))`)
		.orderBy((of) => of("payment.state", "=", "awaiting_approval"))
		.orderBy("payment.created_at", "desc")
		.limit(MOST)
		.execute();
	return rows.map((row) => toPaymentSummary(row));
}

/** Counts changes that this member asked for and another admin has to confirm. */
export async function countOwnChanges({ database, member }: Context): Promise<number> {
	const { count } = await database
		.selectFrom("change_request")
		.modifyFront(PREPARED)
		.select((of) => of.fn.countAll<string>().as("count"))
		.where("state", "=", "waiting")
		.where("expires_at", ">", sql<Date>`now()`)
		.where("asked_by", "=", member.id)
		.executeTakeFirstOrThrow();
	return Number(count);
}
