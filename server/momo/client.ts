import type { z } from "zod";
import type { Config } from "#server/config.ts";
import { ServiceError } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import { type CallRate, createCallRate } from "#server/momo/call-rate.ts";
import type { Exchange } from "#server/momo/exchange.ts";
import { DEFAULT_CAPS, movementsIn, type StreamCaps } from "#server/momo/movements/movement-stream.ts";
import { observedMovements } from "#server/momo/movements/observed-movements.ts";
import { openStream } from "#server/momo/movements/stream-opening.ts";
import type { Observer } from "#server/momo/observer.ts";
import { createReads, DEFAULT_READ_POLICY, type ReadPolicy } from "#server/momo/reads.ts";
import { depositBody, payoutBody } from "#server/momo/request-body.ts";
import {
	endpointOf,
	payinPath,
	payoutPath,
	type TransactionEndpoint,
	transactionPath,
	walletPath,
} from "#server/momo/request-path.ts";
import { classifyPost, classifyRead } from "#server/momo/response-outcome.ts";
import type { MayStillSend, Service, Started } from "#server/momo/service.ts";
import { createServiceClock, type ServiceClock } from "#server/momo/service-clock.ts";
import { createTransport, DEFAULT_LIMITS, type TransportLimits } from "#server/momo/transport.ts";
import { wireDeposit, wireDetail, wirePayout, wireStatusAnswer, wireWallet } from "#server/momo/wire.ts";
import { openSpan } from "#server/tracing/traced.ts";

export interface ServiceOptions {
	limits?: Partial<TransportLimits>;
	reads?: Partial<ReadPolicy>;
	movements?: Partial<StreamCaps>;
	rate?: CallRate;
	observer?: Observer;
}

type ServiceConfig = Pick<Config, "momoBaseUrl" | "momoKeys" | "readsPerSecond">;

/** Creates a client with its own connections, call rate and circuit breaker. `close` waits for POSTs under way. */
export function createService(config: ServiceConfig, log: Log, options: ServiceOptions = {}): Service {
	const baseUrl = new URL(config.momoBaseUrl);
	if (!config.momoKeys) throw new Error("this program has no API keys for the service");
	const transport = createTransport({ baseUrl, ...config.momoKeys }, { ...DEFAULT_LIMITS, ...options.limits });
	const records = { log, baseUrl, observer: options.observer, serviceClock: createServiceClock() };
	// Each try of a GET counts against the rate, retries too; a POST never waits.
	const rate = options.rate ?? createCallRate(config.readsPerSecond);
	const get = async (path: string) => {
		await rate.take();
		return recordCall(records, "GET", path, transport.get(path));
	};
	const reads = createReads(get, { ...DEFAULT_READ_POLICY, ...options.reads });
	const caps = { ...DEFAULT_CAPS, ...options.movements };

	async function post<Answer extends z.ZodType>(
		path: string,
		body: string,
		schema: Answer,
		mayStillSend: MayStillSend,
	): Promise<Started<z.infer<Answer>>> {
		// guard: client-posts-once
		const exchange = await recordCall(records, "POST", path, transport.post(path, body, mayStillSend));
		return classifyPost(exchange, schema, transport.redact);
	}
	async function read<Answer extends z.ZodType>(path: string, schema: Answer): Promise<z.infer<Answer> | null> {
		return classifyRead(await reads.read(path), schema, transport.redact);
	}
	async function readTransaction<Answer extends z.ZodType<{ reference: string }>>(
		endpoint: TransactionEndpoint,
		reference: string,
		schema: Answer,
	): Promise<z.infer<Answer> | null> {
		const answer = await read(transactionPath(baseUrl, endpoint, reference), schema);
		if (answer !== null && answer.reference !== reference) throw foreign("other_reference", answer.reference);
		return answer;
	}

	return {
		startDeposit: async (order, mayStillSend) =>
			post(payinPath(baseUrl), depositBody(order), wireDeposit, mayStillSend),
		startPayout: async (order, mayStillSend) => post(payoutPath(baseUrl), payoutBody(order), wirePayout, mayStillSend),
		readDetail: (reference) => readTransaction("detail", reference, wireDetail),
		readHistory: (reference) => readTransaction("history", reference, wireDetail),
		readStatus: (reference) => readTransaction("status", reference, wireStatusAnswer),
		async readBalance(currency) {
			const wallet = await read(walletPath(baseUrl, currency), wireWallet);
			if (wallet !== null && wallet.currency_code !== currency) throw foreign("other_currency");
			return wallet;
		},
		async *streamMovements(currency, known, list = { etag: null, isUnchanged: false, bytes: 0 }) {
			await rate.take();
			const path = walletPath(baseUrl, currency, "movements");
			const body = await openStream(transport, path, list, (call) => recordCall(records, "GET", path, call));
			if (body === null) return;
			try {
				const chunks = movementsIn(body.chunks(), caps, { redact: transport.redact, known });
				yield* observedMovements(chunks, options.observer);
			} finally {
				body.close();
			}
		},
		timeAt: (ticks) => records.serviceClock.timeAt(ticks),
		isCircuitOpen: () => reads.isCircuitOpen(),
		close: () => transport.close(),
	};
}

/** Returns the error for an answer with another reference or currency than was asked for: nothing in such an answer may count as ours. */
function foreign(cause: "other_reference" | "other_currency", hintReference?: string): ServiceError {
	return new ServiceError("unknown", cause, { status: 200, contradiction: true, hintReference });
}

interface CallRecords {
	log: Log;
	baseUrl: URL;
	observer: Observer | undefined;
	serviceClock: ServiceClock;
}

/** `call` runs already. */
async function recordCall(
	{ log, baseUrl, observer, serviceClock }: CallRecords,
	method: string,
	path: string,
	call: Promise<Exchange>,
): Promise<Exchange> {
	const route = path.slice(baseUrl.pathname.length);
	const endpoint = endpointOf(route);
	const span = openSpan({
		...{ kind: "client", name: `${method} ${endpoint}` },
		attributes: { "http.request.method": method },
	});
	const startedAt = performance.now();
	const exchange = await call;
	const durationMs = Math.round(performance.now() - startedAt);
	if (exchange.serviceDate) serviceClock.record(exchange.serviceDate.date, exchange.serviceDate.ticks);
	const { status, fault } = exchange;
	span.end({ "http.response.status_code": status, "error.type": fault });
	const fields = { event: "service_call", method, route, status, cause: fault, durationMs };
	if (fault === undefined && status !== undefined && (status < 300 || status === 304)) log.debug(fields);
	else log.warn(fields);
	observer?.saw(endpoint, exchange, durationMs);
	return exchange;
}
