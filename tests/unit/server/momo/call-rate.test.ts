import fc from "fast-check";
import { expect, test } from "vitest";
import { createCallRate } from "#server/momo/call-rate.ts";

/** Asks for calls at the given times, in order; returns the time of each call. */
async function made(perSecond: number, asked: readonly number[]): Promise<number[]> {
	let time = 0;
	let waited = 0;
	const rate = createCallRate(perSecond, {
		now: () => time,
		wait: async (ms) => {
			waited = ms;
		},
	});
	const times: number[] = [];
	for (const at of asked) {
		time = at;
		waited = 0;
		await rate.take();
		times.push(at + waited);
	}
	return times;
}

test("after a rest a second's calls are made at once, and then one after another", async () => {
	expect(await made(4, [0, 0, 0, 0, 0, 0, 0])).toEqual([0, 0, 0, 0, 250, 500, 750]);
});

test("calls that come slower than the cap never wait", async () => {
	const asked = [0, 250, 500, 750, 1_000, 1_250, 1_500];
	expect(await made(4, asked)).toEqual(asked);
});

test("a bucket holds no more than a second's calls, however long nobody asked", async () => {
	expect(await made(2, [0, 60_000, 60_000, 60_000])).toEqual([0, 60_000, 60_000, 60_500]);
});

test("whenever calls are asked for: in no second are there more than twice the cap, over time no more than the cap", async () => {
	const gaps = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 120 });
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1, max: 50 }), gaps, async (perSecond, waits) => {
			let at = 0;
			const asked = waits.map((gap) => {
				at += gap;
				return at;
			});
			const times = await made(perSecond, asked);
			times.forEach((time, index) => {
				expect(time).toBeGreaterThanOrEqual(asked[index] ?? 0);
				times.slice(index).forEach((later, further) => {
					const most = perSecond + Math.floor(((later - time) * perSecond) / 1_000 + 1e-6) + 1;
					expect(further + 1).toBeLessThanOrEqual(most);
				});
			});
		}),
	);
});
