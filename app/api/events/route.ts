import { changeHub } from "#server/http/change-hub.ts";
import { openEventStream } from "#server/http/event-stream.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle({ countsAsActivity: false }, ({ context, session, request }) =>
	openEventStream(context, changeHub(context), { session, signal: request.signal }),
);
