/** An HTTP server on loopback that plays the mobile-money service as a test scripts it, faults included. */
import { type EventEmitter, once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";

export interface ScriptedRequest {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
	at: Date;
	/** 1 for the first accepted connection, 2 for the second … */
	connection: number;
}

export interface Respond {
	json(status: number, body: unknown, headers?: Record<string, string>): void;
	raw(status: number, headers: Record<string, string>, text: string | Uint8Array): void;
	redirect(status: number, location: string): void;
	/** Sends nothing and resets the connection (RST). */
	reset(): void;
	hang(): void;
	/** Sends headers that promise `declaredLength` bytes, then `text`, then closes the connection. */
	truncated(status: number, text: string | Uint8Array, declaredLength: number, headers?: Record<string, string>): void;
	/** Sends headers and `text`, then an RST within the body. */
	resetInBody(status: number, text: string): Promise<void>;
	hangInBody(status: number, text: string): void;
	/** One byte every `everyMs`. */
	drip(status: number, text: string, everyMs: number): Promise<void>;
	/** A small gzip body that unpacks to `decodedBytes` spaces, in whole megabytes. */
	gzipBomb(status: number, decodedBytes: number): void;
	/** Streams a JSON body no faster than the client reads. Stops when the client disconnects. */
	stream(status: number, pieces: Iterable<string> | AsyncIterable<string>): Promise<void>;
}

export type ScriptedHandler = (request: ScriptedRequest, respond: Respond) => void | Promise<void>;

export interface ScriptedService {
	/** Ends in `/api/v1/`. */
	baseUrl: URL;
	requests: ScriptedRequest[];
	/** Accepted connections so far, with or without a request. */
	connections(): number;
	openConnections(): number;
	/** Sets the next answers; before the first call, every answer is 501. */
	answer(handler: ScriptedHandler): void;
	close(): Promise<void>;
}

/** `tls`: serves https with an untrusted certificate. `now`: the clock of its `Date` header. */
export async function startScriptedService(
	options: { tls?: { cert: string; key: string }; now?: () => Date } = {},
): Promise<ScriptedService> {
	const requests: ScriptedRequest[] = [];
	let handler: ScriptedHandler = (_request, respond) => respond.raw(501, { "content-type": "text/plain" }, "no script");
	const listener = (message: IncomingMessage, response: ServerResponse) => {
		void (async () => {
			const request = await readRequest(message, sockets);
			requests.push(request);
			if (options.now) response.setHeader("date", options.now().toUTCString());
			await handler(request, respondOn(message, response));
		})().catch(() => message.socket.destroy());
	};
	const server = options.tls
		? createTlsServer(options.tls, listener)
		: createServer({ keepAliveTimeout: 60_000 }, listener);
	const sockets = countSockets(server);
	const port = await listen(server);
	return {
		baseUrl: new URL(`${options.tls ? "https" : "http"}://127.0.0.1:${port}/api/v1/`),
		requests,
		connections: () => sockets.accepted(),
		openConnections: () => sockets.open(),
		answer(next) {
			handler = next;
		},
		close: () => sockets.close(server),
	};
}

/** Accepts connections and sends nothing, for tests of timeouts in the TLS handshake or a request. */
export async function startSilentListener(): Promise<{
	port: number;
	connections(): number;
	close(): Promise<void>;
}> {
	const server = createTcpServer((socket) => socket.on("error", () => undefined).resume());
	const sockets = countSockets(server);
	const port = await listen(server);
	return { port, connections: () => sockets.accepted(), close: () => sockets.close(server) };
}

export async function unusedPort(): Promise<number> {
	const server = createTcpServer();
	const port = await listen(server);
	server.close();
	await once(server, "close");
	return port;
}

interface SocketCount {
	accepted(): number;
	open(): number;
	numberOf(socket: Socket): number;
	close(server: Server): Promise<void>;
}

function countSockets(server: Server): SocketCount {
	// By the client's port, because over TLS the request's socket is not the accepted one.
	const numbers = new Map<number | undefined, number>();
	const live = new Set<Socket>();
	let accepted = 0;
	server.on("connection", (socket: Socket) => {
		accepted += 1;
		numbers.set(socket.remotePort, accepted);
		live.add(socket);
		socket.on("error", () => undefined);
		socket.on("close", () => live.delete(socket));
	});
	return {
		accepted: () => accepted,
		open: () => live.size,
		numberOf: (socket) => numbers.get(socket.remotePort) ?? 0,
		async close(closing) {
			if (!closing.listening) return;
			const closed = once(closing, "close");
			closing.close();
			for (const socket of live) socket.destroy();
			await closed;
		},
	};
}

async function listen(server: Server): Promise<number> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the server has no port");
	return address.port;
}

async function readRequest(message: IncomingMessage, sockets: SocketCount): Promise<ScriptedRequest> {
	const connection = sockets.numberOf(message.socket);
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	return {
		method: message.method ?? "",
		path: message.url ?? "",
		headers: message.headers,
		body: Buffer.concat(chunks).toString("utf8"),
		at: new Date(),
		connection,
	};
}

/** Gzip members may follow each other: a bomb costs its sender nothing, and making it meets no time limit. */
const MEGABYTE = gzipSync(Buffer.alloc(1_000_000, " "), { level: 9 });
const JSON_TYPE = { "content-type": "application/json" };

function respondOn(message: IncomingMessage, response: ServerResponse): Respond {
	const { socket } = message;
	const gone = () => response.destroyed || socket.destroyed;
	return {
		json: (status, body, headers) =>
			void response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body)),
		raw: (status, headers, text) => void response.writeHead(status, headers).end(text),
		redirect: (status, location) => void response.writeHead(status, { location }).end(),
		reset: () => void socket.resetAndDestroy(),
		hang: () => undefined,
		truncated(status, text, declaredLength, headers) {
			response.writeHead(status, { ...JSON_TYPE, "content-length": declaredLength, ...headers });
			response.write(text, () => socket.end());
		},
		async resetInBody(status, text) {
			response.writeHead(status, { ...JSON_TYPE, "content-length": Buffer.byteLength(text) + 1_000 });
			await new Promise((written) => response.write(text, written));
			// An RST discards unread data at the other side, so it waits until that is read.
			await pause(50);
			socket.resetAndDestroy();
		},
		hangInBody(status, text) {
			response.writeHead(status, { ...JSON_TYPE, "content-length": Buffer.byteLength(text) + 1_000 });
			response.write(text);
		},
		async drip(status, text, everyMs) {
			response.writeHead(status, { ...JSON_TYPE, "content-length": Buffer.byteLength(text) });
			for (const byte of Buffer.from(text)) {
				if (gone()) return;
				response.write(Buffer.of(byte));
				await pause(everyMs);
			}
			response.end();
		},
		gzipBomb(status, decodedBytes) {
			response.writeHead(status, { ...JSON_TYPE, "content-encoding": "gzip" });
			response.end(Buffer.concat(Array.from({ length: decodedBytes / 1_000_000 }, () => MEGABYTE)));
		},
		async stream(status, pieces) {
			response.writeHead(status, JSON_TYPE);
			for await (const piece of pieces) {
				if (gone()) return;
				if (!response.write(piece)) await drainedOrGone(response, socket);
			}
			response.end();
		},
	};
}

async function drainedOrGone(stream: EventEmitter, socket: Socket): Promise<void> {
	const either = new AbortController();
	const { signal } = either;
	await Promise.race([once(stream, "drain", { signal }), once(socket, "close", { signal })]).finally(() =>
		either.abort(),
	);
}
