import { hashSessionId } from "#server/access/session-id.ts";
import type { SystemContext } from "#server/context.ts";

/** Whose session it was that opens nothing any more, and why it does not: for the log. Null: there never was one, or it is forgotten. */
export async function whyNoSession(
	system: Pick<SystemContext, "database">,
	id: string,
): Promise<{ member: string; why: "signed out" | "member disabled" | "too old" } | null> {
	const row = await system.database
		.selectFrom("session")
		.innerJoin("member", "member.id", "session.member_id")
		.select(["member.id", "member.disabled_at", "session.ended_at"])
		.where("session.id_hash", "=", hashSessionId(id))
		.executeTakeFirst();
	if (!row) return null;
	const why = row.disabled_at ? "member disabled" : row.ended_at ? "signed out" : "too old";
	return { member: row.id, why };
}
