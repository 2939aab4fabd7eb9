/** The setting that keeps the accounts of the journal. */
import { DEFAULT_ACCOUNTS, type JournalAccounts, journalAccountsSchema } from "#lib/contracts/journal.ts";
import { type FeeRule, keptFeeRuleSchema } from "#lib/contracts/reconciliation.ts";
import type { Statement } from "#lib/contracts/statement.ts";
import type { WalletKey } from "#server/reconciliation/matching/read-candidates.ts";
import { USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import { readFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export const JOURNAL_ACCOUNTS = "journal_accounts";

/** The accounts in force; the defaults of the SYSCOHADA until somebody changes them. */
export async function readAccounts(store: Database | DatabaseTransaction): Promise<JournalAccounts> {
	const row = await store.selectFrom("setting").select("value").where("name", "=", JOURNAL_ACCOUNTS).executeTakeFirst();
	const known = journalAccountsSchema.safeParse(row?.value);
	return known.success ? known.data : DEFAULT_ACCOUNTS;
}

/** The accounts, and how the service counts the wallet's fees. */
export type Books = JournalAccounts & { rule: FeeRule };

export async function readBooks(store: Database | DatabaseTransaction, wallet: WalletKey): Promise<Books> {
	return { ...(await readAccounts(store)), rule: await readFeeRule(store, wallet) };
}

/** A month that was closed before the rule was kept with it is booked by the usual one. */
const keptSchema = journalAccountsSchema.extend({ rule: keptFeeRuleSchema.shape.rule.default(USUAL_RULE) });

/** What a closed month was closed with; else what is in force. */
export async function readMonthBooks(
	store: Database,
	wallet: WalletKey,
	{ from, monthClosing }: Pick<Statement, "from" | "monthClosing">,
): Promise<Books> {
	if (monthClosing?.state !== "closed") return readBooks(store, wallet);
	const row = await store
		.selectFrom("statement_closing")
		.select("accounts")
		.where("environment", "=", wallet.environment)
		.where("currency", "=", wallet.currency)
		.where("month", "=", from.slice(0, 7))
		.where("ended_at", "is", null)
		.executeTakeFirst();
	return keptSchema.safeParse(row?.accounts).data ?? readBooks(store, wallet);
}
