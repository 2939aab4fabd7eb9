import type { Asked } from "#lib/contracts/change-request.ts";
import { loosens } from "#lib/loosening.ts";
import { lockAdmins } from "#server/access/lock-admins.ts";
import { demand } from "#server/access/permissions.ts";
import { askForChange } from "#server/change-requests/ask/ask-for-change.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { forgetFactors } from "#server/second-factor/enrol/forget-factors.ts";
import { heldFactors } from "#server/second-factor/enrol/held-factors.ts";
import { lockMember } from "#server/second-factor/lock-member.ts";

/**
 * For a member who lost phone and recovery codes: the next sign-in is by password, and sets a new factor up where the desk asks
 * for one. Of somebody with rights by a second admin. Throws `forbidden`, `own_account`, `not_found`, `change_waits`.
 */
export async function resetSecondFactor(context: Context, { id }: { id: string }): Promise<Asked | undefined> {
	demand(context, "member.manage");
	if (id === context.member.id) throw new AppError("own_account", "members do not reset themselves");
	return context.database.transaction().execute(async (trx) => {
		const admins = await lockAdmins(trx);
		if (!admins.has(context.member.id)) throw new AppError("forbidden", "no admin any more");
		await lockMember(trx, id);
		const before = await heldFactors(trx, id);
		const after = { ...before, passkeys: 0, app: false };
		if (loosens("second_factor_reset", before, after)) {
			const about = { kind: "second_factor_reset", subject: id } as const;
			return askForChange(context, trx, { ...about, before: { ...before }, after });
		}
		await forgetFactors(trx, { memberId: id, at: context.clock.now(), by: context.member.id });
		return undefined;
	});
}
