import { sql } from "kysely";
import type { OwnSession } from "#lib/contracts/account.ts";
import { endSessionRows, hasName } from "#server/access/end-session.ts";
import { readOpenSessions } from "#server/access/list-own-sessions.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/**
 * Ends the member's open session with the listed `name`, or all without a `name`, and notifies the member. Throws `forbidden`,
 * `own_account`; `not_found` when no such session was open.
 */
export async function endMemberSessions(
	context: Context,
	{ id, name }: { id: string; name?: string },
): Promise<{ ended: number }> {
	const { member } = context;
	if (id === member.id) throw new AppError("own_account", "members end their own sessions on the account page");
	const where = name === undefined ? sql<boolean>`true` : hasName(name);
	const ended = await withPermission(context, "member.manage", (trx) =>
		endSessionRows(trx, context, { memberId: id, by: member.id, where }),
	);
	if (ended === 0) throw new AppError("not_found", "no open session");
	return { ended };
}

/** Lists the member's open sessions, most recently used first. Throws `forbidden`. */
export async function listMemberSessions(context: Context, { id }: { id: string }): Promise<{ items: OwnSession[] }> {
	requirePermission(context, "member.read");
	return { items: await readOpenSessions(context, { memberId: id, ownHash: null }) };
}
