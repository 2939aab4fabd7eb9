/** Lists a member's open sessions, for themselves and for an admin; the data cannot open a session. */
import type { OwnSession } from "#lib/contracts/account.ts";
import { describeDevice } from "#lib/members/describe-device.ts";
import { hashSessionId, nameOfSession } from "#server/access/session-id.ts";
import { idleLimitMs, sessionEnd } from "#server/access/session-limits.ts";
import type { Context, SystemContext } from "#server/context.ts";

/** Lists the member's open sessions, most recently used first. `sessionId`: the current one, as in its cookie. */
export async function listOwnSessions(
	context: Context,
	{ sessionId }: { sessionId: string },
): Promise<{ items: OwnSession[] }> {
	const whose = { memberId: context.member.id, ownHash: hashSessionId(sessionId) };
	return { items: await readOpenSessions(context, whose) };
}

interface Whose {
	memberId: string;
	/** Digest of the current session's id; null when somebody else reads the list. */
	ownHash: string | null;
}

/** Most recently used first. */
export async function readOpenSessions(
	{ database, clock }: Pick<SystemContext, "database" | "clock">,
	{ memberId, ownHash }: Whose,
): Promise<OwnSession[]> {
	const rows = await database
		.selectFrom("session")
		.leftJoin("setting", (join) => join.on("setting.name", "=", "session_idle"))
		.select(["key", "id_hash", "renewed_from", "created_at", "last_seen_at", "user_agent", "setting.value as idle"])
		.where("member_id", "=", memberId)
		.where("ended_at", "is", null)
		.orderBy("last_seen_at", "desc")
		.orderBy("key")
		.execute();
	const now = clock.now();
	const live = rows.filter(
		({ created_at, last_seen_at, idle }) =>
			sessionEnd({ createdAt: created_at, lastSeenAt: last_seen_at }, idleLimitMs(idle)) > now,
	);
	return live.map((row) => ({
		id: nameOfSession(row.key),
		current: ownHash !== null && (row.id_hash === ownHash || row.renewed_from === ownHash),
		...describeDevice(row.user_agent),
		createdAt: row.created_at.toISOString(),
		lastSeenAt: row.last_seen_at.toISOString(),
	}));
}
