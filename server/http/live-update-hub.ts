/** Shares one LISTEN connection per process among all open pages. */
import { type LiveUpdate, liveUpdateSchema } from "#lib/contracts/desk-status.ts";
import type { SystemContext } from "#server/context.ts";
import type { Log } from "#server/log.ts";
import { processSingleton } from "#server/process-singleton.ts";
import { type ListenOptions, listen } from "#server/store/listen.ts";
import { readUpdate, UPDATES_CHANNEL } from "#server/store/live-updates.ts";

export interface LiveUpdateHub {
	/** Calls the listener for every update until the returned function is called. The first listener opens the connection. */
	subscribe(listener: (update: LiveUpdate) => void): () => void;
	close(): Promise<void>;
}

const TOPICS = liveUpdateSchema.shape.topic.options;

export function liveUpdateHub(system: Pick<SystemContext, "config" | "log">): LiveUpdateHub {
	return processSingleton("live-update-hub", () => createLiveUpdateHub(system.config.directUrl.reveal(), system.log));
}

export function createLiveUpdateHub(
	databaseUrl: string,
	log: Log,
	options: Pick<ListenOptions, "firstRetryMs" | "probeMs"> = {},
): LiveUpdateHub {
	const listeners = new Set<(update: LiveUpdate) => void>();
	let stop: (() => Promise<void>) | undefined;
	let isClosed = false;

	const notify = (update: LiveUpdate) => {
		for (const listener of listeners) listener(update);
	};
	const onListening = () => {
		// Updates before LISTEN began were not received, so every topic is reported as changed.
		for (const topic of TOPICS) notify({ topic, id: null });
	};
	const onNotice = (payload: string | undefined) => {
		const update = readUpdate(payload);
		if (update) notify(update);
	};
	const channel = { databaseUrl, channel: UPDATES_CHANNEL, name: "cauri-changes", log, onListening, onNotice };

	return {
		subscribe(listener) {
			listeners.add(listener);
			if (!isClosed) stop ??= listen({ ...channel, ...options });
			return () => void listeners.delete(listener);
		},
		async close() {
			isClosed = true;
			listeners.clear();
			await stop?.();
		},
	};
}
