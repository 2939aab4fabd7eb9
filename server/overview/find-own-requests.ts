import { sql } from "kysely";
import type { Overview } from "#lib/contracts/overview.ts";
import { ENDED_UNPAID_STATES, MAY_COST_STATES, OPEN_STATES } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { selectWaitingChanges } from "#server/overview/count-changes.ts";
import { selectPayments, toPaymentSummary } from "#server/payment-records/payment-summary.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { listed } from "#server/store/sql-fragments.ts";

const DAYS = 7;
const MOST = 6;
// Cancelled payouts are left out, since the member or an admin ended them on purpose. Payouts of a batch are shown with the batch.
const ENDED_STATES = ENDED_UNPAID_STATES.filter((state) => state !== "cancelled");

/**
 * Lists the member's payouts of the last seven days: open ones, then those that ended unpaid; neither kind crowds out the other. An
 * ended payout is left out if the same amount was requested again for the same number: one more request would pay twice.
 */
export async function findOwnRequests(context: Context): Promise<Overview["own"]> {
	const { database, member, clock } = context;
	if (!may(member.role, "payout.request")) return [];
	const rows = await selectPayments(database)
		// This is a literal, so that PostgreSQL can use the partial index of requests outside batches.
		.where("payment.kind", "=", sql.lit<"payout">("payout"))
		.where("payment.maker_id", "=", member.id)
		.where("payment.batch_id", "is", null)
		.where("payment.created_at", ">", new Date(clock.now().getTime() - DAYS * 86_400_000))
		.where("payment.state", "in", [...OPEN_STATES, ...ENDED_STATES])
		.where(sql<boolean>`(payment.state in (${listed(OPEN_STATES)}) or not exists (
			select from payment later where later.kind = 'payout' and later.environment = payment.environment
				and later.phone_number = payment.phone_number and later.currency = payment.currency and later.amount = payment.amount
				and later.created_at > payment.created_at and later.state in (${listed(MAY_COST_STATES)})))`)
		.orderBy(
			sql`row_number() over (partition by payment.state in (${listed(OPEN_STATES)}) order by payment.created_at desc)`,
		)
		.limit(MOST)
		.execute();
	const isOpen = ({ state }: (typeof rows)[number]) => OPEN_STATES.includes(state);
	return [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))].map((row) => toPaymentSummary(row));
}

/** Lists the member's drafts that replace batches which an approver sent back, the newest first. */
export async function findReturnedBatches({ database, member, config }: Context): Promise<Overview["ownBatches"]> {
	if (!may(member.role, "payout.request")) return [];
	return database
		.selectFrom("batch")
		.modifyFront(PREPARED)
		.select(["id", "name"])
		.where("maker_id", "=", member.id)
		.where("environment", "=", config.environment)
		.where("sent_back_reason", "is not", null)
		.where("requested_at", "is", null)
		.where("cancelled_at", "is", null)
		.orderBy("created_at", "desc")
		.limit(MOST)
		.execute();
}

export async function countOwnChanges(context: Context): Promise<number> {
	const { count } = await selectWaitingChanges(context)
		.select((of) => of.fn.countAll<string>().as("count"))
		.where("asked_by", "=", context.member.id)
		.executeTakeFirstOrThrow();
	return Number(count);
}
