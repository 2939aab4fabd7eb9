import { endOtherSessions } from "#server/access/end-other-sessions.ts";
import { listOwnSessions } from "#server/access/list-own-sessions.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle({ countsAsActivity: false }, (context, _, { session }) =>
	listOwnSessions(context, { sessionId: session.id }),
);

export const DELETE = handle({}, (context, _, { session }) => endOtherSessions(context, { sessionId: session.id }));
