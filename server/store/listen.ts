/** Listens on one NOTIFY channel over its own connection, probes it, and reconnects when it breaks. */
import pg from "pg";
import type { Log } from "#server/log.ts";

export interface ListenOptions {
	databaseUrl: string;
	channel: string;
	name: string;
	log: Log;
	firstRetryMs?: number;
	probeMs?: number;
	/** Called when LISTEN becomes active, including after a reconnect. Notifications before it were missed, so read the current state. */
	onListening(): void;
	onLost?(): void;
	onNotice(payload: string | undefined): void;
}

const MAX_RETRY_MS = 10_000;

export function listen(options: ListenOptions): () => Promise<void> {
	const { log, firstRetryMs = 250, onListening } = options;
	let line: Line | null = null;
	let isClosed = false;
	let retryMs = firstRetryMs;
	let retry: NodeJS.Timeout | undefined;
	const connect = () => {
		line = openLine(options, {
			onOpen() {
				retryMs = firstRetryMs;
				onListening();
			},
			lose(err) {
				if (isClosed) return;
				options.onLost?.();
				log.warn({ err, event: "changes.lost", job: options.name });
				retry = setTimeout(connect, retryMs);
				retry.unref();
				retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
			},
		});
	};
	connect();
	return async () => {
		isClosed = true;
		clearTimeout(retry);
		await line?.end();
	};
}

interface Line {
	end(): Promise<void>;
}

interface LineEvents {
	onOpen(): void;
	/** Runs once however the connection breaks, even if it was never open. */
	lose(reason: unknown): void;
}

function openLine({ databaseUrl, channel, name, probeMs = 30_000, onNotice }: ListenOptions, events: LineEvents): Line {
	const client = new pg.Client({
		connectionString: databaseUrl,
		application_name: name,
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
	const probe = setInterval(() => void client.query("select 1").catch(lose), probeMs);
	probe.unref();
	client.on("error", lose);
	client.on("end", () => lose(new Error("the connection ended")));
	client.on("notification", ({ payload }) => {
		if (!lost) onNotice(payload);
	});
	client
		.connect()
		.then(() => client.query(`listen ${channel}`))
		.then(() => {
			if (!lost) events.onOpen();
		})
		.catch(lose);
	return { end };
}
