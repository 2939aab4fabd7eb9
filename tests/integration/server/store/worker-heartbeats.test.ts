import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { DATABASE_CHECKS } from "#server/cli/doctor/database-checks.ts";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import { readBefore } from "#server/continuity/move-conditions.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { requireNoOlderProgram } from "#server/store/programs/older-programs.ts";
import { readLivingPrograms } from "#server/store/programs/program-heartbeats.ts";
import { addQuestion } from "#server/store/service-questions.ts";
import { readWorkerHeartbeats } from "#server/store/worker-heartbeats.ts";
import { readFigures } from "#server/worker/read-figures.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const { database, pool } = await createTestDatabase();
const system = systemContext({ database });
const { environment } = system.config;

async function addWorker(id: string, minutesAhead: number): Promise<void> {
	const seen_at = sql<Date>`now() + ${minutesAhead} * interval '1 minute'`;
	await insertRows(database, "worker", { id, started_at: new Date(0), seen_at });
}

test("a worker dated ahead of the database's clock, which was set back, is not alive: it keeps no wallet, answers no page, counts nowhere", async () => {
	await addWorker("ahead", 60);
	expect(await readWorkerHeartbeats(database)).toEqual({ alive: false, lastSeenAt: null });
	expect(await addQuestion(database, { environment, kind: "balance", subject: "XOF", trace: null })).toBeNull();

	await openGaps(system, "start");
	const { rows } = await pool.query("update continuity_gap set taken_by = 'ahead' returning since <= now() as past");
	expect(rows).toEqual([{ past: true }, { past: true }]);
	await addWorker("here", 0);
	await addWorker("gone", -60);
	expect((await database.transaction().execute(readBefore)).awaits).toEqual(["ahead", "here"]);
	expect(await proveWallets(system, { workerId: "here" })).toBe(2);

	expect((await readFigures(system)).workers).toBe(1);
	const check = DATABASE_CHECKS.find(({ id }) => id === "connections");
	const told = await check?.run({ env: process.env, dataDir: "", config: null, faults: [], database, figures: null });
	expect(told?.[1]).toMatch(/^1 machines/);
});

test("a program dated ahead of the database's clock is not alive, and a migration waits 20 s for it to show that it is", async () => {
	await insertRows(database, "program", {
		...{ id: "ahead", kind: "worker", machine: "bouake", version: "0.0.9", currencies: "XOF", session_password: "" },
		...{ started_at: new Date(0), seen_at: sql<Date>`now() + interval '1 hour'` },
	});
	await pool.query("delete from kysely_migration where name = (select max(name) from kysely_migration)");
	expect(await readLivingPrograms(database)).toEqual([]);
	const beat = () => void pool.query("update program set seen_at = clock_timestamp() + interval '59 minutes'");
	await expect(requireNoOlderProgram(database, beat)).rejects.toThrow("older ones run (worker 0.0.9 on bouake");
	let passed = 0;
	const now = performance.now.bind(performance);
	using _clock = vi.spyOn(performance, "now").mockImplementation(() => now() + passed);
	const wait = () => {
		passed = 20_000;
	};
	await expect(requireNoOlderProgram(database, wait)).resolves.toBeUndefined();
});
