/** One member's stream of changes (server-sent events): `data: {"topic","id"}`, a comment as heartbeat, a word and an end when the session ends. */
import type { Change } from "#lib/contracts/desk-status.ts";
import { may } from "#lib/roles.ts";
import { isSessionAlive, type LiveSession } from "#server/access/read-session.ts";
import type { SystemContext } from "#server/context.ts";
import type { ChangeHub } from "#server/http/change-hub.ts";
import { takeStreamPlace } from "#server/http/stream-places.ts";

export interface StreamRequest {
	session: LiveSession;
	/** Of the request: the browser went away. */
	signal: AbortSignal;
}

export interface StreamTimes {
	/** Proxies cut silent connections after a minute or less. */
	beatMs?: number;
	/** The session's row is asked again: this long at most does a stream outlive it. */
	recheckMs?: number;
}

// Changes that come together are told together, each once.
const GATHER_MS = 50;
// A reader this many pieces behind is gone or stuck; it comes back by itself.
const MAX_BACKLOG = 200;

/** Throws `too_many_attempts` when the member has too many streams open. */
export function openEventStream(
	system: Pick<SystemContext, "database" | "clock">,
	hub: ChangeHub,
	{ session, signal }: StreamRequest,
	{ beatMs = 15_000, recheckMs = 30_000 }: StreamTimes = {},
): Response {
	const line = openLine();
	line.onEnd(takeStreamPlace(session.member.id));
	const recheck = async () => {
		// Not known just now: nobody is sent away for that.
		if (await isSessionAlive(system, session.key).catch(() => true)) return;
		line.send("event: session\ndata: ended\n\n");
		line.end();
	};
	const gather = gatherer((changes) =>
		line.send(changes.map((change) => `data: ${JSON.stringify(change)}\n\n`).join("")),
	);
	const unsubscribe = hub.subscribe((change) => {
		// A member changed: perhaps this one is no member any more.
		if (change.topic === "members") void recheck();
		if (change.topic !== "members" || may(session.member.role, "member.read")) gather.add(change);
	});
	const beat = setInterval(() => line.send(": still here\n\n"), beatMs);
	const check = setInterval(() => void recheck(), recheckMs);
	line.onEnd(() => {
		unsubscribe();
		gather.stop();
		clearInterval(beat);
		clearInterval(check);
	});
	signal.addEventListener("abort", line.end, { once: true });
	line.send("retry: 3000\n\n");
	if (signal.aborted) line.end();
	return new Response(line.stream, { headers: HEADERS });
}

const HEADERS = {
	"content-type": "text/event-stream; charset=utf-8",
	// no-transform: compression would hold events back until its buffer is full.
	"cache-control": "private, no-store, no-transform",
	"x-accel-buffering": "no",
};

/** A stream of text that ends once, from whichever side, and then cleans up. */
function openLine() {
	const encoder = new TextEncoder();
	const cleanUps: (() => void)[] = [];
	let open = true;
	let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
	const finish = () => {
		if (!open) return false;
		open = false;
		for (const cleanUp of cleanUps) cleanUp();
		return true;
	};
	const stream = new ReadableStream<Uint8Array>({
		start(given) {
			controller = given;
		},
		cancel: () => void finish(),
	});
	const end = () => {
		if (finish()) controller?.close();
	};
	return {
		stream,
		end,
		onEnd: (cleanUp: () => void) => void cleanUps.push(cleanUp),
		send(text: string) {
			if (!open || !controller) return;
			if ((controller.desiredSize ?? 0) < -MAX_BACKLOG) return end();
			controller.enqueue(encoder.encode(text));
		},
	};
}

function gatherer(tell: (changes: Change[]) => void) {
	const gathered = new Map<string, Change>();
	let timer: NodeJS.Timeout | undefined;
	return {
		add(change: Change) {
			if (gathered.size === 0)
				timer = setTimeout(() => {
					tell([...gathered.values()]);
					gathered.clear();
				}, GATHER_MS);
			gathered.set(`${change.topic} ${change.id}`, change);
		},
		stop: () => clearTimeout(timer),
	};
}
