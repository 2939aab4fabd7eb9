import { type Expression, type SqlBool, sql } from "kysely";
import { memberHasFactor } from "#server/access/session/has-factor.ts";
import { hashSessionId, nameOfSession, SESSION_NAME_LENGTH } from "#server/access/session-id.ts";
import { type SessionSystem, sessionEnd } from "#server/access/session-limits.ts";
import { notifyMember } from "#server/notices/notify-member.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

type System = Pick<SessionSystem, "clock" | "config">;

export async function endSession(system: SessionSystem, { id }: { id: string }): Promise<void> {
	await system.database.transaction().execute((trx) => endSessionRow(trx, system, id));
}

export async function endSessionRow(trx: DatabaseTransaction, system: System, id: string): Promise<void> {
	const hash = hashSessionId(id);
	await endSessionRows(trx, system, { where: sql<boolean>`(id_hash = ${hash} or renewed_from = ${hash})` });
}

/**
 * Ends the matching sessions. Audits and counts those that had not expired. The actor is the session's own member, or `by` with a notice.
 */
export async function endSessionRows(
	trx: DatabaseTransaction,
	{ clock, config }: System,
	{ memberId, by, where }: { memberId?: string; by?: string | null; where: Expression<SqlBool> },
): Promise<number> {
	const now = clock.now();
	const ended = await trx
		.updateTable("session")
		.from("member")
		.set({ ended_at: now })
		.whereRef("member.id", "=", "member_id")
		.where("ended_at", "is", null)
		.where(where)
		.$if(memberId !== undefined, (query) => query.where("member_id", "=", memberId ?? ""))
		.returning(["key", "member_id", "session.created_at", "last_seen_at", "factor"])
		.returning(memberHasFactor.as("has_factor"))
		.execute();
	const rows = ended.filter((row) => sessionEnd(row, config) > now);
	for (const { key, member_id } of rows) {
		const subject = { subjectKind: "session", subjectId: nameOfSession(key) } as const;
		const details: Record<string, string> = by ? { member: member_id } : {};
		await recordAudit(trx, { at: now, memberId: by ?? member_id, action: "session.ended", details, ...subject });
	}
	for (const [memberId, { length }] of by ? Map.groupBy(rows, ({ member_id }) => member_id) : []) {
		const notice = { kind: "sessions_ended", details: { count: `${length}` } } as const;
		if (memberId !== by) await notifyMember(trx, { at: now, memberId, by, ...notice });
	}
	const [first] = rows;
	if (first) await publishUpdate(trx, { topic: "members", id: first.member_id });
	return rows.length;
}

/** SQL: whether the session has this public name. */
export function hasName(name: string): Expression<SqlBool> {
	return sql<boolean>`left(key, ${SESSION_NAME_LENGTH}) = ${name}`;
}

/** `sessionId`: the session that stays, as in its cookie. Returns the number of ended sessions. */
export function endSessionsBut(
	trx: DatabaseTransaction,
	system: System,
	{ memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<number> {
	return endSessionRows(trx, system, { memberId, where: isOther(hashSessionId(sessionId)) });
}

/** The current session is also recognised by its previous id, `renewed_from`, which a request under way may still carry. */
function isOther(hash: string): Expression<SqlBool> {
	return sql<boolean>`id_hash <> ${hash} and renewed_from is distinct from ${hash}`;
}

/** Ends all sessions of a member. The caller writes one audit entry for the reason, such as a changed role. */
export async function endSessionsOf(trx: DatabaseTransaction, now: Date, memberId: string): Promise<void> {
	await trx
		.updateTable("session")
		.set({ ended_at: now })
		.where("member_id", "=", memberId)
		.where("ended_at", "is", null)
		.execute();
}
