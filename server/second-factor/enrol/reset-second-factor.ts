import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { forgetFactors } from "#server/second-factor/enrol/forget-factors.ts";

/**
 * For a member who lost phone and recovery codes: the next sign-in is by password, and sets a new factor up where the desk asks
 * for one. Throws `forbidden`, `own_account`, `not_found`.
 */
export async function resetSecondFactor(context: Context, { id }: { id: string }): Promise<void> {
	demand(context, "member.manage");
	if (id === context.member.id) throw new AppError("own_account", "members do not reset themselves");
	const at = context.clock.now();
	await context.database
		.transaction()
		.execute((trx) => forgetFactors(trx, { memberId: id, at, by: context.member.id }));
}
