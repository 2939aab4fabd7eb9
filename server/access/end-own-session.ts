import { endSessionRows, hasName } from "#server/access/end-session.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/** `name`: public name from `listOwnSessions`. Throws `step_up_needed`; `not_found`, also for another member's session. */
export async function endOwnSession(context: Context, { name }: { name: string }): Promise<void> {
	const { database, member } = context;
	const ended = await database.transaction().execute(async (trx) => {
		await context.presence.requireFresh(trx, "account");
		return endSessionRows(trx, context, { memberId: member.id, where: hasName(name) });
	});
	if (ended === 0) throw new AppError("not_found", "no such session");
}
