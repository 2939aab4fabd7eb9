/** The setting that keeps the accounts of the journal. */
import { DEFAULT_ACCOUNTS, type JournalAccounts, journalAccountsSchema } from "#lib/contracts/journal.ts";
import type { Statement } from "#lib/contracts/statement.ts";
import type { WalletKey } from "#server/reconciliation/matching/read-candidates.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export const JOURNAL_ACCOUNTS = "journal_accounts";

/** The accounts in force; the defaults of the SYSCOHADA until somebody changes them. */
export async function readAccounts(store: Database | DatabaseTransaction): Promise<JournalAccounts> {
	const row = await store.selectFrom("setting").select("value").where("name", "=", JOURNAL_ACCOUNTS).executeTakeFirst();
	const known = journalAccountsSchema.safeParse(row?.value);
	return known.success ? known.data : DEFAULT_ACCOUNTS;
}

/** The accounts that a closed month was closed with; else those in force. */
export async function readMonthAccounts(
	store: Database,
	{ environment, currency }: WalletKey,
	{ from, monthClosing }: Pick<Statement, "from" | "monthClosing">,
): Promise<JournalAccounts> {
	if (monthClosing?.state !== "closed") return readAccounts(store);
	const row = await store
		.selectFrom("statement_closing")
		.select("accounts")
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where("month", "=", from.slice(0, 7))
		.where("ended_at", "is", null)
		.executeTakeFirst();
	const kept = journalAccountsSchema.safeParse(row?.accounts);
	return kept.success ? kept.data : readAccounts(store);
}
