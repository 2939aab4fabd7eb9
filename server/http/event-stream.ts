/**
 * One member's stream of live updates (server-sent events): `data: {"topic","id"}`, a comment as heartbeat, and a final event when the
 * session ends.
 */
import type { LiveUpdate } from "#lib/contracts/desk-status.ts";
import { may } from "#lib/roles.ts";
import { isSessionAlive, type LiveSession } from "#server/access/read-session.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { LiveUpdateHub } from "#server/http/live-update-hub.ts";
import { processSingleton } from "#server/process-singleton.ts";

export interface StreamRequest {
	session: LiveSession;
	signal: AbortSignal;
	/** The member for whom the page was rendered. If another member has since signed in with this browser, the stream ends at once. */
	pageOf?: string | undefined;
}

export interface StreamTimes {
	/** Interval of the heartbeat: proxies cut connections that are silent for about a minute. */
	beatMs?: number;
	/** Interval of session checks: an open stream ends at most this long after its session. */
	recheckMs?: number;
}

const GATHER_MS = 50;
/** Browsers reconnect after `from` plus a random part of `within`, so that a restart does not bring all pages back in one second. */
export const RETRY_MS = { from: 1_000, within: 4_000 };
// A browser this many events behind is closed or stuck: its stream ends, and a live browser reconnects automatically.
const MAX_BACKLOG = 200;

/** Throws `too_many_attempts` when the member has too many streams open. */
export function openEventStream(
	system: Pick<SystemContext, "database" | "clock" | "config">,
	hub: LiveUpdateHub,
	{ session, signal, pageOf = session.member.id }: StreamRequest,
	{ beatMs = 15_000, recheckMs = 30_000 }: StreamTimes = {},
): Response {
	const line = openLine();
	line.onEnd(takeStreamPlace(session.member.id));
	const sendEnded = () => {
		line.send("event: session\ndata: ended\n\n");
		line.end();
	};
	const recheck = async () => {
		// A failed check, such as during a database outage, must not end the stream.
		if (!(await isSessionAlive(system, session.key).catch(() => true))) sendEnded();
	};
	const gather = gatherer((updates) =>
		line.send(updates.map((update) => `data: ${JSON.stringify(update)}\n\n`).join("")),
	);
	const unsubscribe = hub.subscribe((update) => {
		// The update may have disabled this stream's own member.
		if (update.topic === "members") void recheck();
		if (update.topic !== "members" || may(session.member.role, "member.read")) gather.add(update);
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
	line.send(`retry: ${RETRY_MS.from + Math.floor(Math.random() * RETRY_MS.within)}\n\n`);
	if (signal.aborted) line.end();
	if (pageOf !== session.member.id) sendEnded();
	return new Response(line.stream, { headers: HEADERS });
}

const HEADERS = {
	"content-type": "text/event-stream; charset=utf-8",
	// no-transform: compression would hold events back until its buffer is full.
	"cache-control": "private, no-store, no-transform",
	"x-accel-buffering": "no",
};

/** Opens a text stream that either side may end, and that then runs its clean-ups once. */
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

function gatherer(send: (updates: LiveUpdate[]) => void) {
	const gathered = new Map<string, LiveUpdate>();
	let timer: NodeJS.Timeout | undefined;
	return {
		add(update: LiveUpdate) {
			if (gathered.size === 0)
				timer = setTimeout(() => {
					send([...gathered.values()]);
					gathered.clear();
				}, GATHER_MS);
			gathered.set(`${update.topic} ${update.id}`, update);
		},
		stop: () => clearTimeout(timer),
	};
}

// A person has a few tabs; a script has hundreds.
export const MAX_STREAMS_OF_MEMBER = 20;

function takeStreamPlace(memberId: string): () => void {
	const taken = processSingleton("stream-places", () => new Map<string, number>());
	const count = taken.get(memberId) ?? 0;
	if (count >= MAX_STREAMS_OF_MEMBER)
		throw new AppError("too_many_attempts", "too many event streams", { retryAfterSeconds: 30 });
	taken.set(memberId, count + 1);
	return () => {
		const left = (taken.get(memberId) ?? 1) - 1;
		if (left > 0) taken.set(memberId, left);
		else taken.delete(memberId);
	};
}
