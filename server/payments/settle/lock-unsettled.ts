/** Locks a payment that people may settle until the transaction ends, so that two verdicts never overlap. */
import { isInDoubt, type PaymentKind } from "#lib/payment-state.ts";
import { AppError } from "#server/errors.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Throws not_found, and stale_version (`fields.state` is the current state). Without a version, any version passes. */
export async function lockUnsettled(
	trx: DatabaseTransaction,
	{ kind, id, version }: { kind: PaymentKind; id: string; version?: number },
): Promise<PaymentRow> {
	const row = await trx
		.selectFrom("payment")
		.selectAll()
		.where("id", "=", id)
		.where("kind", "=", kind)
		.forUpdate()
		.executeTakeFirst();
	if (!row) throw new AppError("not_found", `no ${kind} with this id`);
	if (isInDoubt(row.state) && (version === undefined || row.version === version)) return row;
	throw new AppError("stale_version", `the ${kind} is ${row.state} now`, { fields: { state: row.state } });
}
