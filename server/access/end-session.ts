/** Sign-out, and whatever else ends sessions: the row ends, and every copy of its cookie with it. */
import { hashSessionId } from "#server/access/session-id.ts";
import type { SystemContext } from "#server/context.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Quietly nothing when the session is unknown or ended already. */
export async function endSession(
	system: Pick<SystemContext, "database" | "clock">,
	{ id }: { id: string },
): Promise<void> {
	await system.database.transaction().execute((trx) => endSessionRow(trx, system.clock.now(), id));
}

/** The same inside another change's transaction. */
export async function endSessionRow(trx: DatabaseTransaction, now: Date, id: string): Promise<void> {
	const idHash = hashSessionId(id);
	const ended = await trx
		.updateTable("session")
		.set({ ended_at: now })
		.where("id_hash", "=", idHash)
		.where("ended_at", "is", null)
		.returning("member_id")
		.executeTakeFirst();
	if (!ended) return;
	const subject = { subjectKind: "session", subjectId: idHash.slice(0, 16) } as const;
	await recordAudit(trx, { at: now, memberId: ended.member_id, action: "session.ended", ...subject });
	await tellChange(trx, { topic: "members", id: ended.member_id });
}

/** All of a member's, when what they may do changes. */
export async function endSessionsOf(trx: DatabaseTransaction, now: Date, memberId: string): Promise<void> {
	await trx
		.updateTable("session")
		.set({ ended_at: now })
		.where("member_id", "=", memberId)
		.where("ended_at", "is", null)
		.execute();
}
