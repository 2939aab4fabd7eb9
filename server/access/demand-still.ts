/** The second time of asking, inside of the transaction: a member who was demoted or disabled since the request came in has no word. */
import { sql } from "kysely";
import { type Action, may } from "#lib/roles.ts";
import type { Actor } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

interface StillMember {
	/** A word of now counts for approvals, settlements and changes. */
	decides: boolean;
}

/**
 * Nobody takes the right away before this commits: who changes a member waits for it. After rows of payments are locked, before
 * the turn in the record. Throws `forbidden`.
 */
export async function demandStill(
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
		throw new AppError("forbidden", `may not ${action} any more`);
	return { decides: !row.password_temporary && (row.decides_from === null || row.decides_from <= row.now) };
}
