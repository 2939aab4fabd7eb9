/** Ends an open transaction: ledger, history, movement and the subscriber's message in one commit. */
import type { QueryCreator } from "kysely";
import { minorOf } from "#lib/money.ts";
import { addMoney, type MessageKind, messageRow } from "#server/sandbox/handset/handset-store.ts";
import { feesAccount, reservedAccount, subscriberAccount, walletAccount } from "#server/sandbox/ledger/accounts.ts";
import { lockAccounts, lockLedger, postJournal, withJournal } from "#server/sandbox/ledger/post-journal.ts";
import type { SandboxTables, SandboxTransaction } from "#server/sandbox/tables.ts";
import { type FailureCode, MAGIC_DEPOSITS } from "#server/sandbox/transactions/outcomes.ts";
import type { TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

// Assumption: the specification shows one source, `operator`; the sandbox uses no other.
const SOURCE = "operator";

/** Locks the open transaction; null when it is unknown or has ended. */
export async function lockOpenTransaction(
	database: SandboxTransaction,
	reference: string,
): Promise<TransactionRow | null> {
	const row = await database
		.selectFrom("transaction")
		.selectAll()
		.where("reference", "=", reference)
		.where("status", "=", "pending")
		.forUpdate()
		.executeTakeFirst();
	return row ?? null;
}

/** Returns the transaction as it ended. */
export async function settleTransaction(
	database: SandboxTransaction,
	row: TransactionRow,
	at: Date,
): Promise<TransactionRow> {
	if (row.kind === "withdrawal") return settlePayout(database, row, at);
	const amountMinor = minorOf(row.amount);
	const feeMinor = minorOf(row.fee);
	const payer = subscriberAccount(row.phone_number, row.currency);
	const wallet = walletAccount(row.currency);
	const balances = await lockAccounts(database, [payer, wallet, feesAccount(row.currency)], at);
	const missing = amountMinor - (balances.get(payer.id) ?? 0n);
	if (missing > 0n) {
		if (MAGIC_DEPOSITS[row.phone_number.slice(-3)] !== "success")
			return failTransaction(database, row, at, "insufficient_balance");
		await addMoney(database, row.phone_number, row.currency, missing, at);
	}
	const paid = withJournal(database, {
		kind: "deposit",
		reference: row.reference,
		at,
		entries: [
			{ account: payer, amountMinor: -amountMinor },
			{ account: wallet, amountMinor: amountMinor - feeMinor },
			{ account: feesAccount(row.currency), amountMinor: feeMinor },
		],
	});
	return endWith(withMovement(paid, row, at), row, "success", at, "deposit_paid");
}

/** The history shows the code just before `failed`. A payout's principal and fee return to the wallet. */
export async function failTransaction(
	database: SandboxTransaction,
	row: TransactionRow,
	at: Date,
	code: FailureCode,
): Promise<TransactionRow> {
	if (row.kind === "withdrawal") await releasePayout(database, row, at);
	await addHistory(database, row.reference, code, new Date(Math.max(row.created_at.getTime(), at.getTime() - 1)));
	const message = code === "not_approved" ? "deposit_refused" : "deposit_failed";
	return endWith(database, row, "failed", at, row.kind === "deposit" ? message : null);
}

export async function expireTransaction(database: SandboxTransaction, row: TransactionRow, at: Date): Promise<void> {
	await endWith(database, row, "expired", at, "deposit_expired");
}

export async function addHistory(
	database: SandboxTransaction,
	reference: string,
	status: string,
	at: Date,
): Promise<void> {
	await database
		.insertInto("history")
		.values(historyRow(reference, status, at))
		.execute();
}

export function historyRow(reference: string, status: string, at: Date) {
	return { reference, status, source: SOURCE, at };
}

async function settlePayout(database: SandboxTransaction, row: TransactionRow, at: Date): Promise<TransactionRow> {
	const amountMinor = minorOf(row.amount);
	const feeMinor = minorOf(row.fee);
	await lockLedger(database);
	const settled = withJournal(database, {
		kind: "payout_settled",
		reference: row.reference,
		at,
		entries: [
			{ account: reservedAccount(row.currency), amountMinor: -(amountMinor + feeMinor) },
			{ account: subscriberAccount(row.phone_number, row.currency), amountMinor },
			{ account: feesAccount(row.currency), amountMinor: feeMinor },
		],
	});
	return endWith(withMovement(settled, row, at), row, "success", at, "payout_received");
}

async function releasePayout(database: SandboxTransaction, row: TransactionRow, at: Date): Promise<void> {
	const total = minorOf(row.amount) + minorOf(row.fee);
	await postJournal(database, {
		kind: "payout_released",
		reference: row.reference,
		at,
		entries: [
			{ account: reservedAccount(row.currency), amountMinor: -total },
			{ account: walletAccount(row.currency), amountMinor: total },
		],
	});
}

function withMovement(database: QueryCreator<SandboxTables>, row: TransactionRow, at: Date) {
	const { reference, kind: type, amount, fee, currency } = row;
	return database.with("moved", (also) =>
		also.insertInto("movement").values({ reference, type, amount, fee, currency, created_at: at }),
	);
}

/** One statement. `message`: what the subscriber reads. */
async function endWith(
	database: QueryCreator<SandboxTables>,
	row: TransactionRow,
	status: string,
	at: Date,
	message: MessageKind | null,
): Promise<TransactionRow> {
	const { reference, amount, currency } = row;
	const told = message && messageRow(row.phone_number, message, { amount, currency }, at);
	const creator: QueryCreator<SandboxTables> = told
		? database.with("told", (also) => also.insertInto("message").values(told))
		: database;
	return creator
		.with("noted", (also) => also.insertInto("history").values(historyRow(reference, status, at)))
		.with("done", (also) => also.deleteFrom("step").where("reference", "=", reference))
		.updateTable("transaction")
		.set({ status, processed_at: at })
		.where("reference", "=", reference)
		.returningAll()
		.executeTakeFirstOrThrow();
}
