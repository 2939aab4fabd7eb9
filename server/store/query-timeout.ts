/**
 * Ends connections to a server that stalls (a stopped process, a hanging disk, a cut line): its own limits cannot end a statement
 * that it does not run, so our side enforces a timeout. Also ends connections that a failover left on the former primary.
 */
import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import type { PoolClient } from "pg";

class DatabaseSilent extends Error {
	override readonly name = "DatabaseSilent";
	readonly code = "database_silent";

	constructor(silentMs: number) {
		super(`the database has not answered for ${silentMs} ms`);
	}
}

/** This is longer than 15 minutes, the longest `set local statement_timeout`. A backup's 0, which means none, gets this limit, too. */
const LONG_MS = 16 * 60_000;
const ASKS_FOR_LONGER = /^\s*set local statement_timeout/i;
const BEGINS_OR_ENDS = /^\s*(begin|start transaction|commit|rollback)\b/i;
// When a process wakes from sleep, its timers run first. This delay lets it read an answer that arrived meanwhile.
const LAST_CHANCE_MS = 250;

// A COPY has no timeout: it takes over the socket, and lasts as long as we read or write its rows.
const COPIES = /^\s*copy\b/i;

const READ_ONLY = "25006";

/** The parts of pg's own connection, which its types leave out. */
interface Connected {
	connection: EventEmitter & { stream: Socket };
}

/** Destroys the connection after a write was refused as read-only; the pool opens another one, to whichever server is primary now. */
export function endWhenReadOnly(client: PoolClient): void {
	const { connection } = client as unknown as Connected;
	connection.on("errorMessage", ({ code }: { code?: string }) => {
		if (code === READ_ONLY) connection.stream.destroy();
	});
}

/**
 * Destroys a connection that gets no answer for `silentMs`; the server rolls back open work when it wakes. As with every broken
 * connection, the outcome of an unanswered commit is unknown.
 */
export function endWhenSilent(client: PoolClient, silentMs: number): void {
	const { stream } = (client as unknown as Connected).connection;
	let limit = silentMs;
	let timer: NodeJS.Timeout | undefined;
	const stopTimer = () => {
		clearTimeout(timer);
		timer = undefined;
	};
	const startTimer = () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			timer = setTimeout(() => stream.destroy(new DatabaseSilent(limit)), LAST_CHANCE_MS);
		}, limit);
	};
	// A large answer comes in pieces; each one resets the timer.
	const onData = () => {
		if (timer) startTimer();
	};
	const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
	client.query = ((...given: unknown[]) => {
		const text = textOf(given[0]);
		if (ASKS_FOR_LONGER.test(text)) limit = Math.max(silentMs, LONG_MS);
		else if (BEGINS_OR_ENDS.test(text)) limit = silentMs;
		if (COPIES.test(text)) {
			stopTimer();
			stream.off("data", onData);
		} else startTimer();
		return ask(...given);
	}) as typeof client.query;
	stream.on("data", onData);
	client.on("drain", () => {
		stopTimer();
		stream.off("data", onData);
		stream.on("data", onData);
	});
	client.on("end", stopTimer);
	client.on("error", stopTimer);
}

function textOf(query: unknown): string {
	if (typeof query === "string") return query;
	const text = typeof query === "object" && query !== null && "text" in query ? query.text : "";
	return typeof text === "string" ? text : "";
}

const AWAY_CODES = new Set([
	"database_silent",
	...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT", "EHOSTUNREACH", "ENETUNREACH"],
	// SQLSTATEs: shutdown, crash, start, no connections accepted, too many connections, a standby.
	...["57P01", "57P02", "57P03", "55000", "53300", READ_ONLY],
]);
// pg's own errors carry no code.
const AWAY_MESSAGES = [
	"Connection terminated",
	"timeout exceeded when trying to connect",
	"timeout expired",
	"Client has encountered a connection error",
	"Client was closed and is not queryable",
];

export function isDatabaseAway(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const code = "code" in error && typeof error.code === "string" ? error.code : "";
	if (AWAY_CODES.has(code) || (code.startsWith("08") && code.length === 5)) return isOfDatabase(error);
	return AWAY_MESSAGES.some((start) => error.message.startsWith(start)) || isDatabaseAway(error.cause);
}

/** A missing file and a missing socket have the same error code, ENOENT. Only an error of a connection is the database's. */
function isOfDatabase(error: Error): boolean {
	const call = "syscall" in error ? error.syscall : undefined;
	return call === undefined || ["connect", "read", "write"].includes(String(call));
}
