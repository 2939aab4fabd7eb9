import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import { unblockRequestSchema } from "#lib/contracts/recipient.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { maskNumber } from "#server/log.ts";
import { parseInput } from "#server/parse-input.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

const stateSchema = z.object({ number: z.string(), blocked: z.boolean() });
type BlockState = z.infer<typeof stateSchema>;

export const numberUnblocking: GuardedChange<BlockState> = {
	kind: "number_unblocked",
	schema: stateSchema,
	read: async (trx, { subject: number }) => ({ number, blocked: await isBlocked(trx, number) }),
	async write(trx, { subject: number }, { at, by, confirmedBy }) {
		await trx.deleteFrom("blocked_number").where("number", "=", number).execute();
		const details = { number: maskNumber(number), ...(confirmedBy ? { confirmedBy } : {}) };
		const subject = { subjectKind: "recipient", subjectId: null } as const;
		await recordAudit(trx, { at, memberId: by, action: "recipient.unblocked", ...subject, details });
		await publishUpdate(trx, { topic: "recipients", id: null });
	},
};

/** Asks a second admin to agree, since payouts to the number may leave again. Throws forbidden, not_found, change_waits. */
export async function unblockNumber(context: Context, input: { number: string }): Promise<BlockState | Asked> {
	const { number } = parseInput(unblockRequestSchema, input);
	const after = { number, blocked: false };
	const asked = await proposeChange(context, numberUnblocking, async (trx) => {
		if (!(await isBlocked(trx, number))) throw new AppError("not_found", "the number is not blocked");
		return { subject: number, after };
	});
	return asked ?? after;
}

async function isBlocked(trx: DatabaseTransaction, number: string): Promise<boolean> {
	const query = trx.selectFrom("blocked_number").select("number").where("number", "=", number);
	return (await query.executeTakeFirst()) !== undefined;
}
