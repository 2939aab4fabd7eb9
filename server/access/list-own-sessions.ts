import type { OwnSession } from "#lib/contracts/account.ts";
import { describeDevice } from "#lib/members/describe-device.ts";
import { memberHasFactor } from "#server/access/session/has-factor.ts";
import { hashSessionId, nameOfSession } from "#server/access/session-id.ts";
import { type SessionSystem, sessionEnd } from "#server/access/session-limits.ts";
import type { Context } from "#server/context.ts";

/** Lists the member's open sessions, most recently used first. `sessionId`: id of the current session, as in its cookie. */
export async function listOwnSessions(
	context: Context,
	{ sessionId }: { sessionId: string },
): Promise<{ items: OwnSession[] }> {
	const owner = { memberId: context.member.id, ownHash: hashSessionId(sessionId) };
	return { items: await readOpenSessions(context, owner) };
}

interface SessionOwner {
	memberId: string;
	/** Digest of the current session's id; null when somebody else reads the list. */
	ownHash: string | null;
}

export async function readOpenSessions(
	{ database, clock, config }: SessionSystem,
	{ memberId, ownHash }: SessionOwner,
): Promise<OwnSession[]> {
	const rows = await database
		.selectFrom("session")
		.innerJoin("member", "member.id", "member_id")
		.select(["key", "id_hash", "renewed_from", "session.created_at", "last_seen_at", "user_agent", "factor"])
		.select(memberHasFactor.as("has_factor"))
		.where("member_id", "=", memberId)
		.where("ended_at", "is", null)
		.orderBy("last_seen_at", "desc")
		.orderBy("key")
		.execute();
	const now = clock.now();
	const live = rows.filter((row) => sessionEnd(row, config) > now);
	return live.map((row) => ({
		id: nameOfSession(row.key),
		current: ownHash !== null && (row.id_hash === ownHash || row.renewed_from === ownHash),
		...describeDevice(row.user_agent),
		createdAt: row.created_at.toISOString(),
		lastSeenAt: row.last_seen_at.toISOString(),
	}));
}
