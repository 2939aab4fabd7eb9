/** The only way to move money in the sandbox: entries that sum to zero, on locked accounts, in the caller's transaction. */
import { randomUUID } from "node:crypto";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import type { AccountName } from "#server/sandbox/ledger/accounts.ts";
import type { JournalKind, SandboxTransaction } from "#server/sandbox/tables.ts";

interface JournalEntry {
	account: AccountName;
	amountMinor: AmountMinor;
}

export interface Journal {
	kind: JournalKind;
	reference: string | null;
	at: Date;
	entries: readonly JournalEntry[];
}

/** Reads balances and locks the accounts until the transaction ends, in order of their ids to avoid deadlocks. */
export async function lockAccounts(
	database: SandboxTransaction,
	accounts: readonly AccountName[],
	at: Date,
): Promise<Map<string, AmountMinor>> {
	let rows = await lockKnown(database, accounts);
	if (rows.length < new Set(accounts.map(({ id }) => id)).size) {
		await database
			.insertInto("account")
			.values([...accounts].sort(byId).map((account) => ({ ...account, updated_at: at })))
			.onConflict((conflict) => conflict.column("id").doNothing())
			.execute();
		rows = await lockKnown(database, accounts);
	}
	return new Map(rows.map((row) => [row.id, minorOf(row.balance)]));
}

function lockKnown(database: SandboxTransaction, accounts: readonly AccountName[]) {
	return database
		.selectFrom("account")
		.select(["id", "balance"])
		.where(
			"id",
			"in",
			accounts.map((account) => account.id),
		)
		.orderBy("id")
		.forUpdate()
		.execute();
}

/** The database rejects (check_violation) a journal that does not sum to zero or overdraws an account. */
export async function postJournal(database: SandboxTransaction, journal: Journal): Promise<void> {
	const entries = journal.entries.filter((entry) => entry.amountMinor !== 0n);
	await lockAccounts(
		database,
		entries.map((entry) => entry.account),
		journal.at,
	);
	const id = randomUUID();
	await database
		.insertInto("journal")
		.values({ id, kind: journal.kind, reference: journal.reference, at: journal.at })
		.execute();
	await database
		.insertInto("entry")
		.values(
			entries.map((entry) => ({
				journal_id: id,
				account_id: entry.account.id,
				amount: toDecimal(entry.amountMinor),
			})),
		)
		.execute();
}

function byId(one: AccountName, other: AccountName): number {
	return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}
