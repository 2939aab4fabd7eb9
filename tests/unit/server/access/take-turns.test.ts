import { describe, expect, test } from "vitest";
import { takeTurns } from "#server/access/password/passwords.ts";

const refuse = () => new Error("full");
const ROOMY = { atOnce: 2, inLane: 100, waiting: 1_000, refuse };
const own = { lane: null, first: false };
const of = (lane: string, first = false) => ({ lane, first });

function gate() {
	const open: (() => void)[] = [];
	return { wait: () => new Promise<void>((go) => open.push(go)), open };
}

describe("turns", () => {
	test("of one lane run one after another, beside another lane's", async () => {
		const turns = takeTurns(ROOMY);
		const { wait, open } = gate();
		const busy = turns.run(of("a"), wait);
		let second = false;
		const behind = turns.run(of("a"), async () => {
			second = true;
		});
		await turns.run(of("b"), () => Promise.resolve());
		expect(second).toBe(false);
		open[0]?.();
		await Promise.all([busy, behind]);
		expect(second).toBe(true);
	});

	test("go round the lanes: who brings a hundred waits behind their own, not others behind them", async () => {
		const turns = takeTurns({ ...ROOMY, atOnce: 1 });
		const { wait, open } = gate();
		const order: string[] = [];
		const note = (name: string) => async () => {
			order.push(name);
		};
		const all = [turns.run(own, wait)];
		for (let times = 0; times < 90; times += 1) all.push(turns.run(of("many"), note("many")));
		all.push(turns.run(of("one"), note("one")), turns.run(of("two"), note("two")));
		all.push(turns.run(of("known", true), note("known")));
		open[0]?.();
		await Promise.all(all);
		expect(order.slice(0, 4)).toEqual(["known", "many", "one", "two"]);
		expect(order).toHaveLength(93);
	});

	test("refuse at once who would wait behind too many of their lane, or of all lanes that do not go first", async () => {
		const turns = takeTurns({ atOnce: 1, inLane: 1, waiting: 2, refuse });
		const { wait, open } = gate();
		const first = turns.run(own, wait);
		const waiting = [turns.run(of("a"), () => Promise.resolve("a")), turns.run(of("b"), () => Promise.resolve("b"))];
		await expect(turns.run(of("a"), () => Promise.resolve())).rejects.toThrow("full");
		await expect(turns.run(of("c"), () => Promise.resolve())).rejects.toThrow("full");
		const known = turns.run(of("c", true), () => Promise.resolve("known"));
		open[0]?.();
		await first;
		expect(await Promise.all([...waiting, known])).toEqual(["a", "b", "known"]);
	});

	test("go on after a task that failed", async () => {
		const turns = takeTurns({ ...ROOMY, atOnce: 1 });
		const failing = turns.run(of("a"), () => Promise.reject(new Error("broken")));
		const next = turns.run(of("a"), () => Promise.resolve("next"));
		await expect(failing).rejects.toThrow("broken");
		await expect(next).resolves.toBe("next");
		expect(turns.running).toBe(0);
	});
});
