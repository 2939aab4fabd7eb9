/**
 * One member's stream of changes (server-sent events): `data: {"topic","id"}`, a comment as heartbeat, and a final event when the
 * session ends.
 */
import type { Change } from "#lib/contracts/desk-status.ts";
import { may } from "#lib/roles.ts";
import { isSessionAlive, type LiveSession } from "#server/access/read-session.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { ChangeHub } from "#server/http/change-hub.ts";

export interface StreamRequest {
	session: LiveSession;
	signal: AbortSignal;
	/** The member whom the page shows; somebody else may have signed in since in the same browser. */
	pageOf?: string | undefined;
}

export interface StreamTimes {
	/** Proxies cut silent connections after a minute or less. */
	beatMs?: number;
	/** Interval of session checks: a stream outlives its session by at most this long. */
	recheckMs?: number;
}

const GATHER_MS = 50;
/** Spreads reconnections, so that pages do not all return in the second after a restart. */
export const RETRY_MS = { from: 1_000, within: 4_000 };
// A reader this many events behind is gone or stuck; the browser reconnects by itself.
const MAX_BACKLOG = 200;

/** Throws `too_many_attempts` when the member has too many streams open. */
export function openEventStream(
	system: Pick<SystemContext, "database" | "clock">,
	hub: ChangeHub,
	{ session, signal, pageOf = session.member.id }: StreamRequest,
	{ beatMs = 15_000, recheckMs = 30_000 }: StreamTimes = {},
): Response {
	const line = openLine();
	line.onEnd(takeStreamPlace(session.member.id));
	const sayEnded = () => {
		line.send("event: session\ndata: ended\n\n");
		line.end();
	};
	const recheck = async () => {
		// A failed check, such as during a database outage, must not end the stream.
		if (!(await isSessionAlive(system, session.key).catch(() => true))) sayEnded();
	};
	const gather = gatherer((changes) =>
		line.send(changes.map((change) => `data: ${JSON.stringify(change)}\n\n`).join("")),
	);
	const unsubscribe = hub.subscribe((change) => {
		// The stream's own member may have been disabled.
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
	line.send(`retry: ${RETRY_MS.from + Math.floor(Math.random() * RETRY_MS.within)}\n\n`);
	if (signal.aborted) line.end();
	if (pageOf !== session.member.id) sayEnded();
	return new Response(line.stream, { headers: HEADERS });
}

const HEADERS = {
	"content-type": "text/event-stream; charset=utf-8",
	// no-transform: compression would hold events back until its buffer is full.
	"cache-control": "private, no-store, no-transform",
	"x-accel-buffering": "no",
};

/** A text stream that ends once, from either side, and then cleans up. */
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

// A person has a few tabs; a script has hundreds.
/** Limits the event streams that a member may hold open in this process. */
export const MAX_STREAMS_OF_MEMBER = 20;

const PLACE = Symbol.for("cauri.stream-places");
const house = globalThis as typeof globalThis & { [PLACE]?: Map<string, number> };

function takeStreamPlace(memberId: string): () => void {
	house[PLACE] ??= new Map();
	const taken = house[PLACE];
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
