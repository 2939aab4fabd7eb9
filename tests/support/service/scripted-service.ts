/** An HTTP server on loopback that plays the mobile-money service as a test scripts it, faults included. */
import { type EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";

export type ScriptedRequest = Awaited<ReturnType<typeof readRequest>>;
export type Respond = ReturnType<typeof respondOn>;
export type ScriptedHandler = (request: ScriptedRequest, respond: Respond) => void | Promise<void>;

/** `tls`: serves https with an untrusted certificate. `now`: the clock of its `Date` header. */
export async function startScriptedService(options: { tls?: { cert: string; key: string }; now?: () => Date } = {}) {
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
		/** Ends in `/api/v1/`. */
		baseUrl: new URL(`${options.tls ? "https" : "http"}://127.0.0.1:${port}/api/v1/`),
		requests,
		/** Accepted connections so far, with or without a request. */
		connections: () => sockets.accepted(),
		openConnections: () => sockets.open(),
		/** Sets the next answers; before the first call, every answer is 501. */
		answer(next: ScriptedHandler) {
			handler = next;
		},
		close: () => sockets.close(server),
	};
}

/** Accepts connections and sends nothing, for tests of timeouts in the TLS handshake or a request. */
export async function startSilentListener() {
	const server = createTcpServer((socket) => socket.on("error", () => undefined).resume());
	const sockets = countSockets(server);
	const port = await listen(server);
	return { port, connections: () => sockets.accepted(), close: () => sockets.close(server) };
}

function countSockets(server: Server) {
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
		/** 1 for the first accepted connection, 2 for the second … */
		numberOf: (socket: Socket) => numbers.get(socket.remotePort) ?? 0,
		async close(closing: Server) {
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

async function readRequest(message: IncomingMessage, sockets: ReturnType<typeof countSockets>) {
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
type Headers = Record<string, string>;
const JSON_TYPE = { "content-type": "application/json" };

function respondOn(message: IncomingMessage, response: ServerResponse) {
	const { socket } = message;
	const gone = () => response.destroyed || socket.destroyed;
	return {
		json: (status: number, body: unknown, headers?: Headers) =>
			void response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body)),
		raw: (status: number, headers: Headers, text: string | Uint8Array) =>
			void response.writeHead(status, headers).end(text),
		redirect: (status: number, location: string) => void response.writeHead(status, { location }).end(),
		/** Sends nothing and resets the connection (RST). */
		reset: () => void socket.resetAndDestroy(),
		hang: () => undefined,
		/** Sends headers that promise `declaredLength` bytes, then `text`, then closes the connection. */
		truncated(status: number, text: string | Uint8Array, declaredLength: number, headers?: Headers) {
			response.writeHead(status, { ...JSON_TYPE, "content-length": declaredLength, ...headers });
			response.write(text, () => socket.end());
		},
		/** Sends headers and `text`, then an RST within the body. */
		async resetInBody(status: number, text: string) {
			response.writeHead(status, { ...JSON_TYPE, "content-length": Buffer.byteLength(text) + 1_000 });
			await new Promise((written) => response.write(text, written));
			// An RST discards unread data at the other side, so it waits until that is read.
			await pause(50);
			socket.resetAndDestroy();
		},
		hangInBody(status: number, text: string) {
			response.writeHead(status, { ...JSON_TYPE, "content-length": Buffer.byteLength(text) + 1_000 });
			response.write(text);
		},
		/** One byte every `everyMs`. */
		async drip(status: number, text: string, everyMs: number) {
			response.writeHead(status, { ...JSON_TYPE, "content-length": Buffer.byteLength(text) });
			for (const byte of Buffer.from(text)) {
				if (gone()) return;
				response.write(Buffer.of(byte));
				await pause(everyMs);
			}
			response.end();
		},
		/** A small gzip body that unpacks to `decodedBytes` spaces, in whole megabytes. */
		gzipBomb(status: number, decodedBytes: number) {
			response.writeHead(status, { ...JSON_TYPE, "content-encoding": "gzip" });
			response.end(Buffer.concat(Array.from({ length: decodedBytes / 1_000_000 }, () => MEGABYTE)));
		},
		/** Streams a JSON body no faster than the client reads. Stops when the client disconnects. */
		async stream(status: number, pieces: Iterable<string> | AsyncIterable<string>) {
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
