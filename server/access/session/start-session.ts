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
	browserToken?: string | null;
	/** Id of the session that this browser had before: that session ends. */
	previousSessionId?: string | null;
}

interface Admitted {
	memberId: string;
	/** The factor that proved the second step; null when the member has not passed one, whether required or not. */
	factor: FactorKind | null;
	/** Facts for the audit log about a sign-in other than by password. */
	details?: Record<string, string>;
}

export interface StartedSession extends LiveSession {
	browserToken: string;
}

/** Calls `admit` and opens a session for the member whom it returns, in one transaction. */
export async function openSession(
	system: Pick<SystemContext, "database" | "clock" | "config">,
	browser: ArrivingBrowser,
	admit: (trx: DatabaseTransaction) => Promise<Admitted>,
): Promise<StartedSession> {
	const { id, browserToken } = await system.database
		.transaction()
		.execute(async (trx) => startSession(trx, system, { ...browser, ...(await admit(trx)) }));
	return { ...(await requireSession(system, id)), browserToken };
}

export async function startSession(
	trx: DatabaseTransaction,
	system: Pick<SystemContext, "clock" | "config">,
	{ memberId, userAgent, previousSessionId, factor, details = {}, browserToken }: ArrivingBrowser & Admitted,
): Promise<{ id: string; browserToken: string }> {
	const now = system.clock.now();
	const browser = { token: browserToken ?? null, memberId };
	await notifyNewBrowser(trx, now, browser);
	if (previousSessionId) await endSessionRow(trx, system, previousSessionId);
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

/** Notifies the member of a sign-in in a new browser, unless it is the member's first browser. */
async function notifyNewBrowser(
	trx: DatabaseTransaction,
	at: Date,
	{ token, memberId }: { token: string | null; memberId: string },
): Promise<void> {
	if (await findKnownBrowser(trx, at, { token, memberId })) return;
	const known = trx.selectFrom("known_browser").select("id").where("member_id", "=", memberId);
	if (await known.limit(1).executeTakeFirst()) await notifyMember(trx, { at, memberId, kind: "new_browser" });
}
