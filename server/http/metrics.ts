/** Metrics of this process for `/metrics`. A scrape reads only memory. No secrets, no amounts of money. */
import type { Pool } from "pg";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { PAYMENT_KINDS, PAYMENT_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { processSingleton } from "#server/process-singleton.ts";
import { readWorkerHeartbeats } from "#server/store/worker-heartbeats.ts";
import { readSyncCosts } from "#server/wallets/sync-row.ts";

interface Metrics {
	registry: Registry;
	requests: Histogram<"method" | "route" | "status">;
	payments: Gauge<"kind" | "state">;
	worker: Gauge;
	rows: Gauge<"currency" | "was">;
	chunks: Gauge<"currency">;
	comparedWhole: Gauge<"currency">;
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

/** Reads from the database the figures that scrapes report until the next call. Never throws. */
export async function keepGauges(system: Pick<SystemContext, "database" | "config">): Promise<void> {
	await readGauges(system).catch(() => {
		// Without a database the figures are unknown, and are removed: old ones would mislead.
		const { payments, worker, rows, chunks, comparedWhole } = metrics();
		for (const gauge of [payments, worker, rows, chunks, comparedWhole]) gauge.reset();
	});
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

async function readGauges(system: Pick<SystemContext, "database" | "config">): Promise<void> {
	const rows = await system.database
		.selectFrom("payment")
		.select(["kind", "state"])
		.select((eb) => eb.fn.countAll<string>().as("count"))
		.groupBy(["kind", "state"])
		.execute();
	const heartbeats = await readWorkerHeartbeats(system.database);
	const { payments, worker } = metrics();
	for (const kind of PAYMENT_KINDS) for (const state of PAYMENT_STATES) payments.set({ kind, state }, 0);
	for (const row of rows) payments.set({ kind: row.kind, state: row.state }, Number(row.count));
	worker.set(heartbeats.alive ? 1 : 0);
	await readListGauges(system);
}

async function readListGauges({ database, config }: Pick<SystemContext, "database" | "config">): Promise<void> {
	const { rows, chunks, comparedWhole } = metrics();
	for (const { currency, ...cost } of await readSyncCosts(database, config.environment)) {
		rows.set({ currency, was: "read" }, cost.rows_read);
		rows.set({ currency, was: "skipped" }, cost.rows_skipped);
		chunks.set({ currency }, cost.chunks);
		comparedWhole.set({ currency }, cost.compared_whole ? 1 : 0);
	}
}

function create(): Metrics {
	const registry = new Registry();
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
		rows: new Gauge({
			...shared,
			name: "cauri_movement_list_rows",
			help: "Rows of the service's last list of movements: read, or skipped as known.",
			labelNames: ["currency", "was"],
		}),
		chunks: new Gauge({
			...shared,
			name: "cauri_movement_list_chunks",
			help: "Chunks of the service's last list of movements.",
			labelNames: ["currency"],
		}),
		comparedWhole: new Gauge({
			...shared,
			name: "cauri_movement_list_compared_whole",
			help: "1 when the last list had to be compared whole: it was new, shuffled, or much of it had changed.",
			labelNames: ["currency"],
		}),
	};
}
