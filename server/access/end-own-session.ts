/** A member ends a session of their own: a lost phone, a desk left open. */
import { sql } from "kysely";
import { endSessionRows } from "#server/access/end-session.ts";
import { SESSION_NAME_LENGTH } from "#server/access/session-id.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/** `name`: as the list gives it. Throws `step_up_needed`; `not_found`, also for a session of somebody else's. */
export async function endOwnSession(context: Context, { name }: { name: string }): Promise<void> {
	const { database, clock, member } = context;
	const isNamed = sql<boolean>`left(key, ${SESSION_NAME_LENGTH}) = ${name}`;
	const ended = await database.transaction().execute(async (trx) => {
		await context.presence.demand(trx, { purpose: "account" });
		return endSessionRows(trx, clock.now(), { memberId: member.id, where: isNamed });
	});
	if (ended === 0) throw new AppError("not_found", "no such session");
}
