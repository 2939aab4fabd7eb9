import { forgottenPermitClosingSchema } from "#lib/contracts/configuration.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { maskNumber } from "#server/log.ts";
import { parseInput } from "#server/parse-input.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Records what a person found in the wallet about a payment that a lost database sent. Throws forbidden, invalid_input,
 * not_found, conflict (somebody was first).
 */
export async function closeForgottenPermit(
	context: Context,
	input: { attempt: string; reason: string },
): Promise<void> {
	requirePermission(context, "settings.manage");
	const { attempt } = input;
	const { reason } = parseInput(forgottenPermitClosingSchema, { reason: input.reason });
	const at = context.clock.now();
	await context.database.transaction().execute(async (trx) => {
		await recheckPermission(context, trx, "settings.manage");
		await awaitAuditTurn(trx);
		const closed = await trx
			.updateTable("forgotten_permit")
			.set({ closed_at: at, closed_by: context.member.id, reason })
			.where("attempt_id", "=", attempt)
			.where("closed_at", "is", null)
			.returning(["payment_id", "amount", "currency", "phone_number"])
			.executeTakeFirst();
		if (!closed) throw await whyNot(trx, attempt);
		await recordAudit(trx, {
			at,
			memberId: context.member.id,
			action: "setting.forgotten_permit_closed",
			subjectKind: "setting",
			subjectId: attempt,
			details: {
				...{ payment: closed.payment_id, amount: `${closed.amount} ${closed.currency}` },
				...{ number: maskNumber(closed.phone_number), reason },
			},
		});
		await publishChange(trx, { topic: "status", id: null });
	});
}

async function whyNot(trx: DatabaseTransaction, attempt: string): Promise<AppError> {
	const row = await trx
		.selectFrom("forgotten_permit")
		.select("attempt_id")
		.where("attempt_id", "=", attempt)
		.executeTakeFirst();
	return row
		? new AppError("conflict", "somebody has dealt with this permit")
		: new AppError("not_found", "no permit of a lost database with this attempt");
}
