import { type ForgottenPermitClosing, forgottenPermitClosingSchema } from "#lib/contracts/configuration.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { maskNumber } from "#server/log.ts";
import { parseInput } from "#server/parse-input.ts";
import { awaitAuditTurn, recordAudits } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Records what a person found in the wallet about payments that a lost database sent; those closed meanwhile keep their earlier
 * reason. Throws forbidden, invalid_input, and when none is left to close not_found or conflict (somebody was first).
 */
export async function closeForgottenPermits(context: Context, input: ForgottenPermitClosing): Promise<void> {
	requirePermission(context, "settings.manage");
	const { attempts, reason } = parseInput(forgottenPermitClosingSchema, input);
	const at = context.clock.now();
	const memberId = context.member.id;
	await context.database.transaction().execute(async (trx) => {
		await recheckPermission(context, trx, "settings.manage");
		await awaitAuditTurn(trx);
		const closed = await trx
			.updateTable("forgotten_permit")
			.set({ closed_at: at, closed_by: memberId, reason })
			.where("attempt_id", "in", attempts)
			.where("closed_at", "is", null)
			.returning(["attempt_id", "payment_id", "amount", "currency", "phone_number"])
			.execute();
		if (closed.length === 0) throw await whyNot(trx, attempts);
		const action = "setting.forgotten_permit_closed";
		await recordAudits(
			trx,
			closed.map((permit) => ({
				...{ at, memberId, action, subjectKind: "setting", subjectId: permit.attempt_id },
				details: {
					...{ payment: permit.payment_id, amount: `${permit.amount} ${permit.currency}` },
					...{ number: maskNumber(permit.phone_number), reason },
				},
			})),
		);
		await publishChange(trx, { topic: "status", id: null });
	});
}

async function whyNot(trx: DatabaseTransaction, attempts: readonly string[]): Promise<AppError> {
	const row = await trx
		.selectFrom("forgotten_permit")
		.select("attempt_id")
		.where("attempt_id", "in", attempts)
		.limit(1)
		.executeTakeFirst();
	return row
		? new AppError("conflict", "somebody has dealt with these permits")
		: new AppError("not_found", "no permit of a lost database with this attempt");
}
