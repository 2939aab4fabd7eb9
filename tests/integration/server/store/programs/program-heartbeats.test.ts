import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { DATABASE_CHECKS } from "#server/cli/doctor/database-checks.ts";
import { readBefore } from "#server/continuity/auto-resolve-conditions.ts";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";
import { requireNoOlderProgram } from "#server/store/programs/older-programs.ts";
import { programHeartbeat, readLivingPrograms } from "#server/store/programs/program-heartbeats.ts";
import { addQuestion } from "#server/store/service-questions.ts";
import { readWorkerHeartbeats } from "#server/store/worker-heartbeats.ts";
import { readFigures } from "#server/worker/read-figures.ts";
import { addMember, contextFor, systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { insertRows } from "#tests/support/rows/rows.ts";
import manifest from "../../../../../package.json" with { type: "json" };

const { database, pool } = await createTestDatabase();
const admin = await addMember(database, "admin");
const PASSWORD = "canary-session-password-of-32-signs";

beforeEach(async () => {
	await pool.query("delete from program");
});

async function examine(name = "programs") {
	const check = DATABASE_CHECKS.find(({ id }) => id === name);
	return check?.run({ env: process.env, dataDir: "", config: null, faults: [], database, figures: null });
}

async function readDifferences() {
	const { differences } = await readConfiguration(contextFor(systemContext({ database }), admin));
	return differences.map(({ what, groups }) => [what, groups.map(({ value }) => value)]);
}

test("a heartbeat renews its program's row, which holds no password; a program that is silent for 20 s is not alive", async () => {
	const beat = programHeartbeat(database, "web", testConfig({ SESSION_PASSWORD: PASSWORD }));
	await beat();
	await pool.query("update program set seen_at = seen_at - interval '1 second'");
	const [first] = await readLivingPrograms(database);
	await beat();
	const [second, ...others] = await readLivingPrograms(database);
	expect(others).toEqual([]);
	expect(second).toMatchObject({ id: first?.id, kind: "web", currencies: "XAF,XOF" });
	expect(second?.seen_at.getTime()).toBeGreaterThan(first?.seen_at.getTime() ?? Number.POSITIVE_INFINITY);
	expect(JSON.stringify(second)).not.toContain(PASSWORD);
	await pool.query("update program set seen_at = now() - interval '21 seconds'");
	expect(await readLivingPrograms(database)).toEqual([]);
});

test("machines that are alike are no difference, in whatever order they name their wallets", async () => {
	await programHeartbeat(database, "web", testConfig())();
	await programHeartbeat(database, "worker", testConfig({ WALLET_CURRENCIES: "XAF,XOF" }))();
	expect(await readDifferences()).toEqual([]);
	expect((await examine())?.[0]).toBe("good");
});

test("other session passwords, wallets and versions are told in Settings and are a fault for the doctor", async () => {
	await programHeartbeat(database, "web", testConfig())();
	await programHeartbeat(database, "web", testConfig({ WALLET_CURRENCIES: "XOF", SESSION_PASSWORD: PASSWORD }))();
	await pool.query("update program set version = '0.0.9' where currencies = 'XOF'");
	expect(await readDifferences()).toEqual([
		["session_password", [null, null]],
		["currencies", expect.arrayContaining(["XAF,XOF", "XOF"])],
		["version", expect.arrayContaining(["0.0.9"])],
	]);
	expect(await examine()).toEqual(["fault", "Programs run with different session passwords, wallets, versions."]);
});

test("the digest of one password is another one in another database", async () => {
	const other = await createTestDatabase();
	for (const each of [database, other.database]) await programHeartbeat(each, "web", testConfig())();
	const [here] = await readLivingPrograms(database);
	const [there] = await readLivingPrograms(other.database);
	expect(here?.session_password).toMatch(/^[0-9a-f]{16}$/);
	expect(there?.session_password).not.toBe(here?.session_password);
});

/** Takes back the last migration, which only programs of this version tolerate. */
async function lackMigration(): Promise<void> {
	await pool.query("delete from kysely_migration where name = (select max(name) from kysely_migration)");
}

async function addProgram(version: string, secondsAgo: number): Promise<void> {
	await insertRows(database, "program", {
		...{ id: version, kind: "worker", machine: "bouake", version, currencies: "XOF", session_password: "" },
		started_at: new Date("2026-03-10T09:00:00.000Z"),
		seen_at: sql<Date>`now() - ${secondsAgo} * interval '1 second'`,
	});
}

test("a migration waits until an older program is silent, refuses beside one that lives, and goes on beside one of its version", async () => {
	await addProgram("0.0.9", 19);
	await lackMigration();
	await expect(requireNoOlderProgram(database)).resolves.toBeUndefined();
	expect(await readLivingPrograms(database)).toEqual([]);

	await addProgram(manifest.version, 0);
	await addProgram("0.0.8", 0);
	const refused = requireNoOlderProgram(
		database,
		() => void pool.query("update program set seen_at = clock_timestamp() where version = '0.0.8'"),
	);
	await expect(refused).rejects.toThrow(
		/need programs of [\d.]+ or newer, and older ones run \(worker 0\.0\.8 on bouake, since 2026-03-10 09:00 UTC\)\. Stop them/,
	);
	await pool.query("delete from program where version = '0.0.8'");
	await expect(requireNoOlderProgram(database)).resolves.toBeUndefined();
});

test("a program dated ahead of the database's clock, which was set back, is not alive; a migration waits 20 s for it to show that it is", async () => {
	await addProgram("0.0.9", -3_600);
	await lackMigration();
	expect(await readLivingPrograms(database)).toEqual([]);
	const beat = () => void pool.query("update program set seen_at = clock_timestamp() + interval '59 minutes'");
	await expect(requireNoOlderProgram(database, beat)).rejects.toThrow("older ones run (worker 0.0.9 on bouake");
	const later = performance.now() + 60_000;
	const wait = () => void vi.spyOn(performance, "now").mockReturnValue(later);
	const waited = requireNoOlderProgram(database, wait).finally(() => vi.mocked(performance.now).mockRestore());
	await expect(waited).resolves.toBeUndefined();
});

async function addWorker(id: string, minutesAhead: number): Promise<void> {
	const seen_at = sql<Date>`now() + ${minutesAhead} * interval '1 minute'`;
	await insertRows(database, "worker", { id, started_at: new Date(0), seen_at });
}

test("a worker dated ahead of the database's clock, which was set back, is not alive: it keeps no wallet, answers no page, counts nowhere", async () => {
	const system = systemContext({ database });
	await addWorker("ahead", 60);
	expect(await readWorkerHeartbeats(database)).toEqual({ alive: false, lastSeenAt: null });
	const question = { environment: system.config.environment, kind: "balance", subject: "XOF", trace: null } as const;
	expect(await addQuestion(database, question)).toBeNull();
	await openGaps(system, "start");
	const { rows } = await pool.query("update continuity_gap set taken_by = 'ahead' returning since <= now() as past");
	expect(rows).toEqual([{ past: true }, { past: true }]);
	await addWorker("here", 0);
	await addWorker("gone", -60);
	expect((await database.transaction().execute((trx) => readBefore(trx, system.config))).awaits).toEqual([
		"ahead",
		"here",
	]);
	expect(await proveWallets(system, { workerId: "here" })).toBe(2);
	expect((await readFigures(system)).workers).toBe(1);
	expect((await examine("connections"))?.[1]).toMatch(/^1 machines/);
});
