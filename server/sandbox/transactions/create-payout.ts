/** Starts a payout: principal and fee leave the wallet at once, and return on failure. Equal requests make two payouts. */
import { randomUUID } from "node:crypto";
import type { QueryCreator } from "kysely";
import { type AmountMinor, toDecimal } from "#lib/money.ts";
import { ensureHandset } from "#server/sandbox/handset/handset-store.ts";
import { reservedAccount, walletAccount } from "#server/sandbox/ledger/accounts.ts";
import { feeOf } from "#server/sandbox/ledger/fees.ts";
import { lockAccounts, withJournal } from "#server/sandbox/ledger/post-journal.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { SandboxTables } from "#server/sandbox/tables.ts";
import { historyRow, settleTransaction } from "#server/sandbox/transactions/end-transaction.ts";
import type { PayoutPlan } from "#server/sandbox/transactions/outcomes.ts";
import { nextWithdrawalReference } from "#server/sandbox/transactions/references.ts";
import type { StartRequest } from "#server/sandbox/transactions/request-body.ts";
import type { TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

/** Returns null and records nothing when the wallet does not cover amount and fee. */
export async function createPayout(
	sandbox: Sandbox,
	request: StartRequest,
	plan: PayoutPlan,
): Promise<TransactionRow | null> {
	const { operator, currency, phoneNumber } = request;
	if (plan.result === "out_of_funds") return null;
	await ensureHandset(sandbox, phoneNumber, operator.country, [currency]);
	const at = sandbox.control.now();
	const feeMinor = feeOf("withdrawal", request.amountMinor, currency);
	return sandbox.database.transaction().execute(async (database) => {
		const reference = nextWithdrawalReference(at);
		const [wallet, reserved] = [walletAccount(currency), reservedAccount(currency)];
		const balances = await lockAccounts(database, [wallet, reserved], at);
		const totalMinor = request.amountMinor + feeMinor;
		if ((balances.get(wallet.id) ?? 0n) < totalMinor) return null;
		const entries = [
			{ account: wallet, amountMinor: -totalMinor },
			{ account: reserved, amountMinor: totalMinor },
		];
		const row = await insertPayout(
			withJournal(database, { kind: "payout_reserved", reference, at, entries }),
			request,
			{ reference, feeMinor, at, unordered: plan.unordered ?? false },
		);
		if (plan.result === "stuck") return row;
		if (plan.result === "success" && plan.delayMs === 0) {
			// One millisecond later, so that times alone order the history.
			return settleTransaction(database, row, new Date(at.getTime() + 1));
		}
		const step =
			plan.result === "success" ? { action: "settle" as const } : { action: "fail" as const, code: plan.result };
		const due_at = new Date(at.getTime() + Math.round(plan.delayMs / sandbox.control.speed()));
		await database
			.insertInto("step")
			.values({ reference, ...step, due_at })
			.execute();
		return row;
	});
}

async function insertPayout(
	database: QueryCreator<SandboxTables>,
	request: StartRequest,
	made: { reference: string; feeMinor: AmountMinor; at: Date; unordered: boolean },
): Promise<TransactionRow> {
	return database
		.with("noted", (also) => also.insertInto("history").values(historyRow(made.reference, "pending", made.at)))
		.insertInto("transaction")
		.values({
			reference: made.reference,
			kind: "withdrawal",
			opaque_id: request.opaqueId ?? randomUUID(),
			status: "pending",
			amount: toDecimal(request.amountMinor),
			fee: toDecimal(made.feeMinor),
			currency: request.currency,
			operator: request.operator.code,
			operator_name: request.operator.name,
			country: request.operator.country,
			phone_number: request.phoneNumber,
			metadata: request.metadata,
			created_at: made.at,
			unordered: made.unordered,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
}
