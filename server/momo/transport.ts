/** One request, one answer, on undici's own dispatchers: time and size limits, no redirects, no retries (reads.ts retries). */
import { buildConnector, Client, type Dispatcher, Pool } from "undici";
import { decodeBody, decompressorOf } from "#server/momo/decode-body.ts";
import { type Exchange, type ExchangeFault, faultOf, isIdentity, readHead } from "#server/momo/exchange.ts";
import type { MayStillSend } from "#server/momo/service.ts";
import type { Secret } from "#server/secret.ts";

export interface TransportLimits {
	connectMs: number;
	tlsMs: number;
	postHeadersMs: number;
	postBodyMs: number;
	postTotalMs: number;
	readHeadersMs: number;
	readBodyMs: number;
	readTotalMs: number;
	/** Limit for the movements' headers: the service may have to collect a long array first. */
	streamHeadersMs: number;
	streamTotalMs: number;
	recordBytes: number;
}

/** A POST has long limits on purpose, since every early end makes an `unknown` (payments.md, rules 2 and 10). */
export const DEFAULT_LIMITS: TransportLimits = {
	connectMs: 5_000,
	tlsMs: 5_000,
	postHeadersMs: 90_000,
	postBodyMs: 15_000,
	postTotalMs: 120_000,
	readHeadersMs: 10_000,
	readBodyMs: 15_000,
	readTotalMs: 30_000,
	streamHeadersMs: 60_000,
	// This is enough for five million rows at 1 MB/s. The stream of a slower service must not stay open for ever.
	streamTotalMs: 900_000,
	recordBytes: 1_000_000,
};

interface Access {
	baseUrl: URL;
	apiKey: Secret;
	apiSecret: Secret;
}

export type Transport = ReturnType<typeof createTransport>;

export function createTransport(access: Access, limits: TransportLimits) {
	const { origin } = access.baseUrl;
	const connect = stagedConnector(limits);
	const redact = redactor([access.apiKey, access.apiSecret]);
	const poolOptions = { connect, allowH2: false, pipelining: 1, keepAliveTimeout: 10_000, keepAliveMaxTimeout: 30_000 };
	const reads = new Pool(origin, { ...poolOptions, connections: 16 });
	// Streams have their own sockets: a million movements must not delay a balance.
	const streams = new Pool(origin, { ...poolOptions, connections: 2 });
	const posts = new Set<Promise<Exchange>>();
	const { recordBytes: maxBytes } = limits;
	return {
		/** Opens a fresh connection, sends one request, closes the connection. Never throws, cannot be aborted. */
		post(path: string, body: string, mayStillSend: MayStillSend): Promise<Exchange> {
			const request = { ...requestOptions(access, "POST", path), body };
			// guard: post-leaves-the-pool-alone
			const sent = postOnce({ origin, connect, limits, redact, request, mayStillSend });
			posts.add(sent);
			void sent.finally(() => posts.delete(sent));
			// guard: transport-posts-once
			return sent;
		},
		get(path: string): Promise<Exchange> {
			const request = {
				...requestOptions(access, "GET", path),
				headersTimeout: limits.readHeadersMs,
				bodyTimeout: limits.readBodyMs,
			};
			return carry(reads, request, { totalMs: limits.readTotalMs, maxBytes, redact });
		},
		/** Sends a GET and streams its body, compressed or not. Throws undici's errors. The caller must read or destroy the body. */
		open: (path: string, ifNoneMatch: string | null) =>
			streams.request({
				...requestOptions(access, "GET", path, {
					"accept-encoding": "gzip",
					...(ifNoneMatch ? { "if-none-match": ifNoneMatch } : {}),
				}),
				headersTimeout: limits.streamHeadersMs,
				bodyTimeout: limits.readBodyMs,
				signal: AbortSignal.timeout(limits.streamTotalMs),
			}),
		/** Removes our own keys from a text of the service. */
		redact,
		async close(): Promise<void> {
			// A POST under way is never cut off: its answer is needed.
			await Promise.allSettled(posts);
			await Promise.allSettled([reads.destroy(), streams.destroy()]);
		},
	};
}

interface PostCall {
	origin: string;
	connect: ReturnType<typeof stagedConnector>;
	limits: TransportLimits;
	redact: (text: string) => string;
	request: Dispatcher.DispatchOptions;
	mayStillSend: MayStillSend;
}

async function postOnce({ origin, connect, limits, redact, request, mayStillSend }: PostCall): Promise<Exchange> {
	let connected = false;
	const client = new Client(origin, {
		// guard: one-connection-per-post
		connect: singleUseConnector(connect, mayStillSend, () => {
			connected = true;
		}),
		allowH2: false,
		pipelining: 0,
		// guard: one-request-per-connection
		maxRequestsPerClient: 1,
		headersTimeout: limits.postHeadersMs,
		bodyTimeout: limits.postBodyMs,
	});
	// guard: post-is-carried-bare
	const result = await carry(
		client,
		{ ...request, reset: true, idempotent: false },
		{ totalMs: limits.postTotalMs, maxBytes: limits.recordBytes, redact, onGiveUp: () => void client.destroy(null) },
	);
	// For a POST the connector decides whether it was connected, not `carry`. This is read before the client closes: a connection that opens
	// after the end of the request carries nothing.
	const settled = { ...result, connected };
	void client.destroy(null).catch(() => undefined);
	return settled;
}

interface CarryLimits {
	totalMs: number;
	/** Applies to the body both as received and decoded. */
	maxBytes: number;
	redact: (text: string) => string;
	/** Called when `carry` gives up the request before its end, so that the caller can close its connection. */
	onGiveUp?: () => void;
}

const NO_HEAD = { status: undefined, contentType: "", retryAfterSeconds: undefined, encoding: undefined };

/** Sends one request over a dispatcher and collects the answer. Never throws. */
function carry(
	dispatcher: Dispatcher,
	request: Dispatcher.DispatchOptions,
	{ totalMs, maxBytes, redact, onGiveUp }: CarryLimits,
): Promise<Exchange> {
	return new Promise((resolve) => {
		let received: ReturnType<typeof readHead> | typeof NO_HEAD = NO_HEAD;
		let controller: Dispatcher.DispatchController | undefined;
		let isOver = false;
		let bytes = 0;
		const chunks: Buffer[] = [];
		const settle = (body: Buffer, fault: ExchangeFault | undefined) => {
			const { encoding: _encoding, ...head } = received;
			const text = redact(body.toString("utf8").replace(/^\uFEFF/, ""));
			resolve({ ...head, connected: controller !== undefined, text, fault });
		};
		const end = (fault: ExchangeFault | undefined) => {
			if (isOver) return;
			isOver = true;
			clearTimeout(timer);
			const body = Buffer.concat(chunks);
			const open = decompressorOf(received.encoding);
			if (!open || body.length === 0) return settle(body, fault);
			// A truncated body is decoded too: the received part may contain a reference.
			void decodeBody(body, open, maxBytes).then(({ decoded, fault: inside }) =>
				settle(decoded, inside === "too_large" ? inside : (fault ?? inside)),
			);
		};
		const stop = (fault: ExchangeFault) => {
			end(fault);
			controller?.abort(new Error(fault));
			onGiveUp?.();
		};
		const handler: Dispatcher.DispatchHandler = {
			onRequestStart(started) {
				controller = started;
				if (isOver) started.abort(new Error("given up"));
			},
			onRequestUpgrade(_controller, _status, _headers, socket) {
				socket.destroy();
				end("not_http");
			},
			onResponseStart(_controller, status, headers) {
				if (status < 200) return;
				received = readHead(status, headers);
				if (!isIdentity(received.encoding) && !decompressorOf(received.encoding)) stop("encoded");
			},
			// The body is collected directly and not through a stream, whose buffer would be lost on a reset.
			onResponseData(_controller, chunk) {
				if (isOver) return;
				bytes += chunk.length;
				if (bytes <= maxBytes) chunks.push(chunk);
				else stop("too_large");
			},
			onResponseEnd: () => end(undefined),
			onResponseError: (_controller, error) => end(faultOf(error, controller !== undefined)),
		};
		// When a machine wakes, overdue timers run first; setImmediate lets data that has arrived be read before the timeout counts.
		const timer = setTimeout(() => setImmediate(() => isOver || stop("total_timeout")), totalMs);
		try {
			dispatcher.dispatch(request, handler);
		} catch {
			// The message of undici's error may quote the request with its keys, so the message is not kept.
			end("not_made");
		}
	});
}

function requestOptions(
	access: Access,
	method: "GET" | "POST",
	path: string,
	more: Record<string, string> = {},
): Dispatcher.DispatchOptions {
	return {
		method,
		path,
		headers: {
			"x-api-key": access.apiKey.reveal(),
			"api-secret": access.apiSecret.reveal(),
			"content-type": "application/json",
			accept: "application/json",
			"accept-encoding": "identity",
			"user-agent": "cauri",
			...more,
		},
	};
}

function redactor(secrets: readonly Secret[]): (text: string) => string {
	// Keys may be renewed while an answer to the old ones is on its way, so old ones are removed too.
	const known = new Set<string>();
	const remember = () => {
		for (const secret of secrets) known.add(secret.reveal());
	};
	remember();
	return (text) => {
		remember();
		// Shorter values would remove ordinary text; no real key is that short.
		const values = [...known].filter((value) => value.length >= 6);
		return values.reduce((left, value) => left.replaceAll(value, "[redacted]"), text);
	};
}

/** TCP and TLS are connected before undici gets the socket, so an error of this connector means that nothing was written. */
function stagedConnector(limits: TransportLimits): buildConnector.connector {
	const connectTcp = buildConnector({ timeout: limits.connectMs, allowH2: false });
	const connectTls = buildConnector({ timeout: limits.tlsMs, allowH2: false });
	return (options, callback) => {
		if (options.protocol !== "https:") return connectTcp(options, callback);
		connectTcp({ ...options, protocol: "http:", port: options.port || "443" }, (...result) => {
			if (result[0] !== null) return callback(...result);
			connectTls({ ...options, httpSocket: result[1] }, callback);
		});
	};
}

function singleUseConnector(
	connect: buildConnector.connector,
	mayStillSend: MayStillSend,
	onConnected: () => void,
): buildConnector.connector {
	let used = false;
	return (options, callback) => {
		// undici may retry a request on a new socket after certain failures; a payment must not be sent again.
		if (used) return callback(new Error("a second connection for one request"), null);
		used = true;
		connect(options, async (...result) => {
			if (result[0] !== null) return callback(...result);
			// Connecting may have taken seconds, or the machine may have slept: this is the last check before the first byte.
			const isInTime = await mayStillSend().catch(() => false);
			// guard: time-is-asked-at-the-socket
			if (!isInTime || result[1].readyState !== "open") {
				result[1].destroy();
				const code = isInTime ? "CAURI_CLOSED" : "CAURI_TOO_LATE";
				return callback(Object.assign(new Error("the connection carries no request"), { code }), null);
			}
			onConnected();
			callback(...result);
		});
	};
}
