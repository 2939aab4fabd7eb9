/** Counters of this process for `/metrics`. No secrets, no figures of money. */
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

interface Metrics {
	registry: Registry;
	requests: Histogram<"method" | "route" | "status">;
}

// One registry a process, however often the module is loaded.
const PLACE = Symbol.for("cauri.metrics");
const house = globalThis as typeof globalThis & { [PLACE]?: Metrics };

export function metrics(): Metrics {
	house[PLACE] ??= create();
	return house[PLACE];
}

export function observeRequest(facts: { method: string; route: string; status: number; durationMs: number }): void {
	const labels = { method: facts.method, route: facts.route, status: String(facts.status) };
	metrics().requests.observe(labels, facts.durationMs / 1_000);
}

function create(): Metrics {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const requests = new Histogram({
		name: "cauri_http_request_seconds",
		help: "Time to answer, by route.",
		labelNames: ["method", "route", "status"] as const,
		buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
		registers: [registry],
	});
	return { registry, requests };
}
