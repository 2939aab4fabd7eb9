/** Ends an open transaction: ledger, history, movement and the subscriber's message in one commit. */
import type { Insertable, QueryCreator } from "kysely";
import { minorOf } from "#lib/money.ts";
import { type MessageKind, messageRow } from "#server/sandbox/handset/handset-store.ts";
import { feesAccount, subscriberAccount, walletAccount } from "#server/sandbox/ledger/accounts.ts";
import {
	journalOf,
	lockAccounts,
	lockLedger,
	postFromOutside,
	postJournal,
	withJournal,
} from "#server/sandbox/ledger/post-journal.ts";
import type { SandboxTables, SandboxTransaction, StepTable } from "#server/sandbox/tables.ts";
import { type FailureCode, MAGIC_DEPOSITS } from "#server/sandbox/transactions/outcomes.ts";
import type { TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

// Assumption: the specification shows one source, `operator`; the sandbox uses no other.
const SOURCE = "operator";

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

/** Ends a transaction as `success`. A payer with too little money fails the deposit; a magic number gets what is missing. */
export async function settleTransaction(
	database: SandboxTransaction,
	row: TransactionRow,
	at: Date,
): Promise<TransactionRow> {
	const subscriber = subscriberAccount(row.phone_number, row.currency);
	if (row.kind === "withdrawal") {
		await lockLedger(database);
		const settled = withJournal(database, journalOf("payout_settled", row, subscriber, at));
		return endWith(withMovement(settled, row, at), row, "success", at, "payout_received");
	}
	const accounts = [subscriber, walletAccount(row.currency), feesAccount(row.currency)];
	const balances = await lockAccounts(database, accounts, at);
	const missing = minorOf(row.amount) - (balances.get(subscriber.id) ?? 0n);
	if (missing > 0n) {
		if (MAGIC_DEPOSITS[row.phone_number.slice(-3)] !== "success")
			return failTransaction(database, row, at, "insufficient_balance");
		await postFromOutside(database, subscriber, missing, { kind: "funds", at });
	}
	const paid = withJournal(database, journalOf("deposit", row, subscriber, at));
	return endWith(withMovement(paid, row, at), row, "success", at, "deposit_paid");
}

/** Writes the failure code into the history just before `failed`. A payout's amount and fee return to the wallet. */
export async function failTransaction(
	database: SandboxTransaction,
	row: TransactionRow,
	at: Date,
	code: FailureCode,
): Promise<TransactionRow> {
	const subscriber = subscriberAccount(row.phone_number, row.currency);
	if (row.kind === "withdrawal") await postJournal(database, journalOf("payout_released", row, subscriber, at));
	const codeAt = new Date(Math.max(row.created_at.getTime(), at.getTime() - 1));
	await database
		.insertInto("history")
		.values(historyRow(row.reference, code, codeAt))
		.execute();
	const message = code === "not_approved" ? "deposit_refused" : "deposit_failed";
	return endWith(database, row, "failed", at, row.kind === "deposit" ? message : null);
}

export async function expireTransaction(database: SandboxTransaction, row: TransactionRow, at: Date): Promise<void> {
	await endWith(database, row, "expired", at, "deposit_expired");
}

export function historyRow(reference: string, status: string, at: Date) {
	return { reference, status, source: SOURCE, at };
}

export async function addStep(database: SandboxTransaction, step: Insertable<StepTable>): Promise<void> {
	await database.insertInto("step").values(step).execute();
}

function withMovement(database: QueryCreator<SandboxTables>, row: TransactionRow, at: Date) {
	const { reference, kind: type, amount, fee, currency } = row;
	return database.with("moved", (also) =>
		also.insertInto("movement").values({ reference, type, amount, fee, currency, created_at: at }),
	);
}

/** `message`: the text message to the subscriber; null sends none. */
async function endWith(
	database: QueryCreator<SandboxTables>,
	row: TransactionRow,
	status: string,
	at: Date,
	message: MessageKind | null,
): Promise<TransactionRow> {
	const { reference, amount, currency } = row;
	const newMessage = message && messageRow(row.phone_number, message, { amount, currency }, at);
	const creator: QueryCreator<SandboxTables> = newMessage
		? database.with("added_message", (also) => also.insertInto("message").values(newMessage))
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
