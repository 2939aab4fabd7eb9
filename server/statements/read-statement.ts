import type { Statement, StatementQuery } from "#lib/contracts/statement.ts";
import { dayOf } from "#lib/dates.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { requireWalletKey } from "#server/reconciliation/wallet-key.ts";
import { reckonStatement } from "#server/statements/reckon-statement.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

/**
 * A wallet's statement of calendar days in the business's time zone. Days that have not begun are left out; the last balance is
 * then the newest one. Throws forbidden, wallet_unknown.
 */
export async function readStatement(
	context: Context,
	{ currency, from, to }: StatementQuery & { currency: string },
): Promise<Statement> {
	requirePermission(context, "statement.read");
	const wallet = requireWalletKey(context, currency);
	const sync = await readSyncRow(context.database, wallet);
	const figures = await reckonStatement(context, wallet, { from, to });
	return {
		...figures,
		syncedAt: sync.synced_at?.toISOString() ?? null,
		isComplete: !isArriving(sync) && to < dayOf(context.clock.now(), context.config.timeZone),
	};
}
