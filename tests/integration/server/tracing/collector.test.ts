import { execFile } from "node:child_process";
import { PassThrough } from "node:stream";
import { promisify } from "node:util";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { tracingSettings } from "#server/environment/tracing-settings.ts";
import { answerRequest } from "#server/http/answer-request.ts";
import { createLog } from "#server/log.ts";
import type { TracerLimits } from "#server/tracing/open-tracer.ts";
import { startTracing } from "#server/tracing/start-tracing.ts";
import { currentTrace, traced } from "#server/tracing/traced.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { startTraceReceiver } from "#tests/support/service/trace-receiver.ts";

const system = systemContext({ database: (await createTestDatabase()).database });
const stream = new PassThrough();
let logged = "";
stream.on("data", (chunk: Buffer) => {
	logged += chunk.toString();
});
const warnings = () => logged.split("\n").filter((line) => line.includes("traces_not_sent")).length;
const HOUR_MS = 3_600_000;

beforeEach(() => {
	logged = "";
});

/** Sends each span at once, and never gives up. */
async function tracing(endpoint: string, limits: Partial<TracerLimits> = {}, more: Record<string, string> = {}) {
	const env = {
		OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
		OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20canary",
		...more,
	};
	const config = { tracing: tracingSettings(env, []) };
	const log = createLog("info", "test", stream);
	const started = await startTracing({
		config,
		log,
		program: "web",
		limits: { delayMs: 1, sendMs: HOUR_MS, ...limits },
	});
	onTestFinished(() => started.stop());
	return started;
}

async function receiver() {
	const started = await startTraceReceiver();
	onTestFinished(() => started.close());
	return started;
}

const spanned = () => traced({ kind: "consumer", name: "send_payment" }, async () => "done");
const request = () =>
	answerRequest(system, { public: true }, () => ({ fine: true }), new Request("http://localhost:3000/api/x"), {});

test("spans arrive as OTLP over HTTP in JSON, with the collector's own headers and nothing of the machine", async () => {
	const collector = await receiver();
	const started = await tracing(collector.endpoint);
	await spanned();
	await started.stop();
	const [sent] = collector.requests;
	expect([sent?.method, sent?.path]).toEqual(["POST", "/v1/traces"]);
	expect(sent?.headers).toMatchObject({ "content-type": "application/json", authorization: "Bearer canary" });
	expect(sent?.body).not.toContain("canary");
	const [span] = collector.spans();
	expect(Object.keys(span?.resource ?? {}).sort()).toEqual(["service.name", "service.version"]);
	expect(span).toMatchObject({ service: "cauri-web", name: "send_payment", attributes: {}, status: 0 });
	expect(span?.nanoseconds).toBeGreaterThanOrEqual(0n);
});

test("of a share of the traces each is sent whole or not at all", async () => {
	const collector = await receiver();
	const sampler = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.5" };
	const started = await tracing(collector.endpoint, {}, sampler);
	const isSampled = (trace: string | null) => trace?.endsWith("-01") ?? false;
	let sampled = 0;
	for (let time = 0; time < 200; time += 1) {
		// As a job carries the trace to another program.
		const trace = await traced({ kind: "server", name: "GET", parent: null }, async () => {
			await spanned();
			return currentTrace();
		});
		await traced({ kind: "consumer", name: "send_payment", parent: trace }, async () => undefined);
		sampled += Number(isSampled(trace));
	}
	await started.stop();
	const spans = collector.spans();
	// A sampler of one half leaves this range once in 10^17 runs.
	expect([sampled > 40, sampled < 160]).toEqual([true, true]);
	expect(spans).toHaveLength(3 * sampled);
	expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(sampled);
});

test("a collector that never answers delays neither what is traced nor the end of the program", async () => {
	const collector = await receiver();
	collector.answer("hang");
	const started = await tracing(collector.endpoint);
	await spanned();
	await expect.poll(() => collector.requests).toHaveLength(1);
	expect((await request()).status).toBe(200);
	expect(await spanned()).toBe("done");
	// The sending itself may take an hour here.
	await started.stop();
	expect(collector.spans()).toEqual([]);
});

test("a collector that is away is told once, and requests are answered", async () => {
	await tracing(`http://127.0.0.1:${await freePort()}`, { sendMs: 100 });
	for (let time = 0; time < 3; time += 1) {
		expect((await request()).status).toBe(200);
		await expect.poll(warnings).toBe(1);
	}
	expect(logged).not.toContain("canary");
});

test("a collector that answers 500 is told once an outage", async () => {
	const collector = await receiver();
	await tracing(collector.endpoint);
	const sendsWith = async (status: number) => {
		collector.answer(status);
		const before = collector.requests.length;
		await spanned();
		await expect.poll(() => collector.requests.length).toBeGreaterThan(before);
	};
	for (const status of [500, 500, 500]) await sendsWith(status);
	await expect.poll(warnings).toBe(1);
	for (const status of [200, 200, 500, 500]) await sendsWith(status);
	await expect.poll(warnings).toBe(2);
	await sendsWith(500);
	expect(warnings()).toBe(2);
});

test("while a collector hangs no more spans wait than the queue has places", async () => {
	const collector = await receiver();
	collector.answer("hang");
	const started = await tracing(collector.endpoint, { waiting: 8 });
	await spanned();
	await expect.poll(() => collector.requests).toHaveLength(1);
	for (let time = 0; time < 100; time += 1) await spanned();
	collector.answer(200);
	await started.stop();
	expect(collector.spans()).toHaveLength(8);
});

const run = promisify(execFile);
/** Prints how many modules of OpenTelemetry a program loads that starts tracing in this environment. */
const COUNTED = `
	import { registerHooks } from "node:module";
	let count = 0;
	registerHooks({ load: (url, context, next) => (url.includes("opentelemetry") && (count += 1), next(url, context)) });
	const { tracingSettings } = await import("#server/environment/tracing-settings.ts");
	const { startTracing } = await import("#server/tracing/start-tracing.ts");
	await import("#server/worker/tasks.ts");
	await import("#server/momo/client.ts");
	await startTracing({ config: { tracing: tracingSettings(process.env, []) }, log: null, program: "web" });
	console.log(count);
	process.exit();
`;

test("without an endpoint no module of OpenTelemetry is loaded", async () => {
	const loaded = async (env: Record<string, string>) => {
		const args = ["--input-type=module", "--eval", COUNTED];
		const { stdout } = await run(process.execPath, args, {
			env: { NODE_ENV: "test", PATH: process.env.PATH ?? "", ...env },
		});
		return Number(stdout);
	};
	expect(await loaded({})).toBe(0);
	expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })).toBeGreaterThan(10);
});

test("the provider stays inside: what Next traces with the global one goes nowhere", async () => {
	const collector = await receiver();
	const started = await tracing(collector.endpoint);
	const { trace } = await import("@opentelemetry/api");
	trace.getTracer("next.js").startSpan("GET /transactions/TX-1").end();
	await started.stop();
	expect(collector.requests).toEqual([]);
});
