import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gather } from "#components/shell/live-updates.tsx";

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
});
afterEach(() => {
	vi.useRealTimers();
});

test("the first change is told at once with what comes beside it, and a busy second makes one refetch", () => {
	const told: (string | null)[] = [];
	const change = gather((topic) => told.push(topic));
	change("payments");
	change("wallets");
	change("payments");
	vi.advanceTimersByTime(120);
	expect(told).toEqual(["payments", "wallets"]);
	for (let count = 0; count < 20; count += 1) {
		change("payments");
		vi.advanceTimersByTime(40);
	}
	expect(told).toHaveLength(2);
	vi.advanceTimersByTime(500);
	expect(told).toEqual(["payments", "wallets", "payments"]);
});

test("an interrupted stream makes everything old, once for all that changed", () => {
	const told: (string | null)[] = [];
	const change = gather((topic) => told.push(topic));
	for (const topic of ["payments", null, "wallets"]) change(topic);
	vi.advanceTimersByTime(120);
	expect(told).toEqual([null]);
});
