import type { Action } from "#lib/roles.ts";
import { recheckPermission, tooNew } from "#server/access/recheck-permission.ts";
import type { Actor } from "#server/context.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Like `recheckPermission`, for decisions that count: the database does not count a new approver's. Throws `forbidden`,
 * `too_new_to_decide`.
 */
export async function requireActiveApprover(
	context: { member: Pick<Actor, "id"> },
	trx: DatabaseTransaction,
	action: Action,
): Promise<void> {
	const { decides } = await recheckPermission(context, trx, action);
	if (!decides) throw tooNew();
}
