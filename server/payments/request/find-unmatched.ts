import type { PayoutPreview } from "#lib/contracts/payment.ts";
import { transactionTypeOf } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";

const DAY_MS = 86_400_000;
const SHOWN = 5;

/** Withdrawals of this amount in the last day that neither reconciliation nor a person explains, newest first. The first few. */
export async function findUnmatched(
	{ database, config, clock }: SystemContext,
	{ amount, currency }: { amount: string; currency: string },
): Promise<PayoutPreview["unmatched"]> {
	const rows = await database
		.selectFrom("movement")
		.innerJoin("reconciliation_line", "reconciliation_line.movement_id", "movement.id")
		.select(["movement.id", "movement.created_at"])
		.where("movement.environment", "=", config.environment)
		.where("movement.currency", "=", currency)
		.where("movement.type", "=", transactionTypeOf("payout"))
		.where("movement.amount", "=", amount)
		.where("movement.created_at", ">", new Date(clock.now().getTime() - DAY_MS))
		.where("movement.withdrawn_at", "is", null)
		.where("reconciliation_line.status", "=", "unexplained")
		.orderBy("movement.created_at", "desc")
		.orderBy("movement.id", "desc")
		.limit(SHOWN)
		.execute();
	return rows.map(({ id, created_at: at }) => ({ id, createdAt: at.toISOString() }));
}
