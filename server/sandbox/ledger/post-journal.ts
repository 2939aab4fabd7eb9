/** Moves all money of a running sandbox: by entries that sum to zero, under the ledger's lock, in the caller's transaction. */
import { randomUUID } from "node:crypto";
import { type QueryCreator, type Selectable, sql } from "kysely";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import {
	type AccountName,
	feesAccount,
	operatorsAccount,
	reservedAccount,
	walletAccount,
} from "#server/sandbox/ledger/accounts.ts";
import type { JournalKind, SandboxTables, SandboxTransaction, TransactionTable } from "#server/sandbox/tables.ts";

const LEDGER_LOCK = 5_201;

type JournalEntry = readonly [account: AccountName, amountMinor: AmountMinor];

export interface Journal {
	kind: JournalKind;
	reference: string | null;
	at: Date;
	entries: readonly JournalEntry[];
}

/** `subscriber`: the account that pays the deposit or receives the payout. */
export function journalOf(
	kind: Exclude<JournalKind, "funds" | "correction">,
	transaction: Pick<Selectable<TransactionTable>, "reference" | "currency" | "amount" | "fee">,
	subscriber: AccountName,
	at: Date,
): Journal {
	const { reference, currency } = transaction;
	const [amount, fee] = [minorOf(transaction.amount), minorOf(transaction.fee)];
	const total = amount + fee;
	const [wallet, reserved, fees] = [walletAccount(currency), reservedAccount(currency), feesAccount(currency)];
	const entries: Record<typeof kind, JournalEntry[]> = {
		deposit: [
			[subscriber, -amount],
			[wallet, amount - fee],
			[fees, fee],
		],
		payout_reserved: [
			[wallet, -total],
			[reserved, total],
		],
		payout_settled: [
			[reserved, -total],
			[subscriber, amount],
			[fees, fee],
		],
		payout_released: [
			[reserved, -total],
			[wallet, total],
		],
	};
	return { kind, reference, at, entries: entries[kind] };
}

/**
 * Returns balances by account id, and opens missing accounts. Holds the one lock of the whole ledger until the caller's transaction ends:
 * with one lock per account, concurrent payouts deadlocked.
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

/** The database rejects (check_violation) a journal that does not sum to zero or overdraws an account. */
export async function postJournal(database: SandboxTransaction, journal: Journal): Promise<void> {
	await lockLedger(database);
	await withJournal(database, journal).selectNoFrom(sql.lit(true).as("posted")).execute();
}

/** Moves money from the operators' account to this account; a negative amount goes the other way. */
export async function postFromOutside(
	database: SandboxTransaction,
	account: AccountName,
	amountMinor: AmountMinor,
	{ kind, at }: { kind: "funds" | "correction"; at: Date },
): Promise<void> {
	const entries: JournalEntry[] = [
		[operatorsAccount(account.currency), -amountMinor],
		[account, amountMinor],
	];
	await postJournal(database, { kind, reference: null, at, entries });
}

/** Adds the journal to the statement that the caller builds. The caller must hold the ledger's lock. */
export function withJournal(database: QueryCreator<SandboxTables>, journal: Journal): QueryCreator<SandboxTables> {
	const accounts = journal.entries.map(([account]) => account);
	const { journals, entries } = journalRows([journal]);
	return database
		.with("opened", (also) => openAccounts(also, accounts, journal.at))
		.with("posted", (also) => also.insertInto("journal").values(journals))
		.with("entered", (also) => also.insertInto("entry").values(entries));
}

export function journalRows(journals: readonly Journal[]) {
	const rows = journals.map((journal) => ({ id: randomUUID(), ...journal }));
	return {
		journals: rows.map(({ id, kind, reference, at }) => ({ id, kind, reference, at })),
		entries: rows.flatMap(({ id, entries }) =>
			entries.flatMap(([account, amountMinor]) =>
				amountMinor === 0n ? [] : [{ journal_id: id, account_id: account.id, amount: toDecimal(amountMinor) }],
			),
		),
	};
}

export async function lockLedger(database: SandboxTransaction): Promise<void> {
	await sql`select pg_advisory_xact_lock(${LEDGER_LOCK})`.execute(database);
}

/** Opens the accounts that do not exist yet. */
export function openAccounts(database: QueryCreator<SandboxTables>, accounts: readonly AccountName[], at: Date) {
	return database
		.insertInto("account")
		.values(accounts.map((account) => ({ ...account, updated_at: at })))
		.onConflict((conflict) => conflict.column("id").doNothing());
}
