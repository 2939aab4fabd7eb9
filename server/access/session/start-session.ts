/** Starts sessions: the last step of every way of signing in. */
import type { FactorKind } from "#lib/contracts/second-factor.ts";
import { endSessionRow } from "#server/access/end-session.ts";
import { findKnownBrowser, rememberBrowser } from "#server/access/guard/known-browsers.ts";
import { type LiveSession, requireSession } from "#server/access/read-session.ts";
import { hashSessionId, nameOfSession, newSessionId } from "#server/access/session-id.ts";
import type { SystemContext } from "#server/context.ts";
import { notifyMember } from "#server/notices/notify-member.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface ArrivingBrowser {
	userAgent: string | null;
	/** The token in the browser's cookie. */
	browserToken?: string | null;
	/** The browser's earlier session: it ends, and its id is never used again. */
	previousSessionId?: string | null;
}

interface Admitted {
	memberId: string;
	/** The factor that already passed the second step; null: not yet passed, where one is required. */
	factor: FactorKind | null;
	/** The way the session began, for the audit log; absent for a password. */
	details?: Record<string, string>;
}

export interface StartedSession extends LiveSession {
	browserToken: string;
}

/** Opens a session for the member that `admit` returns, in the same transaction. */
export async function openSession(
	system: Pick<SystemContext, "database" | "clock">,
	browser: ArrivingBrowser,
	admit: (trx: DatabaseTransaction) => Promise<Admitted>,
): Promise<StartedSession> {
	const { database, clock } = system;
	const { id, browserToken } = await database
		.transaction()
		.execute(async (trx) => startSession(trx, clock.now(), { ...browser, ...(await admit(trx)) }));
	return { ...(await requireSession(system, id)), browserToken };
}

/** Returns the session's id, and the browser's token for the cookie from now on. */
export async function startSession(
	trx: DatabaseTransaction,
	now: Date,
	{ memberId, userAgent, previousSessionId, factor, details = {}, browserToken }: ArrivingBrowser & Admitted,
): Promise<{ id: string; browserToken: string }> {
	const browser = { token: browserToken ?? null, memberId };
	await notifyNewBrowser(trx, now, browser);
	if (previousSessionId) await endSessionRow(trx, now, previousSessionId);
	const id = newSessionId();
	const hash = hashSessionId(id);
	await trx
		.insertInto("session")
		.values({
			id_hash: hash,
			key: hash,
			member_id: memberId,
			user_agent: userAgent?.slice(0, 300) ?? null,
			created_at: now,
			last_seen_at: now,
			factor,
			factor_at: factor === null ? null : now,
		})
		.execute();
	const subject = { subjectKind: "session", subjectId: nameOfSession(hash), details } as const;
	await recordAudit(trx, { at: now, memberId, action: "session.started", ...subject });
	return { id, browserToken: await rememberBrowser(trx, now, browser) };
}

/** Notifies members of a sign-in in a new browser, except in their very first one. */
async function notifyNewBrowser(
	trx: DatabaseTransaction,
	at: Date,
	{ token, memberId }: { token: string | null; memberId: string },
): Promise<void> {
	if (await findKnownBrowser(trx, at, { token, memberId })) return;
	const known = trx.selectFrom("known_browser").select("id").where("member_id", "=", memberId);
	if (await known.limit(1).executeTakeFirst()) await notifyMember(trx, { at, memberId, kind: "new_browser" });
}
