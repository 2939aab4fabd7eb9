/** Metrics of this process for `/metrics`. A scrape reads only memory. No secrets, no amounts of money. */
import type { Pool } from "pg";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { SystemContext } from "#server/context.ts";
import { processSingleton } from "#server/process-singleton.ts";

interface Metrics {
	registry: Registry;
	requests: Histogram<"method" | "route" | "status">;
}

export function observeRequest(request: { method: string; route: string; status: number; durationMs: number }): void {
	const labels = { method: request.method, route: request.route, status: String(request.status) };
	metrics().requests.observe(labels, request.durationMs / 1_000);
}

export async function readMetrics(): Promise<{ text: string; contentType: string }> {
	const { registry } = metrics();
	return { text: await registry.metrics(), contentType: registry.contentType };
}

/** Serves metrics at the desk's address for callers with METRICS_TOKEN; 404 when no token is configured. */
export async function metricsResponse(
	{ config, log }: Pick<SystemContext, "config" | "log">,
	request: Request,
): Promise<Response> {
	if (!config.metricsToken) return new Response(null, { status: 404 });
	if (!config.metricsToken.isShownBy(request.headers.get("authorization"))) {
		log.warn({ event: "request.refused", code: "unauthenticated", route: "/metrics", cause: "no metrics token" });
		return new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } });
	}
	const { text, contentType } = await readMetrics();
	return new Response(text, { headers: { "content-type": contentType, "cache-control": "private, no-store" } });
}

/** Measures Node and the pool. Call it once per process: from then on, the event loop is sampled a hundred times a second. */
export function watchProcess(pool: Pick<Pool, "waitingCount" | "totalCount" | "idleCount">): void {
	const { registry } = metrics();
	collectDefaultMetrics({ register: registry });
	const counts = { waiting: () => pool.waitingCount, idle: () => pool.idleCount, all: () => pool.totalCount };
	new Gauge({
		registers: [registry],
		name: "cauri_database_connections",
		help: "The pool of this process: connections that are open, that nobody uses, and requests that wait for one.",
		labelNames: ["of"],
		collect() {
			for (const [of, count] of Object.entries(counts)) this.set({ of }, count());
		},
	});
}

function metrics(): Metrics {
	return processSingleton("metrics", create);
}

function create(): Metrics {
	const registry = new Registry();
	return {
		registry,
		requests: new Histogram({
			registers: [registry],
			name: "cauri_http_request_seconds",
			help: "Time to answer, by route.",
			labelNames: ["method", "route", "status"],
			buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
		}),
	};
}
