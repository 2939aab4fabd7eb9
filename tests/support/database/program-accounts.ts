/** A test's database through the accounts of the desk's programs, so that what a test does needs the rights that production grants. */
import type { Database } from "#server/store/database.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";

type Account = DeskProgram | "owner";

const ACCOUNTS_OF = new WeakMap<Database, Record<Account, Database>>();

/** Lets `throughAccount` find each of these databases from each other. */
export function nameAccounts(accounts: Record<Account, Database>): void {
	for (const database of Object.values(accounts)) ACCOUNTS_OF.set(database, accounts);
}

/** Returns the same database through another account; one that the test opened by itself, and a transaction, as it is. */
export function throughAccount(database: Database, account: Account): Database {
	return ACCOUNTS_OF.get(database)?.[account] ?? database;
}
