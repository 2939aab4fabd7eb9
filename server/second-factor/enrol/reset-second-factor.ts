import { sql } from "kysely";
import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import { ROLES } from "#lib/roles.ts";
import { endSessionsOf } from "#server/access/end-session.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { ChangeStep, GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { voidChanges } from "#server/guarded-changes/record-change.ts";
import { recordAccountEvent } from "#server/notices/notify-member.ts";
import { lockMember } from "#server/second-factor/factors-of.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The factors of a member, even of a disabled one, whose factors count again once the member is enabled. */
const heldSchema = z.object({
	role: z.enum(ROLES),
	passkeys: z.number(),
	app: z.boolean(),
	hadRights: z.boolean().optional(),
});
type HeldFactors = z.infer<typeof heldSchema>;

export const secondFactorReset: GuardedChange<HeldFactors> = {
	kind: "second_factor_reset",
	schema: heldSchema,
	read: (trx, { subject }) => readHeld(trx, subject),
	write: (trx, { subject: memberId }, step) => forgetFactors(trx, { ...step, memberId }),
};

/** Reads the factors in the form that the database compares when the change is made. */
async function readHeld(trx: DatabaseTransaction, memberId: string): Promise<HeldFactors> {
	await lockMember(trx, memberId);
	const row = await trx
		.selectNoFrom(sql<HeldFactors | null>`factors_of(${memberId})`.as("held"))
		.executeTakeFirstOrThrow();
	if (!row.held) throw new AppError("not_found", "no such member");
	return row.held;
}

/**
 * Removes the factors of a member who lost phone and recovery codes: the next sign-in uses the password and enrols a factor where required.
 * A second admin must confirm, except for a viewer. Throws `forbidden`, `own_account`, `not_found`, `change_waits`.
 */
export async function resetSecondFactor(context: Context, { id }: { id: string }): Promise<Asked | undefined> {
	if (id === context.member.id) throw new AppError("own_account", "members cannot reset their own second factor");
	return proposeChange(context, secondFactorReset, async (trx) => ({
		subject: id,
		after: { ...(await readHeld(trx, id)), passkeys: 0, app: false },
	}));
}

/** Removes all factors and recovery codes of a member, and ends every session. Admins in Settings and the command line both use it. */
export async function forgetFactors(
	trx: DatabaseTransaction,
	{ memberId, at, by, confirmedBy }: ChangeStep & { memberId: string },
): Promise<void> {
	await lockMember(trx, memberId);
	const member = await trx.selectFrom("member").select("name").where("id", "=", memberId).executeTakeFirst();
	if (!member) throw new AppError("not_found", "no such member");
	for (const table of ["passkey", "totp", "recovery_code"] as const)
		await trx.deleteFrom(table).where("member_id", "=", memberId).execute();
	await endSessionsOf(trx, at, memberId);
	const details: Record<string, string> = confirmedBy ? { confirmedBy } : {};
	await voidChanges(trx, at, { kind: "second_factor_reset", subject: memberId });
	await recordAccountEvent(trx, { at, memberId, kind: "second_factor_reset", by, name: member.name, details });
}
