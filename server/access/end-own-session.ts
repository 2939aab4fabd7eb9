import { sql } from "kysely";
import { endSessionRows } from "#server/access/end-session.ts";
import { SESSION_NAME_LENGTH } from "#server/access/session-id.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/** `name`: public name from `listOwnSessions`. Throws `step_up_needed`; `not_found`, also for another member's session. */
export async function endOwnSession(context: Context, { name }: { name: string }): Promise<void> {
	const { database, member } = context;
	const isNamed = sql<boolean>`left(key, ${SESSION_NAME_LENGTH}) = ${name}`;
	const ended = await database.transaction().execute(async (trx) => {
		await context.presence.require(trx, { purpose: "account" });
		return endSessionRows(trx, context, { memberId: member.id, where: isNamed });
	});
	if (ended === 0) throw new AppError("not_found", "no such session");
}
