/** A new session, told to its member where the browser is a new one, and the browser is known from then on. */
import { findKnownBrowser, rememberBrowser } from "#server/access/guard/known-browsers.ts";
import { type NewSession, startSession } from "#server/access/session/start-session.ts";
import { tellNewBrowser } from "#server/access/session/tell-new-browser.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** `browserToken`: what the browser's own cookie holds, and what it shall hold. Returns the session's id. */
export async function startInBrowser(
	trx: DatabaseTransaction,
	now: Date,
	{ email, browserToken: token, ...session }: NewSession & { email: string; browserToken: string | null },
): Promise<{ id: string; browserToken: string }> {
	const { memberId } = session;
	if ((await findKnownBrowser(trx, now, { token, email })) === null) await tellNewBrowser(trx, now, memberId);
	const id = await startSession(trx, now, session);
	return { id, browserToken: await rememberBrowser(trx, now, { token, memberId }) };
}
