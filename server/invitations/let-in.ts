/** Signs a person in with the commit that makes them a member. */
import { rememberBrowser } from "#server/access/guard/known-browsers.ts";
import { requireSession } from "#server/access/read-session.ts";
import { startSession } from "#server/access/session/start-session.ts";
import type { StartedSession } from "#server/access/sign-in.ts";
import type { SystemContext } from "#server/context.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface ArrivingBrowser {
	userAgent: string | null;
	browserToken: string | null;
	/** The browser's previous session; it ends. */
	previousSessionId: string | null;
}

export type Arrival = StartedSession;

/** `join` creates the member and returns the id. A second factor is required afterwards, as after every sign-in. */
export async function letIn(
	system: SystemContext,
	{ userAgent, browserToken: token, previousSessionId }: ArrivingBrowser,
	join: (trx: DatabaseTransaction) => Promise<string>,
): Promise<Arrival> {
	const now = system.clock.now();
	const { id, browserToken } = await system.database.transaction().execute(async (trx) => {
		const memberId = await join(trx);
		const started = await startSession(trx, now, { memberId, userAgent, previousSessionId, factor: null });
		return { id: started, browserToken: await rememberBrowser(trx, now, { token, memberId }) };
	});
	return { ...(await requireSession(system, id)), browserToken };
}
