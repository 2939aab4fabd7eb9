import fc from "fast-check";
import { expect, test } from "vitest";
import { plannedConnections, poolSizes } from "#server/environment/pool-sizes.ts";

/** PostgreSQL's default of 100 connections, without those that it keeps for its superuser. */
const ALLOWED = 97;

test("three machines with web and worker stay below PostgreSQL's default", () => {
	expect(plannedConnections({}, 3)).toBeLessThanOrEqual(ALLOWED);
});

test("a worker's parts are its WORKER_POOL, whatever it is, and each part has a connection", () => {
	fc.assert(
		fc.property(fc.integer({ min: 8, max: 200 }), fc.integer({ min: 2, max: 200 }), (worker, web) => {
			const env = { WORKER_POOL: String(worker), DATABASE_POOL: String(web) };
			const sizes = poolSizes(env, []);
			expect(sizes.web).toBe(web);
			expect(sizes.work + sizes.sendQueue + sizes.questions).toBe(worker);
			expect(Math.min(sizes.work, sizes.sendQueue, sizes.questions)).toBeGreaterThan(1);
			expect(plannedConnections(env, 1)).toBe(worker + web + 4);
		}),
	);
});

test("a pool that is too small to work is a fault of the environment", () => {
	const faults: string[] = [];
	poolSizes({ WORKER_POOL: "3", DATABASE_POOL: "one" }, faults);
	expect(faults).toEqual([expect.stringContaining("DATABASE_POOL"), expect.stringContaining("WORKER_POOL")]);
});
