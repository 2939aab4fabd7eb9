/** Starts deposits and payouts. Does not look for duplicates of `opaque_id`: two equal requests make two transactions. */
import { randomUUID } from "node:crypto";
import { minorOf, toDecimal } from "#lib/money.ts";
import { ensureHandset } from "#server/sandbox/handset/handset-store.ts";
import { reservedAccount, subscriberAccount, walletAccount } from "#server/sandbox/ledger/accounts.ts";
import { feeOf } from "#server/sandbox/ledger/fees.ts";
import { journalOf, lockAccounts, withJournal } from "#server/sandbox/ledger/post-journal.ts";
import { randomSuffix } from "#server/sandbox/ledger/wallets.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { SandboxTransaction, TransactionKind } from "#server/sandbox/tables.ts";
import { addStep, historyRow, settleTransaction } from "#server/sandbox/transactions/end-transaction.ts";
import {
	type FailureCode,
	MAGIC_DEPOSIT_MS,
	type PayoutPlan,
	payerDelayMs,
	planDeposit,
} from "#server/sandbox/transactions/outcomes.ts";
import { nextDepositReference, withdrawalReference } from "#server/sandbox/transactions/references.ts";
import type { StartRequest } from "#server/sandbox/transactions/request-body.ts";
import type { TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

/** Starts a deposit as `pending`. The payer, a magic number, the autopilot or its expiry ends it later. */
export async function createDeposit(sandbox: Sandbox, request: StartRequest): Promise<TransactionRow> {
	const { operator, currency, phoneNumber } = request;
	await ensureHandset(sandbox, phoneNumber, operator.country, [currency]);
	const at = sandbox.control.now();
	const reference = await nextDepositReference(sandbox.database, operator, at);
	const { flow } = operator;
	const expires_at = later(at, operator.windowMinutes * 60_000);
	return sandbox.database.transaction().execute(async (database) => {
		const row = await database
			.with("noted", (also) => also.insertInto("history").values(historyRow(reference, "pending", at)))
			.insertInto("transaction")
			.values({ ...startedRow("deposit", request, reference, at), flow, expires_at })
			.returningAll()
			.executeTakeFirstOrThrow();
		await planSteps(sandbox, database, row, expires_at);
		return row;
	});
}

async function planSteps(
	sandbox: Sandbox,
	database: SandboxTransaction,
	{ reference, phone_number, flow, created_at }: TransactionRow,
	expiresAt: Date,
): Promise<void> {
	const result = planDeposit(phone_number);
	const speed = sandbox.control.speed();
	if (result === "stuck") return;
	if (result !== "subscriber")
		return addStep(database, { ...endingStep(reference, result), due_at: later(created_at, MAGIC_DEPOSIT_MS / speed) });
	await addStep(database, { reference, action: "expire", due_at: expiresAt });
	if (!sandbox.control.autopilot() || !flow) return;
	const due_at = later(created_at, payerDelayMs(flow, sandbox.random) / speed);
	await addStep(database, { reference, action: "autopilot", due_at });
}

/**
 * Takes amount and fee from the wallet at once; a failed payout returns them. Returns null and records nothing when the balance does not
 * cover both.
 */
export async function createPayout(
	sandbox: Sandbox,
	request: StartRequest,
	plan: PayoutPlan,
): Promise<TransactionRow | null> {
	const { operator, currency, phoneNumber } = request;
	const { result } = plan;
	if (result === "out_of_funds") return null;
	await ensureHandset(sandbox, phoneNumber, operator.country, [currency]);
	const at = sandbox.control.now();
	const started = startedRow("withdrawal", request, withdrawalReference(at, randomSuffix(8)), at);
	return sandbox.database.transaction().execute(async (database) => {
		const { reference } = started;
		const wallet = walletAccount(currency);
		const reserved = journalOf("payout_reserved", started, subscriberAccount(phoneNumber, currency), at);
		const balances = await lockAccounts(database, [wallet, reservedAccount(currency)], at);
		if ((balances.get(wallet.id) ?? 0n) < request.amountMinor + minorOf(started.fee)) return null;
		const row = await withJournal(database, reserved)
			.with("noted", (also) => also.insertInto("history").values(historyRow(reference, "pending", at)))
			.insertInto("transaction")
			.values({ ...started, unordered: plan.unordered ?? false })
			.returningAll()
			.executeTakeFirstOrThrow();
		if (result === "stuck") return row;
		// Ends one millisecond after its start, so that the times in the history show the order of its entries.
		if (result === "success" && plan.delayMs === 0) return settleTransaction(database, row, later(at, 1));
		const due_at = later(at, plan.delayMs / sandbox.control.speed());
		await addStep(database, { ...endingStep(reference, result), due_at });
		return row;
	});
}

function startedRow(kind: TransactionKind, request: StartRequest, reference: string, at: Date) {
	const { amountMinor, currency, operator, phoneNumber, opaqueId, metadata } = request;
	return {
		reference,
		kind,
		opaque_id: opaqueId ?? randomUUID(),
		status: "pending",
		amount: toDecimal(amountMinor),
		fee: toDecimal(feeOf(kind, amountMinor, currency)),
		currency,
		operator: operator.code,
		operator_name: operator.name,
		country: operator.country,
		phone_number: phoneNumber,
		metadata,
		created_at: at,
	};
}

function endingStep(reference: string, result: "success" | FailureCode) {
	return result === "success"
		? { reference, action: "settle" as const }
		: { reference, action: "fail" as const, code: result };
}

function later(at: Date, byMs: number): Date {
	return new Date(at.getTime() + Math.round(byMs));
}
