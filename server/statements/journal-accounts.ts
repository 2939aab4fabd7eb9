import { DEFAULT_ACCOUNTS, type JournalAccounts, journalAccountsSchema } from "#lib/contracts/journal.ts";
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import type { Statement, StatementFigures } from "#lib/contracts/statement.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { readDayRules } from "#server/reconciliation/read-closing-balances.ts";
import type { Database } from "#server/store/database.ts";
import { readSetting } from "#server/store/settings.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

export const JOURNAL_ACCOUNTS = "journal_accounts";

/** Reads the accounts in force: the defaults of the SYSCOHADA until somebody changes them. */
export async function readAccounts(store: Database): Promise<JournalAccounts> {
	return readSetting(store, JOURNAL_ACCOUNTS, journalAccountsSchema, DEFAULT_ACCOUNTS);
}

export type Books = JournalAccounts & { rule: FeeRule };
/** `dayRules`: the fee rules of days with a proof, as the service counted then; `rule`: the fee rule of all other days. */
export type BooksOfDays = Books & { dayRules: Readonly<Record<string, FeeRule>> };

export async function readBooks(
	system: Pick<SystemContext, "database">,
	wallet: WalletKey,
	{ byDay }: Pick<StatementFigures, "byDay">,
): Promise<BooksOfDays> {
	const days = byDay.map(({ day }) => day);
	const { proofs, inForce: rule } = await readDayRules(system, wallet, days);
	const dayRules = Object.fromEntries([...proofs].map(([day, { rule }]) => [day, rule]));
	return { ...(await readAccounts(system.database)), rule, dayRules };
}

/** Reads the accounts and rules that a proposed or closed month keeps; for any other period, the current ones. */
export async function readMonthBooks(
	system: Pick<SystemContext, "database">,
	wallet: WalletKey,
	statement: Pick<Statement, "from" | "byDay" | "monthClosing">,
): Promise<BooksOfDays> {
	if (!statement.monthClosing || statement.monthClosing.state === "open") return readBooks(system, wallet, statement);
	const row = await system.database
		.selectFrom("statement_closing")
		.select("accounts")
		.where(ofWallet(wallet))
		.where("month", "=", statement.from.slice(0, 7))
		.where("ended_at", "is", null)
		.executeTakeFirstOrThrow(() => new AppError("conflict", "the closing ended meanwhile"));
	return row.accounts as BooksOfDays;
}
