import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { MismatchAcknowledgement } from "#lib/contracts/configuration.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { DATABASE_MISMATCH, type DatabaseMismatch, mismatchSchema } from "#server/continuity/database-mismatch.ts";
import { AppError } from "#server/errors.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { lockWaiting } from "#server/payment-records/may-have-left.ts";
import { applyAcknowledgement } from "#server/payments/stop/apply-acknowledgement.ts";
import { serviceAddress } from "#server/payments/stop/service-address.ts";
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
 * An admin asks to continue with a database that is outdated or of another service, or says that the service has only another
 * address; a second admin must confirm. Throws forbidden, invalid_input, conflict (no mismatch, another wallet), change_waits.
 */
export async function acknowledgeMismatch(context: Context, input: MismatchAcknowledgement): Promise<Asked> {
	requirePermission(context, "settings.manage");
	const { reason: note, sameService } = input;
	const subjectOf = async (trx: DatabaseTransaction) => (await readMismatch(trx)).id;
	const asked = sameService
		? await proposeChange(context, serviceAddress, async (trx) => ({
				...{ subject: await subjectOf(trx), after: { sameService }, note },
			}))
		: await proposeChange(context, mismatchAcknowledgement, async (trx) => ({
				...{ subject: await subjectOf(trx), after: { acknowledged: true }, note },
			}));
	if (!asked) throw new Error("an acknowledgement always needs a second admin");
	return asked;
}
