import type { OwnSession } from "#lib/contracts/account.ts";
import { describeDevice } from "#server/access/describe-device.ts";
import { hashSessionId, nameOfSession } from "#server/access/session-id.ts";
import { idleLimitMs, sessionEnd } from "#server/access/session-limits.ts";
import type { Context } from "#server/context.ts";

/** Where the member is signed in now, the newest use first. `sessionId`: of the one that asks, as in its cookie. */
export async function listOwnSessions(
	context: Context,
	{ sessionId }: { sessionId: string },
): Promise<{ items: OwnSession[] }> {
	const rows = await context.database
		.selectFrom("session")
		.leftJoin("setting", (join) => join.on("setting.name", "=", "session_idle"))
		.select(["key", "id_hash", "renewed_from", "created_at", "last_seen_at", "user_agent", "setting.value as idle"])
		.where("member_id", "=", context.member.id)
		.where("ended_at", "is", null)
		.orderBy("last_seen_at", "desc")
		.orderBy("key")
		.execute();
	const now = context.clock.now();
	const own = hashSessionId(sessionId);
	const live = rows.filter(
		({ created_at, last_seen_at, idle }) =>
			sessionEnd({ createdAt: created_at, lastSeenAt: last_seen_at }, idleLimitMs(idle)) > now,
	);
	return {
		items: live.map((row) => ({
			id: nameOfSession(row.key),
			current: row.id_hash === own || row.renewed_from === own,
			...describeDevice(row.user_agent),
			createdAt: row.created_at.toISOString(),
			lastSeenAt: row.last_seen_at.toISOString(),
		})),
	};
}
