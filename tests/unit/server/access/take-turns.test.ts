import { describe, expect, test } from "vitest";
import { takeTurns } from "#server/access/take-turns.ts";

const refuse = () => new Error("full");

function gate() {
	const open: (() => void)[] = [];
	return { wait: () => new Promise<void>((go) => open.push(go)), open };
}

describe("turns", () => {
	test("never let more than the limit run, and serve who waits in order", async () => {
		const turns = takeTurns({ atOnce: 2, waiting: 100, refuse });
		let running = 0;
		let most = 0;
		const order: number[] = [];
		const tasks = Array.from({ length: 50 }, (_, index) =>
			turns.run(async () => {
				running += 1;
				most = Math.max(most, running);
				order.push(index);
				await Promise.resolve();
				running -= 1;
			}),
		);
		await Promise.all(tasks);
		expect(most).toBe(2);
		expect(order).toEqual([...order].sort((a, b) => a - b));
		expect(turns.running).toBe(0);
	});

	test("refuse at once who would wait behind too many", async () => {
		const turns = takeTurns({ atOnce: 1, waiting: 1, refuse });
		const { wait, open } = gate();
		const first = turns.run(wait);
		const second = turns.run(() => Promise.resolve("second"));
		await expect(turns.run(() => Promise.resolve())).rejects.toThrow("full");
		open[0]?.();
		await first;
		await expect(second).resolves.toBe("second");
	});

	test("go on after a task that failed", async () => {
		const turns = takeTurns({ atOnce: 1, waiting: 5, refuse });
		const failing = turns.run(() => Promise.reject(new Error("broken")));
		const next = turns.run(() => Promise.resolve("next"));
		await expect(failing).rejects.toThrow("broken");
		await expect(next).resolves.toBe("next");
		expect(turns.running).toBe(0);
	});
});
