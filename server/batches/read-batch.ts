import type { Batch } from "#lib/contracts/batch.ts";
import { isId } from "#lib/paths.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { describeBatches, readApprovers, selectBatches } from "#server/batches/describe-batches.ts";
import { readUnpaidRows } from "#server/batches/unpaid-rows.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/** Throws forbidden, not_found. */
export async function readBatch(context: Context, { id }: { id: string }): Promise<Batch> {
	requirePermission(context, "payment.read");
	// PostgreSQL rejects NUL, so an id that cannot be ours is never queried.
	const [row] = isId(id) ? await selectBatches(context).where("batch.id", "=", id).execute() : [];
	if (!row) throw new AppError("not_found", "no batch with this id");
	const [batches, approvedBy, unpaid] = await Promise.all([
		describeBatches(context, [row]),
		readApprovers(context, id),
		readUnpaidRows(context.database, id),
	]);
	const [batch] = batches;
	if (!batch) throw new Error("a batch that was read can be described");
	return { ...batch, approvedBy, hasUnpaid: unpaid.length > 0 };
}
