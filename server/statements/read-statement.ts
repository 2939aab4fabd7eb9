import type { Statement, StatementFigures, StatementQuery } from "#lib/contracts/statement.ts";
import { dayOf, wholeMonth } from "#lib/dates.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { requireWalletKey } from "#server/reconciliation/wallet-key.ts";
import { readClosing } from "#server/statements/closed-months.ts";
import { describeClosing } from "#server/statements/describe-closing.ts";
import { reckonStatement } from "#server/statements/reckon-statement.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

/**
 * A wallet's statement of calendar days in the business's time zone; a month that people proposed or closed as they kept it. Days
 * that have not begun are left out; the last balance is then the newest one. Throws forbidden, wallet_unknown.
 */
export async function readStatement(
	context: Context,
	{ currency, from, to }: StatementQuery & { currency: string },
): Promise<Statement> {
	requirePermission(context, "statement.read");
	const wallet = requireWalletKey(context, currency);
	const month = wholeMonth({ from, to });
	const [sync, row] = await Promise.all([
		readSyncRow(context.database, wallet),
		month === null ? null : readClosing(context.database, wallet, month),
	]);
	const kept = row && row.ended_at === null ? (JSON.parse(row.figures) as StatementFigures) : null;
	const figures = kept ?? (await reckonStatement(context, wallet, { from, to }));
	const isComplete = !isArriving(sync) && to < dayOf(context.clock.now(), context.config.timeZone);
	return {
		...figures,
		syncedAt: sync.synced_at?.toISOString() ?? null,
		isComplete,
		monthClosing: month === null ? null : await describeClosing(context, wallet, { month, row, isComplete }),
	};
}
