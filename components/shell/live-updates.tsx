"use client";

/** Refetches changed data on every open page: by the event stream, or by polling while the stream is away. */
import { type InvalidateQueryFilters, type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { redirectToSignIn } from "#components/shell/redirect-to-sign-in.ts";
import { watchPerson } from "#lib/members/person-activity.ts";
import { staleKeys } from "#lib/queries/live-topics.ts";

const POLL_MS = 12_000;
// One action causes several updates together, which need one refetch.
const GATHER_MS = 120;
// While updates continue, each page refetches at most this often, and pages do so at different moments.
const EVERY_MS = 1_000;
const JITTER_MS = 300;

/** `memberId`: the member for whom the page was rendered. `redirectToSignIn` runs when another member signs in with this browser. */
export function LiveUpdates({ memberId }: { memberId: string }) {
	const client = useQueryClient();
	useEffect(() => watchPerson(), []);
	useEffect(() => {
		const replay = replayMissedUpdates(client);
		const stop = followUpdates(memberId, gather(replay.mark));
		return () => {
			stop();
			replay.end();
		};
	}, [client, memberId]);
	return null;
}

type OnTopic = (topic: string | null) => void;

/** Returns a function that stops the updates. A hidden page polls nothing and keeps no stream open. */
function followUpdates(memberId: string, onTopic: OnTopic): () => void {
	let stream: EventSource | null = null;
	let poll: ReturnType<typeof setInterval> | undefined;
	const stopPolling = () => {
		clearInterval(poll);
		poll = undefined;
	};
	const close = () => {
		stopPolling();
		stream?.close();
		stream = null;
	};
	const open = () => {
		stream = new EventSource(`/api/events?member=${encodeURIComponent(memberId)}`);
		stream.onmessage = ({ data }) => onTopic(topicOf(data));
		// Refetches everything, because the page missed all updates since it was rendered or lost the stream.
		stream.onopen = () => {
			stopPolling();
			onTopic(null);
		};
		stream.addEventListener("session", redirectToSignIn);
		stream.onerror = () => {
			// The server refused the stream, perhaps because the session ended: a refetch finds out at once, before the next poll.
			if (stream?.readyState === EventSource.CLOSED && !poll) onTopic(null);
			poll ??= setInterval(() => {
				onTopic(null);
				// A refused stream does not reconnect by itself.
				if (stream?.readyState === EventSource.CLOSED) reopen();
			}, POLL_MS);
		};
	};
	const reopen = () => {
		stream?.close();
		open();
	};
	const follow = () => {
		if (document.hidden) close();
		else if (!stream) open();
	};
	follow();
	document.addEventListener("visibilitychange", follow);
	return () => {
		document.removeEventListener("visibilitychange", follow);
		close();
	};
}

/** Passes the first update on almost at once, and later ones together, at most once per `EVERY_MS`. Exported for its test. */
export function gather(onTopic: OnTopic): OnTopic {
	const waiting = new Set<string | null>();
	let passedAt = Number.NEGATIVE_INFINITY;
	return (topic) => {
		if (waiting.size === 0) {
			const rest = passedAt + EVERY_MS + Math.random() * JITTER_MS - performance.now();
			setTimeout(
				() => {
					passedAt = performance.now();
					const topics = waiting.has(null) ? [null] : [...waiting];
					waiting.clear();
					for (const next of topics) onTopic(next);
				},
				Math.max(GATHER_MS, rest),
			);
		}
		waiting.add(topic);
	};
}

function topicOf(data: string): string | null {
	try {
		const update: unknown = JSON.parse(data);
		const topic = typeof update === "object" && update !== null && "topic" in update ? update.topic : null;
		return typeof topic === "string" ? topic : null;
	} catch {
		return null;
	}
}

/** The longest time that a page may be on its way from the server. */
const ON_ITS_WAY_MS = 60_000;

/**
 * `mark` invalidates cached data of a topic, and also data that arrives later with a page that the server rendered before the update. Call
 * `end` when no more updates follow.
 */
export function replayMissedUpdates(client: QueryClient): { mark(topic: string | null): void; end(): void } {
	const changedAt = new Map<unknown, number>();
	const cache = client.getQueryCache();
	// Queries that changed while they were read: the answer may be older than the change.
	const outdated = new WeakSet<Query>();
	const invalidate = (filters: InvalidateQueryFilters) => {
		for (const query of cache.findAll(filters)) if (query.state.fetchStatus === "fetching") outdated.add(query);
		// The answer under way is not cancelled: one slower than the updates would never arrive, and the server would work on all of them.
		void client.invalidateQueries(filters, { cancelRefetch: false });
	};
	const end = cache.subscribe((event) => {
		if (event.query.state.fetchStatus === "idle" && outdated.delete(event.query))
			setTimeout(() => invalidate({ queryKey: event.query.queryKey, exact: true }));
		// True only for data that arrives with a page; the browser's own fetches have other actions.
		const arrivesWithPage = event.type === "added" || (event.type === "updated" && event.action.type === "setState");
		if (!arrivesWithPage || event.query.state.data === undefined) return;
		const { queryKey } = event.query;
		const at = changedAt.get(queryKey[0]);
		if (at === undefined || performance.now() - at > ON_ITS_WAY_MS) return;
		// Must not run during a React render.
		setTimeout(() => invalidate({ queryKey }));
	});
	return {
		mark(topic) {
			for (const queryKey of staleKeys(topic)) {
				changedAt.set(queryKey[0], performance.now());
				invalidate({ queryKey });
			}
		},
		end,
	};
}
