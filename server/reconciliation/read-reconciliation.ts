import { sql } from "kysely";
import type { Reconciliation, Stretch } from "#lib/contracts/reconciliation.ts";
import { addDays, dayOf } from "#lib/dates.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { readKeptDays, readMonths } from "#server/reconciliation/list-days.ts";
import { listDecided } from "#server/reconciliation/list-decided.ts";
import { readQueue } from "#server/reconciliation/list-findings.ts";
import { openingOf, readKeptBefore, standingRule } from "#server/reconciliation/proof/kept-days.ts";
import { proveStretch } from "#server/reconciliation/proof/prove-stretch.ts";
import type { WalletKey } from "#server/reconciliation/read-facts.ts";
import { demandWalletKey } from "#server/reconciliation/wallet-key.ts";

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
	const { rows } = await sql<{
		synced_at: Date | null;
		may_be_cut: boolean | null;
		fault: string | null;
		unreadable_lines: number | null;
		reconciled_at: Date | null;
		books_from: Date | null;
	}>`
		select sync.synced_at, sync.may_be_cut, sync.fault, sync.unreadable_lines, kept.reconciled_at, kept.books_from
		from (select ${wallet.environment}::text as environment, ${wallet.currency}::text as currency) as wallet
		left join movement_sync as sync using (environment, currency)
		left join reconciliation_wallet as kept using (environment, currency)`.execute(database);
	const row = rows[0];
	return {
		syncedAt: row?.synced_at?.toISOString() ?? null,
		reconciledAt: row?.reconciled_at?.toISOString() ?? null,
		booksFrom: row?.books_from?.toISOString() ?? null,
		mayBeCut: row?.may_be_cut ?? false,
		fault: row?.fault ?? null,
		unreadable: row?.unreadable_lines ?? 0,
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
		standing: standingRule(before),
		mayBeCut,
		unreadable,
	});
	return stretch.closing === null ? null : stretch;
}
