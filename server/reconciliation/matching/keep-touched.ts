/** Records changes that stored proofs may depend on, for the next run over the days. */
import { sql } from "kysely";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/listed.ts";

/** Widens the recorded period; an empty list changes nothing. */
export async function keepTouched(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	spans: readonly { from: Date; to: Date }[],
): Promise<void> {
	if (spans.length === 0) return;
	const first = spans.reduce((least, { from }) => Math.min(least, +from), Number.POSITIVE_INFINITY);
	const last = spans.reduce((most, { to }) => Math.max(most, +to), Number.NEGATIVE_INFINITY);
	await trx
		.updateTable("reconciliation_wallet")
		.set({
			touched_from: sql<Date>`least(touched_from, ${new Date(first)}::timestamptz)`,
			touched_until: sql<Date>`greatest(touched_until, ${new Date(last)}::timestamptz)`,
		})
		.where(ofWallet(wallet))
		.execute();
}
