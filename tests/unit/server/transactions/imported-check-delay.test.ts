import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IMPORT_STATES } from "#lib/imports/import-states.ts";
import { importDelayMs } from "#server/transactions/look-up-imported.ts";

const MINUTE = 60_000;
const MONTH = 30 * 24 * 60 * MINUTE;
const open = { state: "found", serviceStatus: "pending", checks: 1, ageMs: 0 } as const;

describe("an imported reference", () => {
	test("is watched until the service says exactly `success`, and waits as long as the service asks for", () => {
		expect(importDelayMs({ ...open, serviceStatus: "success" })).toBeNull();
		for (const serviceStatus of ["pending", "Success", "succeeded", "failed", "a word never seen"])
			expect(importDelayMs({ ...open, serviceStatus })).toBeGreaterThan(0);
		expect(importDelayMs({ ...open, retryAfterMs: 90 * MINUTE })).toBe(90 * MINUTE);
	});

	test("that the service does not know is asked for four times more, then left", () => {
		expect(importDelayMs({ ...open, state: "not_found", checks: 4 })).toBeGreaterThan(0);
		expect(importDelayMs({ ...open, state: "not_found", checks: 5 })).toBeNull();
	});

	test("is asked for ever more rarely, twice a day at least while it is watched, and never after a month", () => {
		fc.assert(
			fc.property(fc.nat(60), fc.nat(2 * MONTH), fc.constantFrom(...IMPORT_STATES), (checks, ageMs, state) => {
				const look = { ...open, state, checks, ageMs };
				const delay = importDelayMs(look);
				if (ageMs > MONTH) expect(delay).toBeNull();
				if (delay === null) return;
				expect(delay).toBeGreaterThanOrEqual(MINUTE);
				expect(delay).toBeLessThanOrEqual(12 * 60 * MINUTE);
				expect(importDelayMs({ ...look, checks: checks + 1 }) ?? delay).toBeGreaterThanOrEqual(delay);
			}),
		);
	});
});
