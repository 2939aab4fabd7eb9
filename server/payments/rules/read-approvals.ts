/** Reads who has approved a payout, who may not approve it, and how many approvers it needs. */
import { sql } from "kysely";
import { waitsForPermit } from "#lib/payment-state.ts";
import type { Approvers } from "#lib/payments/payout-rules.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

interface GivenApprovals {
	given: { id: string; name: string; at: string }[];
	lapsed: { id: string; name: string }[];
}

/**
 * `given`: approvers of exactly these facts whose decisions still count; `lapsed`: the others. A sent payout keeps the approvals that were
 * valid when it left.
 */
export async function readApproversOf(
	database: Database,
	payments: readonly PaymentRow[],
): Promise<(payment: PaymentRow) => GivenApprovals> {
	const rows = await readApprovals(database, payments);
	const byPayment = Map.groupBy(rows, ({ payment_id }) => payment_id);
	return (payment) => {
		const digest = factsDigest(payment);
		const approvals = (byPayment.get(payment.id) ?? []).filter(({ facts }) => facts === digest);
		const given = waitsForPermit(payment.state) ? approvals.filter(({ counts }) => counts) : approvals;
		const lapsed = approvals.filter((approval) => !given.includes(approval));
		return {
			given: given.map(({ id, name, at }) => ({ id, name, at: at.toISOString() })),
			lapsed: lapsed.map(({ id, name }) => ({ id, name })),
		};
	};
}

async function readApprovals(database: Database, payments: readonly Pick<PaymentRow, "id">[]) {
	if (payments.length === 0) return [];
	const ids = payments.map(({ id }) => id);
	return database
		.selectFrom("decision")
		.modifyFront(PREPARED)
		.innerJoin("member", "member.id", "decision.member_id")
		.select(["decision.payment_id", "member.id", "decision.facts", "decision.at", "member.name"])
		.select(sql<boolean>`decision_counts(decision.member_id, decision.recorded_at)`.as("counts"))
		.where("decision.payment_id", "in", ids)
		.where("decision.verdict", "=", "approve")
		.where("decision.voided_at", "is", null)
		.orderBy("decision.id")
		.execute();
}

/** Returns correctors by payment id: like the maker, they may not approve the payout. */
export async function readCorrectors(
	database: Database,
	payments: readonly Pick<PaymentRow, "id">[],
): Promise<Map<string, string[]>> {
	if (payments.length === 0) return new Map();
	const ids = payments.map(({ id }) => id);
	const rows = await database
		.selectFrom("payment_event")
		.select(["payment_id", sql<string[]>`array_agg(distinct member_id)`.as("members")])
		.where("payment_id", "in", ids)
		.where("event", "=", "corrected")
		.where("member_id", "is not", null)
		.groupBy("payment_id")
		.execute();
	return new Map(rows.map(({ payment_id, members }) => [payment_id, members]));
}

/** Returns the ids of the payouts that are approved only together with their batch: rows that were not approved since its request. */
export async function findWithBatch(
	database: Database,
	payouts: readonly Pick<PaymentRow, "id" | "batch_id" | "state">[],
): Promise<Set<string>> {
	const rows = payouts.filter(({ batch_id, state }) => batch_id !== null && state === "awaiting_approval");
	const ids = rows.map(({ id }) => id);
	if (ids.length === 0) return new Set();
	const approved = await database
		.selectFrom("payment_event")
		.select("payment_id")
		.where(sql<boolean>`payment_id = any(${ids})`)
		.where("state", "=", "approved")
		.execute();
	return new Set(ids.filter((id) => !approved.some(({ payment_id }) => payment_id === id)));
}

/** SQL: the approvers that a row of `payment` needs by the current rules, as the trigger `require_approvers` counts them. */
// guard: large-amounts-take-two
export const NEEDED = sql<number>`least(2, new_number_approvers(environment, phone_number)
	+ greatest(approvers_needed(currency, greatest(amount, highest_amount)), least_approvers(maker_id, id)))`;

/** The returned function counts the approvers that a saved payout needs by the current rules. */
export async function readNeeded(
	database: Database,
	payouts: readonly Pick<PaymentRow, "id">[],
): Promise<(payout: Pick<PaymentRow, "id">) => number> {
	if (payouts.length === 0) return () => 2;
	const rows = await database
		.selectFrom("payment")
		.modifyFront(PREPARED)
		.select(["id", NEEDED.as("needed")])
		.where(sql<boolean>`id = any(${payouts.map(({ id }) => id)})`)
		.execute();
	const found = new Map(rows.map(({ id, needed }) => [id, needed]));
	return ({ id }) => found.get(id) ?? 2;
}

type Asked = Pick<PaymentRow, "id" | "maker_id" | "environment"> & { phone_number: string | null };

/**
 * Reads how many approvers a payout needs whatever its amount: one if its maker may not decide yet or another member corrected it, and
 * one more for a new number if the settings say so. The same functions of the database decide here and when a payout becomes `approved`
 * or `sending`. `id`: empty for a payout that is not saved yet. `byRule`: the number of approvers for the amount.
 */
export async function readLeastApprovers(
	database: Database,
	{ id, maker_id, environment, phone_number }: Asked,
): Promise<(byRule: Approvers) => Approvers> {
	const least = sql<number>`least_approvers(${maker_id}, ${id})`.as("least");
	const more = sql<number>`new_number_approvers(${environment}, ${phone_number})`.as("more");
	const found = await database.selectNoFrom([least, more]).executeTakeFirstOrThrow();
	return (byRule) => Math.min(2, Math.max(byRule, found.least) + found.more) as Approvers;
}
