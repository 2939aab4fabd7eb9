/** Counters of this process for `/metrics`. No secrets, no figures of money. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { PAYMENT_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { readWorkerSigns } from "#server/store/worker-signs.ts";

interface Metrics {
	registry: Registry;
	requests: Histogram<"method" | "route" | "status">;
	payments: Gauge<"kind" | "state">;
	worker: Gauge;
}

// One registry a process, however often the module is loaded.
const PLACE = Symbol.for("cauri.metrics");
const house = globalThis as typeof globalThis & { [PLACE]?: Metrics };

export function observeRequest(facts: { method: string; route: string; status: number; durationMs: number }): void {
	const labels = { method: facts.method, route: facts.route, status: String(facts.status) };
	metrics().requests.observe(labels, facts.durationMs / 1_000);
}

/** The scrape: what this process measured, and how many payments the database holds in each state. */
export async function metricsResponse(system: Pick<SystemContext, "database" | "clock">): Promise<Response> {
	const { registry } = metrics();
	await readGauges(system).catch(() => {
		// Without a database there are no such figures: old ones would be a lie.
		metrics().payments.reset();
		metrics().worker.reset();
	});
	const headers = { "content-type": registry.contentType, "cache-control": "private, no-store" };
	return new Response(await registry.metrics(), { headers });
}

function metrics(): Metrics {
	house[PLACE] ??= create();
	return house[PLACE];
}

async function readGauges(system: Pick<SystemContext, "database" | "clock">): Promise<void> {
	const rows = await system.database
		.selectFrom("payment")
		.select(["kind", "state"])
		.select((eb) => eb.fn.countAll<string>().as("count"))
		.groupBy(["kind", "state"])
		.execute();
	const signs = await readWorkerSigns(system.database, system.clock.now());
	const { payments, worker } = metrics();
	for (const kind of ["deposit", "payout"]) for (const state of PAYMENT_STATES) payments.set({ kind, state }, 0);
	for (const row of rows) payments.set({ kind: row.kind, state: row.state }, Number(row.count));
	worker.set(signs.alive ? 1 : 0);
}

function create(): Metrics {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const shared = { registers: [registry] };
	return {
		registry,
		requests: new Histogram({
			...shared,
			name: "cauri_http_request_seconds",
			help: "Time to answer, by route.",
			labelNames: ["method", "route", "status"],
			buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
		}),
		payments: new Gauge({
			...shared,
			name: "cauri_payments",
			help: "Payments by kind and state, as the database holds them.",
			labelNames: ["kind", "state"],
		}),
		worker: new Gauge({ ...shared, name: "cauri_worker_alive", help: "1 when a worker was seen in the last 20 s." }),
	};
}
