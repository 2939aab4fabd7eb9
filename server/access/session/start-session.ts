/** Inserts a new session: the last step of every way of signing in. */
import type { FactorKind } from "#lib/contracts/second-factor.ts";
import { endSessionRow } from "#server/access/end-session.ts";
import { hashSessionId, nameOfSession, newSessionId } from "#server/access/session-id.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface NewSession {
	memberId: string;
	userAgent: string | null;
	/** The browser's earlier session: it ends, and its id is never used again. */
	previousSessionId?: string | null;
	/** The factor that already passed the second step; null: not yet passed, where one is required. */
	factor: FactorKind | null;
	/** The way it began, for the audit log, when not by a password. */
	details?: Record<string, string>;
}

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
