import { describe, expect, test } from "vitest";
import { GET as STATUS } from "#app/api/status/route.ts";
import { GET as HEALTHZ } from "#app/healthz/route.ts";
import { GET as METRICS } from "#app/metrics/route.ts";
import { GET as READYZ } from "#app/readyz/route.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { fixedClock, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";

const { database } = await createTestDatabase();
const clock = fixedClock();
const system = systemContext({ database, clock });

describe("with a database", () => {
	test("the desk is ready, and says when no worker is there", async () => {
		serveWith(system);
		expect(await HEALTHZ().json()).toEqual({ status: "ok" });
		const away = await READYZ();
		expect(away.status).toBe(200);
		expect(await away.json()).toEqual({ status: "ready", database: "here", worker: "away", workerSeenAt: null });
		await database.insertInto("worker").values({ id: "w", started_at: clock.now(), seen_at: clock.now() }).execute();
		expect(await (await READYZ()).json()).toEqual({ status: "ready", database: "here", worker: "here" });
	});

	test("the metrics count requests by route and payments by state, and hold no reference, secret or address", async () => {
		serveWith(system);
		await ask(STATUS, "/api/status/pay-secret-reference", { params: { reference: "pay-secret-reference" } });
		const text = await (await METRICS()).text();
		expect(text).toContain(
			'cauri_http_request_seconds_count{method="GET",route="/api/status/[reference]",status="401"} 1',
		);
		expect(text).toContain('cauri_payments{kind="payout",state="unknown"} 0');
		expect(text).toContain("cauri_worker_alive 1");
		expect(text).toContain("process_cpu_seconds_total");
		expect(text).not.toMatch(/pay-secret-reference|test-key|test-secret|postgres:/);
	});
});

describe("without a database", () => {
	test("the process lives but is not ready, and metrics are still served without old figures", async () => {
		const pool = openPool("postgres://cauri:x@127.0.0.1:9/none", { connectionTimeoutMillis: 500 });
		serveWith({ ...system, database: openDatabase(pool) });
		expect(HEALTHZ().status).toBe(200);
		const ready = await READYZ();
		expect(ready.status).toBe(503);
		expect(await ready.text()).toBe('{"status":"not ready","database":"away"}');
		const text = await (await METRICS()).text();
		expect(text).not.toContain('cauri_payments{kind="payout"');
		await pool.end();
	});
});
