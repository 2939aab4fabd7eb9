/** One LISTEN connection a process; every open page of every member hears it through here. */
import pg from "pg";
import { type Change, changeSchema } from "#lib/contracts/desk-status.ts";
import type { SystemContext } from "#server/context.ts";
import type { Log } from "#server/log.ts";
import { CHANGES_CHANNEL, readChange } from "#server/store/changes.ts";

export interface ChangeHub {
	/** The listener hears every change until the returned function is called. The first one opens the connection. */
	subscribe(listener: (change: Change) => void): () => void;
	/** Resolves when LISTEN stands; tests wait for it. */
	ready(): Promise<void>;
	close(): Promise<void>;
}

export interface HubOptions {
	firstRetryMs?: number;
	probeMs?: number;
}

const MAX_RETRY_MS = 10_000;
const TOPICS = changeSchema.shape.topic.options;

export function createChangeHub(databaseUrl: string, log: Log, options: HubOptions = {}): ChangeHub {
	const { firstRetryMs = 250, probeMs = 30_000 } = options;
	const listeners = new Set<(change: Change) => void>();
	const waiting = new Set<() => void>();
	let client: pg.Client | null = null;
	let state: "idle" | "connecting" | "listening" | "closed" = "idle";
	let retryMs = firstRetryMs;
	let heardBefore = false;
	let timer: NodeJS.Timeout | undefined;

	const tell = (change: Change) => {
		for (const listener of listeners) listener(change);
	};

	async function connect(): Promise<void> {
		state = "connecting";
		const fresh = newClient(databaseUrl);
		client = fresh;
		fresh.on("error", (err) => lost(fresh, err));
		fresh.on("end", () => lost(fresh));
		fresh.on("notification", ({ payload }) => {
			const change = readChange(payload);
			if (change) tell(change);
		});
		try {
			await fresh.connect();
			await fresh.query(`listen ${CHANGES_CHANNEL}`);
		} catch (err) {
			return lost(fresh, err);
		}
		if (client !== fresh) return;
		state = "listening";
		retryMs = firstRetryMs;
		// While nobody listened anything may have changed: every topic is told as changed as a whole.
		if (heardBefore) for (const topic of TOPICS) tell({ topic, id: null });
		heardBefore = true;
		for (const go of waiting) go();
		waiting.clear();
		probe(fresh);
	}

	/** A connection that died without a word is found by asking. */
	function probe(fresh: pg.Client): void {
		timer = setTimeout(async () => {
			await fresh.query("select 1").catch((err) => lost(fresh, err));
			if (client === fresh && state === "listening") probe(fresh);
		}, probeMs);
		timer.unref();
	}

	function lost(fresh: pg.Client, err?: unknown): void {
		if (client !== fresh || state === "closed") return;
		log.warn({ err, event: "changes.lost" });
		client = null;
		state = "connecting";
		clearTimeout(timer);
		fresh.end().catch(() => undefined);
		timer = setTimeout(() => void connect(), retryMs);
		timer.unref();
		retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
	}

	return {
		subscribe(listener) {
			listeners.add(listener);
			if (state === "idle") void connect();
			return () => void listeners.delete(listener);
		},
		ready: () => (state === "listening" ? Promise.resolve() : new Promise((go) => waiting.add(go))),
		async close() {
			state = "closed";
			clearTimeout(timer);
			listeners.clear();
			await client?.end().catch(() => undefined);
		},
	};
}

function newClient(databaseUrl: string): pg.Client {
	return new pg.Client({
		connectionString: databaseUrl,
		application_name: "cauri-changes",
		connectionTimeoutMillis: 5_000,
		query_timeout: 10_000,
		keepAlive: true,
		keepAliveInitialDelayMillis: 10_000,
	});
}

const PLACE = Symbol.for("cauri.change-hub");
const house = globalThis as typeof globalThis & { [PLACE]?: ChangeHub };

/** The hub of this process. */
export function changeHub(system: Pick<SystemContext, "config" | "log">): ChangeHub {
	house[PLACE] ??= createChangeHub(system.config.databaseUrl.reveal(), system.log);
	return house[PLACE];
}
