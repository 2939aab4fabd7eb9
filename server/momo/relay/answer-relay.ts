/** The worker's side of the relay: asks the service what the web program may ask, and hands on what came. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import { createCallRate } from "#server/momo/call-rate.ts";
import type { Exchange } from "#server/momo/exchange.ts";
import { writeExchange } from "#server/momo/relay/relayed-exchange.ts";
import { relayedPath } from "#server/momo/relay/relayed-path.ts";
import { createTransport, DEFAULT_LIMITS, type TransportLimits } from "#server/momo/transport.ts";

export interface RelayAnswers {
	listener: RequestListener;
	close(): Promise<void>;
}

type Asked = Pick<Config, "momoBaseUrl" | "readsPerSecond"> & {
	keys: NonNullable<Config["momoKeys"]>;
	token: NonNullable<Config["relay"]>["token"];
};

/** A web program asks sixteen at once at most: room for two of them. */
const AT_ONCE = 32;
const CROWDED: Exchange = {
	connected: false,
	status: undefined,
	contentType: "",
	retryAfterSeconds: undefined,
	text: "",
	fault: "crowd",
};

/** Sockets and rate are its own: what people look at never keeps a payment, or the balance before it, waiting. */
export function answerRelay(asked: Asked, log: Log, limits: Partial<TransportLimits> = {}): RelayAnswers {
	const { momoBaseUrl: baseUrl, keys, token, readsPerSecond } = asked;
	const transport = createTransport({ baseUrl, ...keys }, { ...DEFAULT_LIMITS, ...limits });
	const rate = createCallRate(readsPerSecond);
	let underWay = 0;

	async function ask(path: string, response: ServerResponse): Promise<void> {
		// Whoever asked has left: nobody needs the answer.
		const leaving = new AbortController();
		underWay += 1;
		response.once("close", () => {
			underWay -= 1;
			leaving.abort();
		});
		// At once: by its head the web program knows that this worker lives, however long the service takes.
		response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
		await rate.take();
		if (!leaving.signal.aborted) response.end(writeExchange(await transport.get(path, leaving.signal)));
	}

	return {
		listener(request, response) {
			if (!token.isShownBy(request.headers.authorization)) return refuse(log, response, 401, "token");
			const path = pathOf(baseUrl, request);
			if (path === null) return refuse(log, response, 404, "route");
			if (underWay >= AT_ONCE) return void response.end(writeExchange(CROWDED));
			void ask(path, response);
		},
		close: () => transport.close(),
	};
}

/** Of this service, and a question. */
function pathOf(baseUrl: URL, { method, url, headers }: IncomingMessage): string | null {
	return method === "GET" && headers.host === baseUrl.host ? relayedPath(baseUrl, url ?? "") : null;
}

/** Nothing of what was asked is in the log: whoever asks wrongly may have put anything there. */
function refuse(log: Log, response: ServerResponse, status: number, cause: string): void {
	log.warn({ event: "relay_refused", status, cause });
	response.writeHead(status, { connection: "close" }).end();
}
