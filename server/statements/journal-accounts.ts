/** The setting that keeps the accounts of the journal. */

import { z } from "zod";
import { DEFAULT_ACCOUNTS, type JournalAccounts, journalAccountsSchema } from "#lib/contracts/journal.ts";
import { type FeeRule, keptFeeRuleSchema } from "#lib/contracts/reconciliation.ts";
import type { Statement, StatementFigures } from "#lib/contracts/statement.ts";
import type { SystemContext } from "#server/context.ts";
import { USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import { readFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import { readProofs } from "#server/reconciliation/read-closings.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/listed.ts";

export const JOURNAL_ACCOUNTS = "journal_accounts";

/** Reads the accounts in force: the defaults of the SYSCOHADA until somebody changes them. */
export async function readAccounts(store: Database): Promise<JournalAccounts> {
	const row = await store.selectFrom("setting").select("value").where("name", "=", JOURNAL_ACCOUNTS).executeTakeFirst();
	return journalAccountsSchema.safeParse(row?.value).data ?? DEFAULT_ACCOUNTS;
}

/** The accounts, and how the service counts the wallet's fees. */
export type Books = JournalAccounts & { rule: FeeRule };
/** `dayRules`: the rules of proved days, as the service counted then; `rule`: the rule of the other days. */
export type BooksOfDays = Books & { dayRules: Readonly<Record<string, FeeRule>> };

export async function readBooks(
	system: Pick<SystemContext, "database">,
	wallet: WalletKey,
	{ byDay }: Pick<StatementFigures, "byDay">,
): Promise<BooksOfDays> {
	const days = byDay.map(({ day }) => day);
	const proofs = await readProofs(system, wallet, days);
	const dayRules = Object.fromEntries([...proofs].map(([day, { rule }]) => [day, rule]));
	return { ...(await readAccounts(system.database)), rule: await readFeeRule(system.database, wallet), dayRules };
}

const ruleSchema = keptFeeRuleSchema.shape.rule;
/** A closing that does not contain the rules of its days uses its one rule, else the usual one. */
const keptSchema = journalAccountsSchema.extend({
	rule: ruleSchema.default(USUAL_RULE),
	dayRules: z.record(z.string(), ruleSchema).default({}),
});

/** Reads the accounts and rules with which a closed month was closed; for any other period, the current ones. */
export async function readMonthBooks(
	system: Pick<SystemContext, "database">,
	wallet: WalletKey,
	statement: Pick<Statement, "from" | "byDay" | "monthClosing">,
): Promise<BooksOfDays> {
	if (statement.monthClosing?.state !== "closed") return readBooks(system, wallet, statement);
	const row = await system.database
		.selectFrom("statement_closing")
		.select("accounts")
		.where(ofWallet(wallet))
		.where("month", "=", statement.from.slice(0, 7))
		.where("ended_at", "is", null)
		.executeTakeFirst();
	return keptSchema.safeParse(row?.accounts).data ?? readBooks(system, wallet, statement);
}
