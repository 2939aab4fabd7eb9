/** A new session's row: the step that every way of signing in ends with. */
import type { FactorKind } from "#lib/contracts/second-factor.ts";
import { endSessionRow } from "#server/access/end-session.ts";
import { hashSessionId, nameOfSession, newSessionId } from "#server/access/session-id.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface NewSession {
	memberId: string;
	userAgent: string | null;
	/** The session that the browser still carried: ended, an id is never used again. */
	previousSessionId?: string | null;
	/** With what the second step is passed already; null: it is still owed, where one is asked for. */
	factor: FactorKind | null;
	/** How it began, for the record, where it was not by a password. */
	details?: Record<string, string>;
}

/** Returns the id for the cookie. */
export async function startSession(trx: DatabaseTransaction, now: Date, session: NewSession): Promise<string> {
	if (session.previousSessionId) await endSessionRow(trx, now, session.previousSessionId);
	const id = newSessionId();
	const hash = hashSessionId(id);
	await trx
		.insertInto("session")
		.values({
			id_hash: hash,
			key: hash,
			member_id: session.memberId,
			user_agent: session.userAgent?.slice(0, 300) ?? null,
			created_at: now,
			last_seen_at: now,
			factor: session.factor,
			factor_at: session.factor === null ? null : now,
		})
		.execute();
	const subject = { subjectKind: "session", subjectId: nameOfSession(hash), details: session.details ?? {} } as const;
	await recordAudit(trx, { at: now, memberId: session.memberId, action: "session.started", ...subject });
	return id;
}
