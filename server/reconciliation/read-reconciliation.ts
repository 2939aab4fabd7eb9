import type { Reconciliation, Stretch } from "#lib/contracts/reconciliation.ts";
import { addDays, dayOf } from "#lib/dates.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { readKeptDays, readMonths } from "#server/reconciliation/list-days.ts";
import { listDecided } from "#server/reconciliation/list-decided.ts";
import { readQueue } from "#server/reconciliation/list-findings.ts";
import { openingOf, readKeptBefore, ruleInForce } from "#server/reconciliation/proof/kept-days.ts";
import { proveStretch } from "#server/reconciliation/proof/prove-stretch.ts";
import type { WalletKey } from "#server/reconciliation/read-candidates.ts";
import { readReconciled } from "#server/reconciliation/rematch.ts";
import { demandWalletKey } from "#server/reconciliation/wallet-key.ts";
import { readSyncRow } from "#server/wallets/sync-row.ts";

const DAYS = 31;

/** The answer, the queue and the last days of one wallet. Throws forbidden, wallet_unknown. */
export async function readReconciliation(
	context: Context,
	{ currency }: { currency: string },
): Promise<Reconciliation> {
	demand(context, "reconciliation.read");
	const wallet = demandWalletKey(context, currency);
	const { database } = context;
	const [state, queue, decided, months, days] = await Promise.all([
		readState(context, wallet),
		readQueue(database, wallet),
		listDecided(database, wallet),
		readMonths(database, wallet),
		readKeptDays(database, wallet, { before: null, limit: DAYS }),
	]);
	const current = state.syncedAt === null ? null : await proveNow(context, wallet, new Date(state.syncedAt), state);
	return { currency, ...state, current, ...queue, decided, months, ...days };
}

/** How level the mirror is, and whether it is whole. */
export async function readState({ database }: Context, wallet: WalletKey) {
	const [sync, kept] = await Promise.all([readSyncRow(database, wallet), readReconciled(database, wallet)]);
	return {
		syncedAt: sync.synced_at?.toISOString() ?? null,
		reconciledAt: kept?.reconciled_at?.toISOString() ?? null,
		booksFrom: kept?.books_from?.toISOString() ?? null,
		mayBeCut: sync.may_be_cut,
		fault: sync.fault,
		unreadable: sync.unreadable_lines,
	};
}

/** From the last day kept to the newest look that the mirror has caught up with; null without two looks. */
export async function proveNow(
	context: Context,
	wallet: WalletKey,
	until: Date,
	{ mayBeCut, unreadable }: { mayBeCut: boolean; unreadable: number },
): Promise<Stretch | null> {
	const tomorrow = addDays(dayOf(until, context.config.timeZone), 1);
	const before = await readKeptBefore(context.database, wallet, tomorrow);
	const opening = openingOf(before);
	const stretch = await proveStretch(context.database, wallet, {
		opening,
		from: opening ? new Date(opening.seenAt) : new Date(0),
		until,
		beyond: until,
		inForce: ruleInForce(before),
		mayBeCut,
		unreadable,
	});
	return stretch.closing === null ? null : stretch;
}
