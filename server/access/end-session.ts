/** Ends sessions by their row, so that every copy of the cookie becomes invalid. */
import { type Expression, type SqlBool, sql } from "kysely";
import { hashSessionId, nameOfSession } from "#server/access/session-id.ts";
import type { SystemContext } from "#server/context.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Does nothing when the session is unknown or has ended. */
export async function endSession(
	system: Pick<SystemContext, "database" | "clock">,
	{ id }: { id: string },
): Promise<void> {
	await system.database.transaction().execute((trx) => endSessionRow(trx, system.clock.now(), id));
}

export async function endSessionRow(trx: DatabaseTransaction, now: Date, id: string): Promise<void> {
	const hash = hashSessionId(id);
	await endSessionRows(trx, now, { where: sql<boolean>`(id_hash = ${hash} or renewed_from = ${hash})` });
}

/**
 * Ends the matching open sessions and writes each to the audit log; the actor is its own member unless `by` is given. Returns their
 * number.
 */
export async function endSessionRows(
	trx: DatabaseTransaction,
	now: Date,
	{ memberId, by, where }: { memberId?: string; by?: string; where: Expression<SqlBool> },
): Promise<number> {
	const rows = await trx
		.updateTable("session")
		.set({ ended_at: now })
		.where("ended_at", "is", null)
		.where(where)
		.$if(memberId !== undefined, (query) => query.where("member_id", "=", memberId ?? ""))
		.returning(["key", "member_id"])
		.execute();
	for (const { key, member_id } of rows) {
		const subject = { subjectKind: "session", subjectId: nameOfSession(key) } as const;
		await recordAudit(trx, { at: now, memberId: by ?? member_id, action: "session.ended", ...subject });
	}
	const [first] = rows;
	if (first) await publishChange(trx, { topic: "members", id: first.member_id });
	return rows.length;
}

/** Ends all of a member's sessions but one (`sessionId`: as in its cookie). Returns their number. */
export function endSessionsBut(
	trx: DatabaseTransaction,
	now: Date,
	{ memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<number> {
	return endSessionRows(trx, now, { memberId, where: isOther(hashSessionId(sessionId)) });
}

/** Also recognises an id that was renewed a moment ago. */
function isOther(hash: string): Expression<SqlBool> {
	return sql<boolean>`id_hash <> ${hash} and renewed_from is distinct from ${hash}`;
}

/** Ends all of a member's sessions when their permissions change. */
export async function endSessionsOf(trx: DatabaseTransaction, now: Date, memberId: string): Promise<void> {
	await trx
		.updateTable("session")
		.set({ ended_at: now })
		.where("member_id", "=", memberId)
		.where("ended_at", "is", null)
		.execute();
}
