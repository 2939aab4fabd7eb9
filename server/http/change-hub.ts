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

const PLACE = Symbol.for("cauri.change-hub");
const house = globalThis as typeof globalThis & { [PLACE]?: ChangeHub };

/** The hub of this process. */
export function changeHub(system: Pick<SystemContext, "config" | "log">): ChangeHub {
	house[PLACE] ??= createChangeHub(system.config.databaseUrl.reveal(), system.log);
	return house[PLACE];
}

export function createChangeHub(databaseUrl: string, log: Log, options: HubOptions = {}): ChangeHub {
	const { firstRetryMs = 250, probeMs = 30_000 } = options;
	const listeners = new Set<(change: Change) => void>();
	const waiting = new Set<() => void>();
	let line: Line | null = null;
	let state: "idle" | "connecting" | "listening" | "closed" = "idle";
	let retryMs = firstRetryMs;
	let heardBefore = false;
	let retry: NodeJS.Timeout | undefined;

	const tell = (change: Change) => {
		for (const listener of listeners) listener(change);
	};
	const stand = () => {
		state = "listening";
		retryMs = firstRetryMs;
		// While nobody listened anything may have changed: every topic is told as changed as a whole.
		if (heardBefore) for (const topic of TOPICS) tell({ topic, id: null });
		heardBefore = true;
		for (const go of waiting) go();
		waiting.clear();
	};
	const lose = (err: unknown) => {
		if (state === "closed") return;
		log.warn({ err, event: "changes.lost" });
		state = "connecting";
		retry = setTimeout(connect, retryMs);
		retry.unref();
		retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
	};
	function connect(): void {
		state = "connecting";
		line = openLine(databaseUrl, probeMs, { stand, tell, lose });
	}

	return {
		subscribe(listener) {
			listeners.add(listener);
			if (state === "idle") connect();
			return () => void listeners.delete(listener);
		},
		ready: () => (state === "listening" ? Promise.resolve() : new Promise((go) => waiting.add(go))),
		async close() {
			state = "closed";
			clearTimeout(retry);
			listeners.clear();
			await line?.end();
		},
	};
}

interface Line {
	end(): Promise<void>;
}

interface LineEvents {
	/** LISTEN stands. */
	stand(): void;
	tell(change: Change): void;
	/** Once, however many ways it breaks; also when it never stood. */
	lose(reason: unknown): void;
}

function openLine(databaseUrl: string, probeMs: number, events: LineEvents): Line {
	const client = new pg.Client({
		connectionString: databaseUrl,
		application_name: "cauri-changes",
		connectionTimeoutMillis: 5_000,
		query_timeout: 10_000,
		keepAlive: true,
		keepAliveInitialDelayMillis: 10_000,
	});
	let lost = false;
	const end = async () => {
		lost = true;
		clearInterval(probe);
		await client.end().catch(() => undefined);
	};
	const lose = (reason: unknown) => {
		if (lost) return;
		void end();
		events.lose(reason);
	};
	// A connection that died without a word is found by asking.
	const probe = setInterval(() => void client.query("select 1").catch(lose), probeMs);
	probe.unref();
	client.on("error", lose);
	client.on("end", () => lose(new Error("the connection ended")));
	client.on("notification", ({ payload }) => {
		const change = readChange(payload);
		if (change && !lost) events.tell(change);
	});
	client
		.connect()
		.then(() => client.query(`listen ${CHANGES_CHANNEL}`))
		.then(() => {
			if (!lost) events.stand();
		})
		.catch(lose);
	return { end };
}
