/** Shares one LISTEN connection per process among all open pages. */
import { type Change, changeSchema } from "#lib/contracts/desk-status.ts";
import type { SystemContext } from "#server/context.ts";
import type { Log } from "#server/log.ts";
import { onceInProcess } from "#server/once-in-process.ts";
import { CHANGES_CHANNEL, readChange } from "#server/store/changes.ts";
import { listen } from "#server/store/listen.ts";

export interface ChangeHub {
	/** Calls the listener for every change until the returned function is called. The first listener opens the connection. */
	subscribe(listener: (change: Change) => void): () => void;
	close(): Promise<void>;
}

export interface HubOptions {
	firstRetryMs?: number;
	probeMs?: number;
}

const TOPICS = changeSchema.shape.topic.options;

export function changeHub(system: Pick<SystemContext, "config" | "log">): ChangeHub {
	return onceInProcess("change-hub", () => createChangeHub(system.config.directUrl.reveal(), system.log));
}

export function createChangeHub(databaseUrl: string, log: Log, options: HubOptions = {}): ChangeHub {
	const listeners = new Set<(change: Change) => void>();
	let stop: (() => Promise<void>) | undefined;
	let isClosed = false;

	const notify = (change: Change) => {
		for (const listener of listeners) listener(change);
	};
	const onListening = () => {
		// Changes before LISTEN began were not received, so every topic is reported as changed.
		for (const topic of TOPICS) notify({ topic, id: null });
	};
	const onNotice = (payload: string | undefined) => {
		const change = readChange(payload);
		if (change) notify(change);
	};
	const channel = { databaseUrl, channel: CHANGES_CHANNEL, name: "cauri-changes", log, onListening, onNotice };

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
