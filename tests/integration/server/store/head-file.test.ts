import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HeadPlaces } from "#server/store/durable-file.ts";
import { foldHeads, keepHead, readHead, replaceHeads } from "#server/store/head-file.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const place = (): HeadPlaces & { headDir: string } => ({ dataDir: temporaryFolder(), headDir: temporaryFolder() });
const head = (entry: number, chain = "a") => ({
	...{ entry: String(entry), hash: `${chain}${entry}`, at: new Date(0).toISOString() },
});
const filesIn = (dataDir: string) => readdir(join(dataDir, "head"));

describe("after an acknowledged restore", () => {
	test("a worker whose memory is ahead keeps its heads of the restored database again", async () => {
		const here = place();
		await keepHead(here, "one", head(500));
		await keepHead(here, "two", head(500));
		await replaceHeads(here, "one", head(320, "b"));
		await keepHead(here, "two", head(321, "b"));
		expect(await readHead(here)).toMatchObject(head(321, "b"));
		await rm(join(here.dataDir, "head", "one.json"));
		expect(await readHead(here)).toMatchObject(head(321, "b"));
	});

	test("a head of the lost database that is written late counts no more, and a crash in the middle leaves no folder without a head", async () => {
		const here = place();
		await keepHead(here, "one", head(500));
		await mkdir(join(here.headDir, "head"), { recursive: true });
		await replaceHeads(here, "two", head(320, "b"));
		const late = JSON.stringify({ ...head(600), server: null, timeline: null, generation: 0 });
		await writeFile(join(here.dataDir, "head", "late.json"), late);
		expect(await readHead(here)).toMatchObject(head(320, "b"));
		expect(await filesIn(here.dataDir)).toContain("two.json");
	});
});

describe("the files of workers that are gone", () => {
	test("are folded into one's own: few files, and the furthest still counts in each place", async () => {
		const here = place();
		for (let start = 1; start <= 9; start += 1) await keepHead(here, `start-${start}`, head((start * 7) % 10));
		await keepHead(here, "living", head(3));
		await foldHeads(here, "own", ["own", "living"]);
		for (const dataDir of [here.dataDir, here.headDir]) {
			expect((await filesIn(dataDir)).sort()).toEqual(["living.json", "own.json"]);
			expect(await readHead({ dataDir })).toMatchObject(head(9));
		}
	});

	test("may be of one that lives after all: what it writes next is kept", async () => {
		const here = place();
		await keepHead(here, "slow", head(5));
		await foldHeads(here, "own", []);
		await keepHead(here, "slow", head(6));
		expect(await readHead(here)).toMatchObject(head(6));
	});
});

test("whoever keeps, folds and reads at once, in whatever order: the furthest that was kept is what is read", async () => {
	const owners = ["a", "b", "c"];
	const keep = fc.record({ owner: fc.constantFrom(...owners), entry: fc.integer({ min: 1, max: 999 }) });
	const fold = fc.record({ owner: fc.constantFrom(...owners), entry: fc.constant(0) });
	await fc.assert(
		fc.asyncProperty(fc.array(fc.oneof({ arbitrary: keep, weight: 4 }, fold), { maxLength: 12 }), async (acts) => {
			const here = { dataDir: place().dataDir };
			let furthest = 0;
			const run = async ({ owner, entry }: (typeof acts)[number]) => {
				if (entry === 0) return foldHeads(here, owner, []);
				await keepHead(here, owner, head(entry));
				furthest = Math.max(furthest, entry);
				// A head that was read is never followed by an older one, whatever others do meanwhile.
				const floor = furthest;
				expect(Number((await readHead(here))?.entry)).toBeGreaterThanOrEqual(floor);
			};
			await Promise.all(acts.map(run));
			expect(Number((await readHead(here))?.entry ?? 0)).toBe(furthest);
		}),
		{ numRuns: 40 },
	);
	// Other writers delay each of some hundred files.
}, 90_000);
