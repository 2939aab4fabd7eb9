/** Starts a session, notifies the member of a new browser, and remembers the browser. */
import { findKnownBrowser, rememberBrowser } from "#server/access/guard/known-browsers.ts";
import { notifyNewBrowser } from "#server/access/session/notify-new-browser.ts";
import { type NewSession, startSession } from "#server/access/session/start-session.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** `browserToken`: the token in the browser's cookie. Returns the session's id, and the token for the cookie from now on. */
export async function startInBrowser(
	trx: DatabaseTransaction,
	now: Date,
	{ email, browserToken: token, ...session }: NewSession & { email: string; browserToken: string | null },
): Promise<{ id: string; browserToken: string }> {
	const { memberId } = session;
	if ((await findKnownBrowser(trx, now, { token, email })) === null) await notifyNewBrowser(trx, now, memberId);
	const id = await startSession(trx, now, session);
	return { id, browserToken: await rememberBrowser(trx, now, { token, memberId }) };
}
