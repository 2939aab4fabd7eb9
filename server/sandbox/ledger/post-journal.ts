/** The only way to move money in the sandbox: entries that sum to zero, under the ledger's lock, in the caller's transaction. */
import { randomUUID } from "node:crypto";
import { type QueryCreator, sql } from "kysely";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import type { AccountName } from "#server/sandbox/ledger/accounts.ts";
import type { JournalKind, SandboxTables, SandboxTransaction } from "#server/sandbox/tables.ts";

/** The key of an advisory lock of the sandbox's database. */
const LEDGER_LOCK = 5_201;

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

/**
 * Makes accounts that are missing and reads the balances. Nobody else posts until the caller's transaction ends: one lock for the
 * ledger, since accounts that were locked one by one, in several steps of a transaction, made twenty payouts wait in a circle.
 */
export async function lockAccounts(
	database: SandboxTransaction,
	accounts: readonly AccountName[],
	at: Date,
): Promise<Map<string, AmountMinor>> {
	await lockLedger(database);
	const ids = accounts.map(({ id }) => id);
	const rows = await database
		.with("opened", (also) => openAccounts(also, accounts, at).returning(["id", "balance"]))
		.selectFrom("account")
		.select(["id", "balance"])
		.where("id", "in", ids)
		.unionAll((also) => also.selectFrom("opened").select(["id", "balance"]))
		.execute();
	return new Map(rows.map((row) => [row.id, minorOf(row.balance)]));
}

/** Makes an account and returns false when it exists already. Nobody else posts until the caller's transaction ends. */
export async function openAccount(database: SandboxTransaction, account: AccountName, at: Date): Promise<boolean> {
	await lockLedger(database);
	const made = await openAccounts(database, [account], at).returning("id").executeTakeFirst();
	return made !== undefined;
}

/** The database rejects (check_violation) a journal that does not sum to zero or overdraws an account. */
export async function postJournal(database: SandboxTransaction, journal: Journal): Promise<void> {
	await lockLedger(database);
	await withJournal(database, journal).selectNoFrom(sql.lit(true).as("posted")).execute();
}

/** Posts the journal with the statement that follows. Lock the ledger before. */
export function withJournal(database: QueryCreator<SandboxTables>, journal: Journal): QueryCreator<SandboxTables> {
	const { kind, reference, at } = journal;
	const entries = journal.entries.filter((entry) => entry.amountMinor !== 0n);
	const accounts = entries.map(({ account }) => account);
	const id = randomUUID();
	const rows = entries.map(({ account, amountMinor }) => ({
		...{ journal_id: id, account_id: account.id, amount: toDecimal(amountMinor) },
	}));
	return database
		.with("opened", (also) => openAccounts(also, accounts, at))
		.with("posted", (also) => also.insertInto("journal").values({ id, kind, reference, at }))
		.with("entered", (also) => also.insertInto("entry").values(rows));
}

const holders = new WeakSet<SandboxTransaction>();

export async function lockLedger(database: SandboxTransaction): Promise<void> {
	if (holders.has(database)) return;
	await sql`select pg_advisory_xact_lock(${LEDGER_LOCK})`.execute(database);
	holders.add(database);
}

function openAccounts(database: QueryCreator<SandboxTables>, accounts: readonly AccountName[], at: Date) {
	return database
		.insertInto("account")
		.values(accounts.map((account) => ({ ...account, updated_at: at })))
		.onConflict((conflict) => conflict.column("id").doNothing());
}
