import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { GET as STATUS } from "#app/api/status/route.ts";
import { GET as HEALTHZ } from "#app/healthz/route.ts";
import { GET as METRICS } from "#app/metrics/route.ts";
import { GET as READYZ } from "#app/readyz/route.ts";
import { waitUntilReady } from "#server/cli/launcher/programs.ts";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { serveMetrics } from "#server/cli/web/run-web.ts";
import { watchProcess } from "#server/http/metrics.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { fixedClock, systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";

const { database, pool } = await createTestDatabase();
// As a web program does at its start when somebody may read its metrics.
watchProcess(pool);
const clock = fixedClock();
const TOKEN = "a-token-of-the-scraper";
const system = systemContext({ database, clock, config: testConfig({ METRICS_TOKEN: TOKEN }) });
const scrape = (headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) =>
	METRICS(new Request("http://localhost:3000/metrics", { headers }));

describe("with a database", () => {
	test("the desk is ready, and says when no worker is there, whatever its own clock says; a start may wait for more than the web program", async () => {
		serveWith(system);
		expect(await HEALTHZ().json()).toEqual({ status: "ok" });
		const away = await READYZ();
		expect(away.status).toBe(200);
		expect(await away.json()).toEqual({ status: "ready", database: "here", worker: "away", workerSeenAt: null });
		const web = createServer(async (_request, response) => response.end(await (await READYZ()).text()));
		await once(web.listen(0), "listening");
		onTestFinished(() => void web.close());
		const launch = { signal: new AbortController().signal } as Launch;
		const address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
		await expect(waitUntilReady(launch, "desk", address, 50)).resolves.toBeUndefined();
		const waiting = waitUntilReady(launch, "desk", address, 50, () => false);
		await expect(waiting).rejects.toThrow("The desk was not ready");
		const seen = sql<Date>`now()`;
		await database.insertInto("worker").values({ id: "w", started_at: seen, seen_at: seen }).execute();
		clock.advance(365 * 86_400_000);
		expect(await (await READYZ()).json()).toEqual({ status: "ready", database: "here", worker: "here" });
	});

	test("the metrics count requests by route, and hold no reference, secret or address", async () => {
		serveWith(system);
		await ask(STATUS, "/api/status/pay-secret-reference", { params: { reference: "pay-secret-reference" } });
		const text = await (await scrape()).text();
		expect(text).toContain(
			'cauri_http_request_seconds_count{method="GET",route="/api/status/[reference]",status="401"} 1',
		);
		expect(text).toContain("process_cpu_seconds_total");
		expect(text).toContain('cauri_database_connections{of="waiting"} 0');
		expect(text).not.toMatch(/pay-secret-reference|test-key|test-secret|postgres:/);
	});
});

describe("the metrics", () => {
	test("are read by whoever shows the token, and are not there where none is set", async () => {
		serveWith(system);
		expect((await scrape()).status).toBe(200);
		for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: TOKEN }] as Record<
			string,
			string
		>[]) {
			const refused = await scrape(headers);
			expect([refused.status, await refused.text()]).toEqual([401, ""]);
		}
		serveWith({ ...system, config: testConfig() });
		expect((await scrape()).status).toBe(404);
	});

	test("are answered from memory: a scrape asks the database nothing", async () => {
		const pool = openPool("postgres://cauri:x@127.0.0.1:9/none", { connectionTimeoutMillis: 500 });
		serveWith({ ...system, database: openDatabase(pool) });
		const text = await (await scrape()).text();
		expect(text).toContain("process_cpu_seconds_total");
		await pool.end();
	});

	test("stand at a port of their own for this machine alone", async () => {
		const server = await serveMetrics(0);
		onTestFinished(() => void server.close());
		const { address, port } = server.address() as AddressInfo;
		expect(address).toBe("127.0.0.1");
		const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
		expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
		expect(await answer.text()).toContain("process_cpu_seconds_total");
		expect((await fetch(`http://127.0.0.1:${port}/api/members`)).status).toBe(404);
	});
});

describe("without a database", () => {
	test("the process lives but is not ready, and metrics are still served", async () => {
		const pool = openPool("postgres://cauri:x@127.0.0.1:9/none", { connectionTimeoutMillis: 500 });
		serveWith({ ...system, database: openDatabase(pool) });
		expect(HEALTHZ().status).toBe(200);
		const ready = await READYZ();
		expect(ready.status).toBe(503);
		expect(await ready.text()).toBe('{"status":"not ready","database":"away"}');
		expect((await scrape()).status).toBe(200);
		await pool.end();
	});

	test("one that is read-only is none: nothing can be written there", async () => {
		const { connectionString } = pool.options;
		const readOnly = openPool(connectionString ?? "", { options: "-c default_transaction_read_only=on" });
		serveWith({ ...system, database: openDatabase(readOnly) });
		expect((await READYZ()).status).toBe(503);
		await readOnly.end();
	});
});
