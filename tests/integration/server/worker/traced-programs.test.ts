/** Traces from the web program's entry to the service's answer, through a real worker and a real collector. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { tracingSettings } from "#server/environment/tracing-settings.ts";
import { askWorker } from "#server/http/ask-worker.ts";
import { startTracing } from "#server/tracing/start-tracing.ts";
import { startWorkerProcess, type WorkerProcess } from "#tests/integration/server/worker/worker-process.ts";
import { fixedClock } from "#tests/support/contexts.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";
import { findRoute } from "#tests/support/desk/find-route.ts";
import { leaveProofFor } from "#tests/support/desk/leave-proof.ts";
import { openSession } from "#tests/support/desk/open-session.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { startTraceReceiver, type TraceReceiver } from "#tests/support/service/trace-receiver.ts";

/** Numbers of the OTLP protocol. */
const KIND = { server: 2, client: 3, consumer: 5 };
const KEY = "canary-key-71c0e2";
const desk = await openPaymentDesk({}, fixedClock(new Date()));
const { database, system, clock } = desk;
const { environment } = system.config;
const service = askWorker({ database, databaseUrl: desk.url, environment, log: system.log });
serveWith({ ...system, service });
afterAll(() => service.close());

let collector: TraceReceiver;
type Spans = ReturnType<TraceReceiver["spans"]>;
let worker: WorkerProcess;
let tracing: Awaited<ReturnType<typeof startTracing>>;

beforeEach(async () => {
	collector = await startTraceReceiver();
	const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
	worker = await startWorkerProcess(desk, { ...endpoint, MOMO_API_KEY: KEY, MOMO_API_SECRET: `${KEY}-secret` });
	// A proof that ends later queues waiting payouts again, in a trace of its own.
	await vi.waitFor(async () => expect(await unproved()).toEqual([]), { timeout: 60_000, interval: 50 });
	const config = { tracing: tracingSettings(endpoint, []) };
	tracing = await startTracing({ config, log: system.log, program: "web" });
});
afterEach(async () => {
	await tracing.stop();
	await worker.kill();
	await collector.close();
});

function unproved() {
	return database.selectFrom("continuity_gap").select("currency").where("currency", "=", "XOF").execute();
}

async function request(who: { id: string }, method: string, path: string, body?: object) {
	const { handler, params } = await findRoute(method, path);
	const cookie = await openSession({ database, config: system.config }, who, clock.now());
	if (body) await leaveProofFor(database, who.id, { path, body });
	// A stranger's ids, which must not become the trace.
	const headers = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };
	return ask(handler, path, { method, cookie, params, body, headers });
}

/** All spans of both programs: each sends its rest when it ends. */
async function received(): Promise<Spans> {
	await tracing.stop();
	expect(await worker.drain()).toBe(0);
	return collector.spans();
}

/** From the span up to its root. */
function above(spans: Spans, span: Spans[number] | undefined): string[] {
	if (!span) return [];
	const parent = spans.find(({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId);
	expect(parent === undefined).toBe(span.parentSpanId === undefined);
	return [`${span.service}: ${span.name}`, ...above(spans, parent)];
}

test("an approval, its job and the service's answer are one trace, which the service itself is not told", async () => {
	const { id, version } = await desk.requested();
	const path = `/api/payouts/${id}/decision`;
	expect((await request(desk.approver.member, "POST", path, { decision: "approve", version })).status).toBe(200);
	await vi.waitFor(async () => expect(await desk.state(id)).toBe("succeeded"), { timeout: 60_000, interval: 50 });
	const spans = await received();
	const sent = spans.find(({ name }) => name === "POST payout");
	expect(above(spans, sent)).toEqual([
		"cauri-worker: POST payout",
		"cauri-worker: send_payment",
		"cauri-web: POST /api/payouts/[id]/decision",
	]);
	expect(sent).toMatchObject({
		kind: KIND.client,
		attributes: { "http.request.method": "POST", "http.response.status_code": 201 },
	});
	expect(spans.find(({ name }) => name === "send_payment")).toMatchObject({ kind: KIND.consumer, attributes: {} });
	expect(spans.find(({ service: of }) => of === "cauri-web")).toMatchObject({
		kind: KIND.server,
		attributes: {
			"http.request.method": "POST",
			"http.route": "/api/payouts/[id]/decision",
			"http.response.status_code": 200,
		},
	});
	expect(desk.scripted.requests.filter(({ headers }) => headers.traceparent || headers.tracestate)).toEqual([]);
	expect(spans.filter(({ traceId }) => traceId === "a".repeat(32))).toEqual([]);
});

test("a request that asks the worker, its question and the service's answers are one trace", async () => {
	desk.script.words.set("TX-CANARY-9", null);
	const answer = await request(desk.maker.member, "GET", "/api/transactions/TX-CANARY-9");
	expect(answer.status).toBe(404);
	const spans = await received();
	const asked = spans.filter(({ name }) => /^GET (detail|history|status)$/.test(name));
	expect(asked.map((span) => above(spans, span)).sort()).toEqual(
		["detail", "history", "status"].map((kind) => [
			`cauri-worker: GET ${kind}`,
			`cauri-worker: question ${kind}`,
			"cauri-web: GET /api/transactions/[reference]",
		]),
	);
	expect(spans.find(({ service: of }) => of === "cauri-web")).toMatchObject({
		status: 0,
		attributes: { "http.response.status_code": 404, "error.type": "not_found" },
	});
});

test("no number, amount, reference, id, name or key is in what leaves the desk", async () => {
	const destination = "+2250788990011";
	const { id, version } = await desk.requested({ destination, amount: "73113" });
	await request(desk.approver.member, "POST", `/api/payouts/${id}/decision`, { decision: "approve", version });
	await vi.waitFor(async () => expect(await desk.state(id)).toBe("succeeded"), { timeout: 60_000, interval: 50 });
	const { reference } = await desk.row(id);
	await request(desk.maker.member, "GET", `/api/transactions/${reference}`);
	await request(desk.maker.member, "GET", `/api/payouts/${id}`);
	await request(desk.maker.member, "GET", "/api/wallets/XOF");
	expect((await received()).length).toBeGreaterThan(6);
	const { id: memberId, name, email } = desk.approver.member;
	const secrets = [destination.slice(4), "73113", String(reference), id, memberId, name, email, KEY, "XOF", "orange"];
	for (const { body, headers } of collector.requests)
		expect(secrets.filter((secret) => (body + JSON.stringify(headers)).includes(secret))).toEqual([]);
});
