import { randomInt } from "node:crypto";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { minorOf, toPlainDigits } from "#lib/money.ts";
import { sendMessage } from "#server/sandbox/handset/handset-store.ts";
import { subscriberAccount } from "#server/sandbox/ledger/accounts.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { SandboxTransaction } from "#server/sandbox/tables.ts";
import { addStep, failTransaction, lockOpenTransaction } from "#server/sandbox/transactions/end-transaction.ts";
import { SETTLE_MS } from "#server/sandbox/transactions/outcomes.ts";
import type { TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

export const DEMO_PIN = "1234";
// As with real operators, the deposit fails at the third wrong PIN or code.
const MOST_TRIES = 3;

export async function approvePrompt(sandbox: Sandbox, reference: string, pin: string): Promise<void> {
	return withOpenDeposit(sandbox, reference, "ussd", async (database, row, at) => {
		if (pin === DEMO_PIN) return accept(sandbox, database, row, at);
		return wrongTry(database, row, at, { failure: "wrong_pin", message: "wrong_pin" });
	});
}

export async function refuseDeposit(sandbox: Sandbox, reference: string): Promise<void> {
	return withOpenDeposit(sandbox, reference, null, async (database, row, at) => {
		await failTransaction(database, row, at, "not_approved");
	});
}

export async function enterCode(sandbox: Sandbox, reference: string, code: string): Promise<void> {
	return withOpenDeposit(sandbox, reference, "otp", async (database, row, at) => {
		if (row.otp_code !== null && code.replace(/\s/g, "") === row.otp_code) return accept(sandbox, database, row, at);
		return wrongTry(database, row, at, { failure: "wrong_otp", message: "wrong_code" });
	});
}

export async function payLink(sandbox: Sandbox, reference: string): Promise<void> {
	return withOpenDeposit(sandbox, reference, "payment_url", (database, row, at) => accept(sandbox, database, row, at));
}

/** Sends the payment code of the newest open deposit that the dialled text fits; if none fits, a message that no payment waits. */
export async function dialCode(sandbox: Sandbox, phoneNumber: string, dialled: string): Promise<void> {
	const at = sandbox.control.now();
	await sandbox.database.transaction().execute(async (database) => {
		const open = await database
			.selectFrom("transaction")
			.selectAll()
			.where("phone_number", "=", phoneNumber)
			.where("status", "=", "pending")
			.where("flow", "=", "otp")
			.where("answered_at", "is", null)
			.orderBy("created_at", "desc")
			.forUpdate()
			.execute();
		const row = open.find((candidate) => dialsFor(candidate, dialled));
		if (!row) return sendMessage(database, phoneNumber, "nothing_waits", { dialled: dialled.slice(0, 40) }, at);
		const code = row.otp_code ?? String(randomInt(100_000, 1_000_000));
		await database.updateTable("transaction").set({ otp_code: code }).where("reference", "=", row.reference).execute();
		await sendMessage(
			database,
			phoneNumber,
			"payment_code",
			{ code, amount: row.amount, currency: row.currency, business: sandbox.businessName },
			at,
		);
	});
}

function dialsFor(row: TransactionRow, dialled: string): boolean {
	const template = DEFAULT_OPERATORS.find((operator) => operator.code === row.operator)?.dialCode;
	if (!template) return false;
	const amount = toPlainDigits(minorOf(row.amount));
	const pattern = template
		.replace(/[.*+?^$()[\]\\|]/g, "\\$&")
		.replace("{amount}", amount.replace(".", "\\."))
		.replace("{pin}", "\\d+");
	return new RegExp(`^${pattern}$`).test(dialled.replace(/\s/g, ""));
}

async function withOpenDeposit(
	sandbox: Sandbox,
	reference: string,
	flow: TransactionRow["flow"],
	run: (database: SandboxTransaction, row: TransactionRow, at: Date) => Promise<void>,
): Promise<void> {
	const at = sandbox.control.now();
	return sandbox.database.transaction().execute(async (database) => {
		const row = await lockOpenTransaction(database, reference);
		if (row?.kind !== "deposit" || row.answered_at || (flow && row.flow !== flow)) return;
		await run(database, row, at);
	});
}

/** Records the payer's approval: the deposit ends after the operator's delay, or fails at once when the payer has too little money. */
export async function accept(
	sandbox: Sandbox,
	database: SandboxTransaction,
	row: TransactionRow,
	at: Date,
): Promise<void> {
	const account = await database
		.selectFrom("account")
		.select("balance")
		.where("id", "=", subscriberAccount(row.phone_number, row.currency).id)
		.executeTakeFirst();
	if (minorOf(account?.balance ?? "0.00") < minorOf(row.amount)) {
		await failTransaction(database, row, at, "insufficient_balance");
		return;
	}
	const settleMs = SETTLE_MS[row.flow ?? "ussd"] / sandbox.control.speed();
	await database.deleteFrom("step").where("reference", "=", row.reference).execute();
	const due_at = new Date(at.getTime() + Math.round(settleMs));
	await addStep(database, { reference: row.reference, action: "settle", due_at });
	await database.updateTable("transaction").set({ answered_at: at }).where("reference", "=", row.reference).execute();
}

async function wrongTry(
	database: SandboxTransaction,
	row: TransactionRow,
	at: Date,
	kinds: { failure: "wrong_pin" | "wrong_otp"; message: "wrong_pin" | "wrong_code" },
): Promise<void> {
	const tries = row.wrong_tries + 1;
	if (tries >= MOST_TRIES) {
		await failTransaction(database, row, at, kinds.failure);
		return;
	}
	await database
		.updateTable("transaction")
		.set({ wrong_tries: tries })
		.where("reference", "=", row.reference)
		.execute();
	await sendMessage(database, row.phone_number, kinds.message, { left: String(MOST_TRIES - tries) }, at);
}
