import { sql } from "kysely";
import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import { type ForgottenPermitClosing, forgottenPermitClosingSchema } from "#lib/contracts/configuration.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { maskNumber } from "#server/log.ts";
import { parseInput } from "#server/parse-input.ts";
import { awaitAuditTurn, recordAudits } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

const KIND = "forgotten_permits_closed";
/** `closed`: the number of attempts; `attempts`: their ids, as JSON. */
const stateSchema = z.object({ closed: z.number().int().min(1), attempts: z.string() });

/** A payment with a closed permit no longer counts as a duplicate of a new payout, unless the payment was sent recently. */
export const forgottenPermitsClosed: GuardedChange<z.infer<typeof stateSchema>> = {
	kind: KIND,
	schema: stateSchema,
	async read(trx, { after }) {
		const { open } = await readPermits(trx, attemptsOf(after));
		if (open.length < after.closed) throw alreadyClosed();
		return { closed: 0 };
	},
	async write(trx, { subject, before, after, note }, { at, by, confirmedBy }) {
		const [was, will] = [JSON.stringify(before), JSON.stringify(after)];
		await sql`select guard_change(${KIND}, ${subject}, ${was}::jsonb, ${will}::jsonb)`.execute(trx);
		await awaitAuditTurn(trx);
		const reason = note ?? "";
		const closed = await trx
			.updateTable("forgotten_permit")
			.set({ closed_at: at, closed_by: by, reason })
			.where("attempt_id", "in", attemptsOf(after))
			.where("closed_at", "is", null)
			.returning(["attempt_id", "payment_id", "amount", "currency", "phone_number"])
			.execute();
		await recordAudits(
			trx,
			closed.map((permit) => ({
				...{ at, memberId: by, action: "setting.forgotten_permit_closed" },
				...{ subjectKind: "setting", subjectId: permit.attempt_id },
				details: {
					...{ payment: permit.payment_id, amount: `${permit.amount} ${permit.currency}` },
					...{ number: maskNumber(permit.phone_number), reason },
					...(confirmedBy ? { confirmedBy } : {}),
				},
			})),
		);
		await publishUpdate(trx, { topic: "status", id: null });
	},
};

function attemptsOf({ attempts }: { attempts: string }): string[] {
	return z.array(z.string()).parse(JSON.parse(attempts));
}

/** Returns which of the attempts are forgotten permits, and which of these nobody has closed. */
async function readPermits(trx: DatabaseTransaction, attempts: readonly string[]) {
	const known = await trx
		.selectFrom("forgotten_permit")
		.select(["attempt_id", "closed_at"])
		.where("attempt_id", "in", attempts)
		.execute();
	return { known, open: known.flatMap((permit) => (permit.closed_at === null ? [permit.attempt_id] : [])) };
}

function alreadyClosed(): AppError {
	return new AppError("conflict", "somebody has dealt with these permits");
}

/**
 * Proposes to close permits of payments that a lost database sent; a second admin confirms. Permits already closed keep their
 * reason. Throws forbidden, invalid_input, change_waits, too_new_to_decide; when no permit is left to close, not_found or conflict
 * (another admin was first).
 */
export async function closeForgottenPermits(context: Context, input: ForgottenPermitClosing): Promise<Asked> {
	const { attempts, reason: note } = parseInput(forgottenPermitClosingSchema, input);
	const asked = await proposeChange(context, forgottenPermitsClosed, async (trx) => {
		const { known, open } = await readPermits(trx, attempts);
		if (known.length === 0) throw new AppError("not_found", "no permit of a lost database with this attempt");
		if (open.length === 0) throw alreadyClosed();
		return { subject: KIND, after: { closed: open.length, attempts: JSON.stringify(open.sort()) }, note };
	});
	if (!asked) throw new Error("closing permits always needs a second admin");
	return asked;
}
