/** The way to the service of a program without its keys: each question goes to the worker, which asks it. Nothing else goes this way. */
import { Pool } from "undici";
import type { Config } from "#server/config.ts";
import { carry } from "#server/momo/carry-request.ts";
import type { Exchange } from "#server/momo/exchange.ts";
import { readExchange } from "#server/momo/relay/relayed-exchange.ts";
import type { Transport, TransportLimits } from "#server/momo/transport.ts";

// The worker's own limits end first.
const SLACK_MS = 5_000;
// JSON writes a control character as six.
const WIDEST = 6;

const UNSENT: Exchange = {
	connected: false,
	status: undefined,
	contentType: "",
	retryAfterSeconds: undefined,
	text: "",
	fault: "not_made",
};

export function createRelayTransport(
	baseUrl: URL,
	relay: NonNullable<Config["relay"]>,
	limits: TransportLimits,
): Transport {
	// A worker that lives says at once that it asks, however long the service takes then: no longer than a connection may.
	const headersTimeout = limits.connectMs;
	const worker = new Pool("http://worker", {
		connect: { socketPath: relay.path, timeout: limits.connectMs },
		connections: 16,
		pipelining: 1,
		keepAliveTimeout: 10_000,
	});
	const totalMs = limits.readTotalMs + SLACK_MS;
	const maxBytes = WIDEST * limits.recordBytes + 10_000;
	return {
		// The relay has no such route; nobody asks for one.
		post: () => Promise.resolve(UNSENT),
		async get(path) {
			// The service by name: a worker of another one does not answer for it.
			const headers = { host: baseUrl.host, authorization: `Bearer ${relay.token.reveal()}` };
			const request = { method: "GET", path, headers, headersTimeout, bodyTimeout: totalMs } as const;
			const { fault, status, connected, text } = await carry(worker, request, { totalMs, maxBytes, redact: asItIs });
			const asked = fault === undefined && status === 200 ? readExchange(text) : null;
			return asked ?? { ...UNSENT, connected, fault: "worker_away" };
		},
		open: () =>
			Promise.reject(Object.assign(new Error("movements are the worker's to read"), { code: "CAURI_NO_ROUTE" })),
		// Struck out where the keys are.
		redact: asItIs,
		close: () => worker.destroy(),
	};
}

function asItIs(text: string): string {
	return text;
}
