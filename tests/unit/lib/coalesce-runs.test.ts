import { expect, test } from "vitest";
import { coalesceRuns } from "#lib/coalesce-runs.ts";

test("runs one at a time, and once more for all who wanted it while it ran", async () => {
	const held: (() => void)[] = [];
	const want = coalesceRuns(() => new Promise((resolve) => void held.push(resolve)));
	const first = want();
	for (let time = 0; time < 5; time += 1) void want();
	expect(held).toHaveLength(1);
	held[0]?.();
	await expect.poll(() => held.length).toBe(2);
	held[1]?.();
	await first;
	expect(held).toHaveLength(2);
});

test("whoever wants it at the very end of a run, or after one that failed, has it run", async () => {
	let runs = 0;
	const want = coalesceRuns(async () => {
		runs += 1;
		if (runs === 2) throw new Error("failed");
	});
	await want().then(() => want().catch(() => undefined));
	expect(runs).toBe(2);
	await want();
	expect(runs).toBe(3);
});
