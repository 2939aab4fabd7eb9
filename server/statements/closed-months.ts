/** Reads what is kept of months that people proposed or closed. */
import { sql } from "kysely";
import type { StatementBalance, StatementFigures } from "#lib/contracts/statement.ts";
import type { SystemContext } from "#server/context.ts";
import type { Store } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/listed.ts";

export interface ClosingRow {
	id: string;
	version: number;
	figures: string;
	digest: string;
	proposed_by: string;
	proposer: string;
	proposed_at: Date;
	/** False once the proposer's decisions count no more: nobody can confirm the proposal. */
	counts: boolean;
	confirmed_by: string | null;
	confirmer: string | null;
	confirmed_at: Date | null;
	ended_at: Date | null;
}

/** The newest row of a month, also one that ended; null before the first proposal. */
export async function readClosing(store: Store, wallet: WalletKey, month: string): Promise<ClosingRow | null> {
	const row = await store
		.selectFrom("statement_closing")
		.innerJoin("member as proposer", "proposer.id", "proposed_by")
		.leftJoin("member as confirmer", "confirmer.id", "confirmed_by")
		.select(["statement_closing.id", "statement_closing.version", "figures", "digest", "ended_at"])
		.select(["proposed_by", "proposed_at", "confirmed_by", "confirmed_at"])
		.select(["proposer.name as proposer", "confirmer.name as confirmer"])
		.select(sql<boolean>`decision_counts(proposed_by, proposed_at)`.as("counts"))
		.where(ofWallet(wallet))
		.where("month", "=", month)
		.orderBy("statement_closing.id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row ?? null;
}

/** The rows of a wallet's closed months: confirmed, and not reopened. */
export function closedMonths(store: Store, { environment, currency }: WalletKey) {
	return store
		.selectFrom("statement_closing")
		.where(ofWallet({ environment, currency }))
		.where("confirmed_at", "is not", null)
		.where("ended_at", "is", null);
}

/** The last closed month; null without one. Months are closed one after another. */
export async function readLastClosed(store: Store, wallet: WalletKey): Promise<string | null> {
	const row = await closedMonths(store, wallet).select("month").orderBy("month", "desc").limit(1).executeTakeFirst();
	return row?.month ?? null;
}

/** The balances that months were closed with, by their last day. */
export async function readClosedEnds(
	{ database }: SystemContext,
	wallet: WalletKey,
	from: string,
	to: string,
): Promise<Map<string, StatementBalance>> {
	const rows = await closedMonths(database, wallet)
		.select(sql<StatementFigures["closing"]>`figures::jsonb -> 'closing'`.as("closing"))
		.select(sql<string>`figures::jsonb ->> 'to'`.as("day"))
		.where("month", ">=", from.slice(0, 7))
		.where("month", "<=", to.slice(0, 7))
		.execute();
	return new Map(rows.map(({ day, closing }) => [day, closing]));
}
