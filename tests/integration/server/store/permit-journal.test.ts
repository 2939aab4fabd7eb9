import { appendFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import {
	JOURNAL_KEPT_DAYS,
	type JournalledPermit,
	journalPermit,
	journalUnused,
	readJournal,
	trimJournal,
} from "#server/store/permit-journal.ts";
import { runProgram } from "#tests/support/programs/run-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const NOWHERE = "postgres://127.0.0.1:9/none";
const NOW = new Date("2026-11-22T09:00:00.000Z");

const place = () => ({ dataDir: temporaryFolder(), headDir: temporaryFolder() });

function permit(attempt: string, parts: Partial<JournalledPermit> = {}): JournalledPermit {
	const at = NOW.toISOString();
	return {
		...{ attempt, payment: `payment-${attempt}`, kind: "payout", amount: "45000.00", currency: "XOF" },
		...{ number: "+2250701020304", at, permittedAt: at, worker: "host:1:01A", environment: "e" },
		...parts,
	} as JournalledPermit;
}
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

describe("the journal of permits", () => {
	test("reads each permit once from both places, oldest first, without those that were closed unused", async () => {
		const here = place();
		await journalPermit(here, permit("2"));
		await journalPermit(here, permit("1", { at: daysAgo(1), worker: "host:2:01B" }));
		await journalPermit(here, permit("3", { at: daysAgo(-1) }));
		await journalUnused(here, { worker: "host:1:01A", attempt: "2" });
		expect((await readJournal(here)).map(({ attempt }) => attempt)).toEqual(["1", "3"]);
		await rm(here.dataDir, { recursive: true });
		expect((await readJournal(here)).map(({ attempt }) => attempt)).toEqual(["1", "3"]);
	});

	test("goes on after a line that a crash tore", async () => {
		const here = place();
		await journalPermit(here, permit("1"));
		const [segment = ""] = await readdir(join(here.dataDir, "journal"));
		await appendFile(join(here.dataDir, "journal", segment), '{"attempt":"torn","paym');
		await journalPermit(here, permit("2"));
		expect((await readJournal({ dataDir: here.dataDir })).map(({ attempt }) => attempt)).toEqual(["1", "2"]);
	});

	test("of a busy quarter is read in pieces, between which the worker's heartbeats go on", async () => {
		const here = place();
		for (let segment = 1; segment <= 8; segment += 1)
			await Promise.all(
				Array.from({ length: 50 }, (_, line) =>
					journalPermit(here, permit(`${segment}-${line}`, { worker: `host:${segment}:01A` })),
				),
			);
		let [inOneTurn, most, isRead] = [0, 0, false];
		const parse = JSON.parse;
		const spied = vi.spyOn(JSON, "parse").mockImplementation((text: string) => {
			inOneTurn += 1;
			most = Math.max(most, inOneTurn);
			return parse(text);
		});
		const turn = () => {
			inOneTurn = 0;
			if (!isRead) setImmediate(turn);
		};
		turn();
		const read = await readJournal({ dataDir: here.dataDir });
		isRead = true;
		spied.mockRestore();
		expect(read).toHaveLength(400);
		expect(most).toBeLessThanOrEqual(100);
	});

	test("drops the oldest segments of programs that are gone when there is too much, and never a line of the last 90 days", async () => {
		const here = place();
		const old = daysAgo(JOURNAL_KEPT_DAYS + 1);
		await journalPermit(here, permit("older", { at: daysAgo(JOURNAL_KEPT_DAYS + 9), worker: "gone-1" }));
		await journalPermit(here, permit("old", { at: old, worker: "gone-2" }));
		await journalPermit(here, permit("at work", { at: old, worker: "living" }));
		await journalPermit(here, permit("young", { at: daysAgo(JOURNAL_KEPT_DAYS - 1), worker: "gone-3" }));
		const kept = async () => (await readJournal(here)).map(({ attempt }) => attempt).sort();
		await trimJournal(here, NOW, ["living"]);
		expect(await kept()).toHaveLength(4);
		await trimJournal(here, NOW, ["living"], 1);
		expect(await kept()).toEqual(["at work", "young"]);
	});

	test("is printed by `npm run audit -- journal`: the last ones, for people or as JSON, with no database at hand", async () => {
		const { dataDir } = place();
		for (const attempt of ["A1", "A2", "A3"]) await journalPermit({ dataDir }, permit(attempt));
		const audit = (...words: string[]) =>
			runProgram("server/cli/audit.ts", ["journal", ...words], { DATA_DIR: dataDir, DATABASE_URL: NOWHERE });
		const { out } = await audit("--last", "2");
		expect(out).not.toContain("A1");
		expect(out).toMatch(/45000\.00 XOF {2}\+2250701020304 .*payment payment-A2 {2}attempt A2\n/);
		const lines = (await audit("--json")).out.trim().split("\n");
		expect(lines.map((line) => JSON.parse(line))).toEqual(["A1", "A2", "A3"].map((attempt) => permit(attempt)));
		// A mistyped option gets the usage, not a stack trace.
		for (const words of [["--last", "many"], ["--lst", "3"], ["everything"]]) {
			const { code, err } = await audit(...words);
			expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("audit -- journal") });
			expect(err).not.toContain("    at ");
		}
	});
});
