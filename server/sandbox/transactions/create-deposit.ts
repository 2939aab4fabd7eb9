/** Starts a deposit as `pending`. The payer, a magic number, the autopilot or a time limit ends it. */
import { randomUUID } from "node:crypto";
import { toDecimal } from "#lib/money.ts";
import { ensureHandset } from "#server/sandbox/handset/handset-store.ts";
import { feeOf } from "#server/sandbox/ledger/fees.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { SandboxTransaction } from "#server/sandbox/tables.ts";
import { addHistory } from "#server/sandbox/transactions/end-transaction.ts";
import { MAGIC_DEPOSIT_MS, planDeposit } from "#server/sandbox/transactions/outcomes.ts";
import { payerDelayMs } from "#server/sandbox/transactions/payer-delay.ts";
import { nextDepositReference } from "#server/sandbox/transactions/references.ts";
import type { StartRequest } from "#server/sandbox/transactions/request-body.ts";
import type { TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

/** `opaque_id` is echoed and not checked for duplicates: two equal requests make two deposits. */
export async function createDeposit(sandbox: Sandbox, request: StartRequest): Promise<TransactionRow> {
	const { operator, currency, phoneNumber } = request;
	await ensureHandset(sandbox, phoneNumber, operator.country, [currency]);
	const at = sandbox.control.now();
	const reference = await nextDepositReference(sandbox.database, operator, at);
	const expiresAt = new Date(at.getTime() + operator.windowMinutes * 60_000);
	return sandbox.database.transaction().execute(async (database) => {
		const row = await database
			.insertInto("transaction")
			.values({
				reference,
				kind: "deposit",
				opaque_id: request.opaqueId ?? randomUUID(),
				status: "pending",
				amount: toDecimal(request.amountMinor),
				fee: toDecimal(feeOf("deposit", request.amountMinor, currency)),
				currency,
				operator: operator.code,
				operator_name: operator.name,
				country: operator.country,
				phone_number: phoneNumber,
				flow: operator.flow,
				metadata: request.metadata,
				created_at: at,
				expires_at: expiresAt,
			})
			.returningAll()
			.executeTakeFirstOrThrow();
		await addHistory(database, reference, "pending", at);
		await planSteps(sandbox, database, row, expiresAt);
		return row;
	});
}

async function planSteps(
	sandbox: Sandbox,
	database: SandboxTransaction,
	row: TransactionRow,
	expiresAt: Date,
): Promise<void> {
	const { result } = planDeposit(row.phone_number);
	const reference = row.reference;
	if (result === "stuck") return;
	if (result !== "subscriber") {
		const step = result === "success" ? { action: "settle" as const } : { action: "fail" as const, code: result };
		const due_at = later(row.created_at, MAGIC_DEPOSIT_MS / sandbox.control.speed());
		await database
			.insertInto("step")
			.values({ reference, ...step, due_at })
			.execute();
		return;
	}
	await database.insertInto("step").values({ reference, action: "expire", due_at: expiresAt }).execute();
	if (!sandbox.control.autopilot() || !row.flow) return;
	const due_at = later(row.created_at, payerDelayMs(row.flow, sandbox.random) / sandbox.control.speed());
	await database.insertInto("step").values({ reference, action: "autopilot", due_at }).execute();
}

function later(at: Date, byMs: number): Date {
	return new Date(at.getTime() + Math.round(byMs));
}
