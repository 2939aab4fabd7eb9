/** A connection of its own that hears one channel of NOTIFY, found dead by asking and made anew when it breaks. */
import pg from "pg";
import type { Log } from "#server/log.ts";

export interface ListenOptions {
	databaseUrl: string;
	channel: string;
	/** What the database shows it as. */
	name: string;
	log: Log;
	firstRetryMs?: number;
	probeMs?: number;
	/** LISTEN stands: what was told before was not heard, so whoever listens reads what is. */
	onListening(): void;
	onLost?(): void;
	onNotice(payload: string | undefined): void;
}

const MAX_RETRY_MS = 10_000;

/** Listens until the returned function is called. */
export function listen(options: ListenOptions): () => Promise<void> {
	const { log, firstRetryMs = 250, onListening: onStanding } = options;
	let line: Line | null = null;
	let isClosed = false;
	let retryMs = firstRetryMs;
	let retry: NodeJS.Timeout | undefined;
	const connect = () => {
		line = openLine(options, {
			stand() {
				retryMs = firstRetryMs;
				onStanding();
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
	stand(): void;
	/** Once, however many ways it breaks; also when it never stood. */
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
	// A connection that died without a word is found by asking.
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
			if (!lost) events.stand();
		})
		.catch(lose);
	return { end };
}
