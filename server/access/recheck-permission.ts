import { sql } from "kysely";
import { type Action, may, type Role, STEP_UP_OF } from "#lib/roles.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Actor, Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

interface StillMember {
	role: Role;
	/** True when the password is not temporary and the waiting time after new rights is over: only then do decisions count. */
	decides: boolean;
}

/**
 * Reads the permission again and locks the member, so that nobody can revoke it before the commit. Call it after locking payments and
 * before taking the audit turn. Changes of settings or members need `decides`. Throws `forbidden`, `too_new_to_decide`.
 */
export async function recheckPermission(
	context: { member: Pick<Actor, "id"> },
	trx: DatabaseTransaction,
	action: Action,
): Promise<StillMember> {
	const row = await trx
		.selectFrom("member")
		.select(["role", "disabled_at", "password_temporary", "decides_from", sql<Date>`now()`.as("now")])
		.where("id", "=", context.member.id)
		.forShare()
		.executeTakeFirst();
	if (!row || row.disabled_at !== null || !may(row.role, action))
		throw new AppError("forbidden", `no longer allowed: ${action}`);
	const { role } = row;
	const decides = !row.password_temporary && (row.decides_from === null || row.decides_from <= row.now);
	// guard: new-rights-change-nothing
	if (STEP_UP_OF[action] && !decides) throw tooNew();
	return { role, decides };
}

/** Runs one transaction under a permission that cannot be revoked before the commit. Throws `forbidden`, `too_new_to_decide`. */
export async function withPermission<T>(
	context: Context,
	action: Action,
	change: (trx: DatabaseTransaction, member: StillMember) => Promise<T>,
): Promise<T> {
	requirePermission(context, action);
	return context.database
		.transaction()
		.execute(async (trx) => change(trx, await recheckPermission(context, trx, action)));
}

function tooNew(): AppError {
	return new AppError("too_new_to_decide", "the member's rights are too new to decide");
}

/**
 * Like `recheckPermission`, but always needs `decides`: the database would not count this approver's decision. Throws `forbidden`,
 * `too_new_to_decide`.
 */
export async function requireActiveApprover(
	context: { member: Pick<Actor, "id"> },
	trx: DatabaseTransaction,
	action: Action,
): Promise<StillMember> {
	const member = await recheckPermission(context, trx, action);
	if (!member.decides) throw tooNew();
	return member;
}

/**
 * Locks the active admins in a fixed order, so that two cannot demote each other at once, nor one confirm the request of an admin who is
 * being removed. `for no key update`: a full lock could deadlock with payments that reference a member as their maker.
 */
export async function lockAdmins(trx: DatabaseTransaction): Promise<Set<string>> {
	const rows = await trx
		.selectFrom("member")
		.select("id")
		.where("role", "=", "admin")
		.where("disabled_at", "is", null)
		.orderBy("id")
		.forNoKeyUpdate()
		.execute();
	return new Set(rows.map((row) => row.id));
}
