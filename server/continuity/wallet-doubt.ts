/** The doubt that a wallet casts on the database, in the one row that stops all sending, and what goes on without it. */
import type { Gap } from "#server/continuity/continuity-gap.ts";
import { addSendJob } from "#server/payments/send-job.ts";
import { DATABASE_DOUBT } from "#server/payments/stop/database-doubt.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The doubt goes with the last wallet that was held. Another doubt stays. */
export async function takeWalletDoubt(trx: DatabaseTransaction): Promise<boolean> {
	const held = await trx
		.selectFrom("continuity_gap")
		.select("currency")
		.where("finding", "is not", null)
		.limit(1)
		.executeTakeFirst();
	if (held) return false;
	const row = await trx.selectFrom("setting").select("value").where("name", "=", DATABASE_DOUBT).executeTakeFirst();
	if (!row || !isWalletDoubt(row.value)) return false;
	await trx.deleteFrom("setting").where("name", "=", DATABASE_DOUBT).execute();
	return true;
}

export function isWalletDoubt(value: object): boolean {
	return "kind" in value && value.kind === "wallet_unproved";
}

/** What waited is sent at once. */
export async function wakeWaiting(trx: DatabaseTransaction, { environment, currency }: Gap): Promise<void> {
	const waiting = trx
		.selectFrom("payment")
		.select("id")
		.where("kind", "=", "payout")
		.where("state", "=", "approved")
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.orderBy("created_at");
	for (const payment of await waiting.execute()) await addSendJob(trx, payment);
}
