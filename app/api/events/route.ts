import { eventsQuerySchema } from "#lib/contracts/desk-status.ts";
import { openEventStream } from "#server/http/event-stream.ts";
import { liveUpdateHub } from "#server/http/live-update-hub.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle(
	{ countsAsActivity: false, query: eventsQuerySchema },
	(context, { member }, { session, request }) =>
		openEventStream(context, liveUpdateHub(context), { session, signal: request.signal, pageOf: member }),
);
