import { test as base, expect } from "#tests/e2e/fixtures.ts";
import { startTraceReceiver, type TraceReceiver } from "#tests/support/service/trace-receiver.ts";

const test = base.extend<object, { collector: TraceReceiver }>({
	collector: [
		async ({ browserName: _any }, use) => {
			const collector = await startTraceReceiver();
			await use(collector);
			await collector.close();
		},
		{ scope: "worker" },
	],
	environment: [
		async ({ collector }, use) => use({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }),
		{ scope: "worker" },
	],
});
test.use({ apart: "traces" });

test("the built desk sends the traces of its requests, and nothing of what Next traces by itself", async ({
	page,
	collector,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	await page.goto("/transactions/TX-20260101-UNKNOWN1");
	const asked = await page.request.get("/api/transactions/TX-20260101-UNKNOWN1");
	expect(asked.status()).toBe(404);
	const names = (service: string) => collector.spans().flatMap((span) => (span.service === service ? span.name : []));
	await expect(async () => {
		expect(names("cauri-web")).toContain("GET /api/transactions/[reference]");
		expect(names("cauri-web")).toContain("GET /transactions/[reference]");
		expect(names("cauri-worker").filter((name) => name === "question status")).toHaveLength(2);
	}).toPass();
	const spans = collector.spans();
	for (const name of ["GET /api/transactions/[reference]", "GET /transactions/[reference]"]) {
		const door = spans.find((span) => span.name === name);
		expect(door?.parentSpanId).toBeUndefined();
		const question = spans.find(({ parentSpanId }) => parentSpanId === door?.spanId);
		expect(question).toMatchObject({ service: "cauri-worker", traceId: door?.traceId });
	}
	expect(collector.requests.map(({ body }) => body).join()).not.toContain("UNKNOWN1");
});
