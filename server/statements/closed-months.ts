import { hash } from "node:crypto";
import { sql } from "kysely";
import type { StepUpClosing } from "#lib/contracts/second-factor.ts";
import type { MonthClose, StatementBalance, StatementFigures } from "#lib/contracts/statement.ts";
import { nextMonth } from "#lib/dates.ts";
import { may } from "#lib/roles.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { readChangeRequests } from "#server/guarded-changes/read-change-requests.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

/**
 * Reads the newest closing of a month, even if it was rejected or reopened; null before the first proposal. `counts` is false once
 * the proposer's decisions no longer count: then nobody can confirm the proposal.
 */
export async function readClosing(store: Database, wallet: WalletKey, month: string) {
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

export type ClosingRow = NonNullable<Awaited<ReturnType<typeof readClosing>>>;

export function closedMonths(store: Database, { environment, currency }: WalletKey) {
	return store
		.selectFrom("statement_closing")
		.where(ofWallet({ environment, currency }))
		.where("confirmed_at", "is not", null)
		.where("ended_at", "is", null);
}

export async function readLastClosed(store: Database, wallet: WalletKey): Promise<string | null> {
	const row = await closedMonths(store, wallet).select("month").orderBy("month", "desc").limit(1).executeTakeFirst();
	return row?.month ?? null;
}

/**
 * Returns true for the last closed month while no later one is proposed, since months are closed in order. `environment`: null for
 * any, because a database that was used with two accounts may have closed the month for both.
 */
export async function mayReopen(
	store: Database,
	{ environment, currency }: { environment: string | null; currency: string },
	month: string,
): Promise<boolean> {
	const row = await store
		.selectFrom("statement_closing")
		.select("id")
		.$if(environment !== null, (query) => query.where("environment", "=", environment ?? ""))
		.where("currency", "=", currency)
		.where("month", "=", month)
		.where("confirmed_at", "is not", null)
		.where("ended_at", "is", null)
		.where(
			sql<boolean>`not exists (select from statement_closing as later
				where later.environment = statement_closing.environment and later.currency = statement_closing.currency
					and later.month > statement_closing.month and later.ended_at is null)`,
		)
		.executeTakeFirst();
	return row !== undefined;
}

/** Returns the balances with which months were closed, by the month's last day, up to the month of `to`. */
export async function readClosedEnds(
	{ database }: SystemContext,
	wallet: WalletKey,
	to: string,
): Promise<Map<string, StatementBalance>> {
	const rows = await closedMonths(database, wallet)
		.select(sql<StatementFigures["closing"]>`figures::jsonb -> 'closing'`.as("closing"))
		.select(sql<string>`figures::jsonb ->> 'to'`.as("day"))
		.where("month", "<=", to.slice(0, 7))
		.execute();
	return new Map(rows.map(({ day, closing }) => [day, closing]));
}

/** Returns the day of the wallet's first line or balance reading, in the business's time zone; null before there is one. */
export async function readFirstKnownDay(
	{ database, config }: SystemContext,
	{ environment, currency }: WalletKey,
): Promise<string | null> {
	const of = sql`where ${ofWallet({ environment, currency })}`;
	const { rows } = await sql<{ day: string | null }>`
		select to_char(least((select min(created_at) from movement ${of}), (select min(first_fetched_at) from balance_reading ${of}))
			at time zone ${config.timeZone}, 'YYYY-MM-DD') as day`.execute(database);
	return rows[0]?.day ?? null;
}

/**
 * Binds a step-up to one wallet, month, decision and version. `figures`: the digest of the figures that are confirmed or reopened;
 * null for a proposal, which makes the figures.
 */
export function closingDigest(
	{ environment, currency }: WalletKey,
	{ month, decision, version }: Pick<StepUpClosing, "month" | "decision" | "version">,
	figures: string | null,
): string {
	return hash("sha256", JSON.stringify(["closing", environment, currency, month, decision, version, figures]));
}

interface Known {
	month: string;
	row: ClosingRow | null;
	/** The month is over and its lines have arrived. */
	isComplete: boolean;
}

export async function describeClosing(
	{ database, member }: Context,
	wallet: WalletKey,
	{ month, row, isComplete }: Known,
): Promise<MonthClose> {
	const version = row?.version ?? 0;
	const lastClosed = await readLastClosed(database, wallet);
	const active = row?.ended_at === null ? row : null;
	const state = !active ? "open" : active.confirmed_at ? "closed" : "proposed";
	const mayClose = may(member.role, "statement.close");
	const subject = `${wallet.currency} ${month}`;
	const isShown = state === "closed" && may(member.role, "change_request.read");
	const [asked] = isShown ? await readChangeRequests(database, member, { subject, waiting: true }) : [];
	const isNext = lastClosed === null || month === nextMonth(lastClosed);
	return {
		...{ month, state, version },
		proposedBy: active && { id: active.proposed_by, name: active.proposer },
		proposedAt: active?.proposed_at.toISOString() ?? null,
		confirmedBy: active?.confirmed_by ? { id: active.confirmed_by, name: active.confirmer ?? "" } : null,
		confirmedAt: active?.confirmed_at?.toISOString() ?? null,
		digest: active?.digest ?? null,
		reopening: asked ? { by: asked.askedBy, at: asked.askedAt } : null,
		may: {
			propose: mayClose && state === "open" && isComplete && isNext,
			confirm:
				mayClose && state === "proposed" && isNext && active?.proposed_by !== member.id && active?.counts === true,
			reject: mayClose && state === "proposed",
			reopen:
				state === "closed" &&
				!asked &&
				may(member.role, "change_request.confirm") &&
				(await mayReopen(database, wallet, month)),
		},
	};
}
