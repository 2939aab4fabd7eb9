import { sql } from "kysely";
import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import { ROLES } from "#lib/roles.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { forgetFactors } from "#server/second-factor/enrol/forget-factors.ts";
import { lockMember } from "#server/second-factor/lock-member.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The member's factors. Disabled members included: the factors count when they return. */
const heldSchema = z.object({ role: z.enum(ROLES), passkeys: z.number(), app: z.boolean() });
type HeldFactors = z.infer<typeof heldSchema>;

export const secondFactorReset: GuardedChange<HeldFactors> = {
	kind: "second_factor_reset",
	schema: heldSchema,
	read: (trx, { subject }) => readHeld(trx, subject),
	write: (trx, { subject: memberId }, step) => forgetFactors(trx, { ...step, memberId }),
};

/** In the form that the database's guard compares. */
async function readHeld(trx: DatabaseTransaction, memberId: string): Promise<HeldFactors> {
	await lockMember(trx, memberId);
	const row = await trx
		.selectNoFrom(sql<HeldFactors | null>`factors_of(${memberId})`.as("held"))
		.executeTakeFirstOrThrow();
	if (!row.held) throw new AppError("not_found", "no such member");
	return row.held;
}

/**
 * For a member who lost phone and recovery codes: the next sign-in uses the password and enrols a new factor where required. For
 * a member with rights it needs a second admin. Throws `forbidden`, `own_account`, `not_found`, `change_waits`.
 */
export async function resetSecondFactor(context: Context, { id }: { id: string }): Promise<Asked | undefined> {
	requirePermission(context, "member.manage");
	if (id === context.member.id) throw new AppError("own_account", "members cannot reset their own second factor");
	return proposeChange(context, secondFactorReset, async (trx) => ({
		subject: id,
		after: { ...(await readHeld(trx, id)), passkeys: 0, app: false },
	}));
}
