import type { Statement, StatementFigures, StatementQuery } from "#lib/contracts/statement.ts";
import { dayOf, wholeMonth } from "#lib/dates.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { describeClosing, readClosing } from "#server/statements/closed-months.ts";
import { computeStatement } from "#server/statements/compute-statement.ts";
import { hasLinesSince } from "#server/statements/statement-lines.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";
import { newestReading, requireWalletKey } from "#server/wallets/balance-readings.ts";
import { isArriving, readSyncRow, type SyncRow } from "#server/wallets/sync-row.ts";

/**
 * Reads a wallet's statement of calendar days in the business's time zone; a proposed or closed month has its stored figures. Days
 * that have not begun are left out, and the last balance is then the newest. Throws forbidden, wallet_unknown.
 */
export async function readStatement(
	context: Context,
	query: StatementQuery & { currency: string },
): Promise<Statement> {
	return (await readStatementWithEnd(context, query)).statement;
}

export interface StatementWithEnd {
	statement: Statement;
	/** Id of the newest line that the figures count; "0" if they count none. */
	lastLineId: string;
	/** False for a proposed month whose lines changed since. */
	isCurrent: boolean;
}

/** Runs `read` with a context whose answers all come from one snapshot of the database. */
export function inSnapshot<T>(context: Context, read: (within: Context) => Promise<T>): Promise<T> {
	const snapshot = context.database.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
	return snapshot.execute((database) => read({ ...context, database }));
}

/** Returns the figures that a proposed or closed month keeps, else computes them. `row`: the newest closing of a whole month. */
export async function readFigures(system: SystemContext, wallet: WalletKey, period: StatementQuery) {
	const month = wholeMonth(period);
	const row = month === null ? null : await readClosing(system.database, wallet, month);
	const isKept = row !== null && row.ended_at === null;
	const kept = isKept ? (JSON.parse(row.figures) as StatementFigures) : null;
	return { figures: kept ?? (await computeStatement(system, wallet, period)), month, row, isKept };
}

/** Reads everything in one snapshot, so that the parts agree. Throws what `readStatement` throws. */
export async function readStatementWithEnd(
	context: Context,
	{ currency, from, to }: StatementQuery & { currency: string },
): Promise<StatementWithEnd> {
	requirePermission(context, "statement.read");
	const wallet = requireWalletKey(context, currency);
	return inSnapshot(context, async (within) => {
		const trx = within.database;
		const sync = await readSyncRow(trx, wallet);
		const reading = await newestReading(trx, wallet.environment, currency);
		const { figures, month, row, isKept } = await readFigures(within, wallet, { from, to });
		const listed = listedUntil(context, sync, to);
		const isComplete = isKept || listed.isComplete;
		const statement = {
			...{ ...figures, ...listed, isComplete },
			walletReference: reading?.wallet_reference ?? null,
			monthClosing: month === null ? null : await describeClosing(within, wallet, { month, row, isComplete }),
		};
		const isProposed = statement.monthClosing?.state === "proposed";
		const isCurrent = !(row && isProposed && (await hasLinesSince(trx, row.id)));
		return { statement, isCurrent, lastLineId: isArriving(sync) ? "0" : sync.last_movement_id };
	});
}

/** Says when the lines were read. A list that was read before the last day's end may lack lines. */
export function listedUntil({ config }: SystemContext, { synced_at }: Pick<SyncRow, "synced_at">, to: string) {
	const isComplete = synced_at !== null && to < dayOf(synced_at, config.timeZone);
	return { syncedAt: synced_at?.toISOString() ?? null, isComplete };
}
