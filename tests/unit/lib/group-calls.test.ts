import { expect, test } from "vitest";
import { groupCalls, shareAnswer } from "#lib/group-calls.ts";

const owner = {};
const oneLine = () => [owner, "key"] as const;

/** Waits for the next event, as a later caller does. */
const later = () => new Promise((resolve) => setImmediate(resolve));

/** Each run waits until the test ends it. */
function held<Item>(apart?: (item: Item) => unknown, lineOf: Parameters<typeof groupCalls<Item, string>>[0] = oneLine) {
	const runs: { items: readonly Item[]; end: () => void }[] = [];
	const run = async (items: readonly Item[]) => {
		await new Promise<void>((end) => runs.push({ items, end }));
		return items.map((item) => `done ${String(item)}`);
	};
	return { runs, call: groupCalls<Item, string>(lineOf, run, apart) };
}

test("whoever calls while a group runs is in the next one, and gets its own result", async () => {
	const { runs, call } = held<number>();
	const first = call(1);
	await later();
	const calls = [first, ...[2, 3].map((item) => call(item))];
	runs[0]?.end();
	await expect.poll(() => runs.length).toBe(2);
	expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3]]);
	runs[1]?.end();
	expect(await Promise.all(calls)).toEqual(["done 1", "done 2", "done 3"]);
	const last = call(4);
	await later();
	runs[2]?.end();
	expect(await last).toBe("done 4");
});

test("those who were waiting for the same thing call at once, and are in one group", async () => {
	const { runs, call } = held<number>();
	const before = later();
	for (const item of [1, 2, 3]) void before.then(() => call(item));
	await before;
	await later();
	expect(runs.map(({ items }) => items)).toEqual([[1, 2, 3]]);
});

test("other keys and other owners do not wait", async () => {
	const lines = [oneLine(), [owner, "other"], [{}, "key"]] as const;
	const { runs, call } = held<(typeof lines)[number]>(undefined, (line) => line);
	for (const line of lines) void call(line);
	await later();
	expect(runs.map(({ items }) => items)).toEqual(lines.map((line) => [line]));
});

test("items that must be apart are never in one group", async () => {
	const { runs, call } = held<string>((text) => text[0]);
	const calls = ["a1", "a2", "b", "a3"].map((item) => call(item));
	for (const turn of [0, 1, 2]) {
		await expect.poll(() => runs.length).toBe(turn + 1);
		runs[turn]?.end();
	}
	await Promise.all(calls);
	expect(runs.map(({ items }) => items)).toEqual([["a1", "b"], ["a2"], ["a3"]]);
});

test("a group that rejects runs again one by one: one item's fault is not another's", async () => {
	const groups: number[][] = [];
	const call = groupCalls<number, number>(oneLine, async (items) => {
		groups.push([...items]);
		if (items.includes(3)) throw new Error("three");
		return items;
	});
	const calls = [1, 2, 3].map((item) => call(item));
	const results = await Promise.allSettled(calls);
	expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
	expect(groups).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test("a shared question is asked once for all who asked after the last one began", async () => {
	let asked = 0;
	const ask = shareAnswer<null, number>(oneLine, async () => {
		asked += 1;
		return asked;
	});
	const first = ask(null);
	await later();
	expect(await Promise.all([first, ask(null), ask(null)])).toEqual([1, 2, 2]);
});
