/** Batches for tests: rows to numbers that no other payout uses. */
import { randomBytes } from "node:crypto";
import type { Batch, BatchInputRow, BatchRequest } from "#lib/contracts/batch.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import type { Context } from "#server/context.ts";
import { newPayout } from "#tests/support/payment-desk.ts";

export function newRow(changes: Partial<BatchInputRow> = {}): BatchInputRow {
	const { destination } = newPayout();
	return { destination, amount: "1 000", currency: "XOF", operator: "Orange Money", name: "Ama", ...changes };
}

export function newBatch(count = 1): BatchRequest {
	return { name: "Salaries", rows: Array.from({ length: count }, () => newRow()) };
}

/** Waits for approval. */
export async function requestedBatch(maker: Context, request: BatchRequest): Promise<Batch> {
	const { id, version } = await createBatch(maker, request, randomBytes(12).toString("hex"));
	return decideBatch(maker, { id, version, decision: "request" });
}
