import { eventsQuerySchema } from "#lib/contracts/desk-status.ts";
import { changeHub } from "#server/http/change-hub.ts";
import { openEventStream } from "#server/http/event-stream.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle(
	{ countsAsActivity: false, query: eventsQuerySchema },
	(context, { member }, { session, request }) =>
		openEventStream(context, changeHub(context), { session, signal: request.signal, pageOf: member }),
);
