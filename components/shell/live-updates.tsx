"use client";
/** What changes at the desk reaches every open page: by the stream, and by asking again while the stream is away. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keepTold } from "#components/shell/keep-told.ts";
import { leaveForSignIn } from "#components/shell/leave-for-sign-in.ts";
import { watchPerson } from "#lib/person-activity.ts";

const POLL_MS = 12_000;
// Several changes of one act arrive together: one round of questions is enough.
const GATHER_MS = 120;

export function LiveUpdates() {
	const client = useQueryClient();
	useEffect(() => watchPerson(), []);
	useEffect(() => {
		const told = keepTold(client);
		const stop = followChanges(gather(told.tell));
		return () => {
			stop();
			told.end();
		};
	}, [client]);
	return null;
}

type Tell = (topic: string | null) => void;

/** Returns what ends it. Nothing is asked or held open while the page is hidden. */
function followChanges(tell: Tell): () => void {
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
		stream = new EventSource("/api/events");
		stream.onmessage = ({ data }) => tell(topicOf(data));
		// What happened between the page's rendering, or the loss of the stream, and now was told to nobody.
		stream.onopen = () => {
			stopPolling();
			tell(null);
		};
		stream.addEventListener("session", leaveForSignIn);
		stream.onerror = () => {
			// Refused: a session that has ended is found out at once, not at the next poll.
			if (stream?.readyState === EventSource.CLOSED && !poll) tell(null);
			poll ??= setInterval(() => {
				tell(null);
				// A stream that was refused does not come back by itself.
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

function gather(tell: Tell): Tell {
	const waiting = new Set<string | null>();
	return (topic) => {
		if (waiting.size === 0) {
			setTimeout(() => {
				const topics = waiting.has(null) ? [null] : [...waiting];
				waiting.clear();
				for (const next of topics) tell(next);
			}, GATHER_MS);
		}
		waiting.add(topic);
	};
}

function topicOf(data: string): string | null {
	try {
		const change: unknown = JSON.parse(data);
		const topic = typeof change === "object" && change !== null && "topic" in change ? change.topic : null;
		return typeof topic === "string" ? topic : null;
	} catch {
		return null;
	}
}
