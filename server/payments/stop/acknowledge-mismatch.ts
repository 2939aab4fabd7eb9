import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import { mismatchAcknowledgementSchema } from "#lib/contracts/configuration.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { DATABASE_MISMATCH, type DatabaseMismatch, mismatchSchema } from "#server/continuity/database-mismatch.ts";
import { AppError } from "#server/errors.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { parseInput } from "#server/parse-input.ts";
import { lockWaiting } from "#server/payment-records/may-have-left.ts";
import { applyAcknowledgement } from "#server/payments/stop/apply-acknowledgement.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export const mismatchAcknowledgement: GuardedChange<{ acknowledged: true }> = {
	kind: "database_doubt",
	schema: z.object({ acknowledged: z.literal(true) }),
	// An acknowledgement ends all payments that wait to be sent.
	lock: lockWaiting,
	async read(trx, { subject }) {
		if ((await readMismatch(trx)).id !== subject) throw new AppError("conflict", "the mismatch has changed");
		return { acknowledged: false };
	},
	write: applyAcknowledgement,
};

async function readMismatch(trx: DatabaseTransaction): Promise<DatabaseMismatch> {
	const row = await trx.selectFrom("setting").select("value").where("name", "=", DATABASE_MISMATCH).executeTakeFirst();
	if (!row) throw new AppError("conflict", "there is no mismatch");
	return mismatchSchema.parse(row.value);
}

/**
 * An admin asks to continue with a database that is outdated or of another service; a second admin must confirm. Throws
 * forbidden, invalid_input, conflict (no mismatch), change_waits.
 */
export async function acknowledgeMismatch(context: Context, input: { reason: string }): Promise<Asked> {
	requirePermission(context, "settings.manage");
	const { reason } = parseInput(mismatchAcknowledgementSchema, input);
	const asked = await proposeChange(context, mismatchAcknowledgement, async (trx) => {
		const { id } = await readMismatch(trx);
		return { subject: id, after: { acknowledged: true }, note: reason };
	});
	if (!asked) throw new Error("an acknowledgement always needs a second admin");
	return asked;
}
