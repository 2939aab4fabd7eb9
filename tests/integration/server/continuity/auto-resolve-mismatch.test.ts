/** A database that moved to another server, or whose standby took over: what each machine must find before it goes on. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { stopBatch } from "#server/batches/decide/stop-batch.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { reportToMismatch } from "#server/continuity/auto-resolve-mismatch.ts";
import {
	advanceHead,
	DATABASE_MISMATCH,
	readNewest,
	readOwnMismatch,
	stopIfDatabaseSuspect,
} from "#server/continuity/database-mismatch.ts";
import { describeMismatch } from "#server/continuity/describe-mismatch.ts";
import { keepHeartbeat } from "#server/continuity/heartbeat.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { type KnownHead, keepHead, readHead, readPlaces } from "#server/store/head-file.ts";
import { journalPermit } from "#server/store/permit-journal.ts";
import { readServerIdentity } from "#server/store/server-identity.ts";
import { forgetOldWorkers, runWorker } from "#server/worker/run-worker.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { acknowledge } from "#tests/support/desk/acknowledge.ts";
import { openMachines } from "#tests/support/desk/machines.ts";
import { newBatch, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { writeHeartbeatAlone } from "#tests/support/desk/write-heartbeat-alone.ts";
import { newPayout } from "#tests/support/payment-desk.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { findRow, insertRows, updateRows } from "#tests/support/rows/rows.ts";

const { desk, machine, knowing, backup, systemOn, send, stateIn } = await openMachines();
const { database } = desk;

/** Does what a worker's round does. */
async function look(system: SystemContext, workerId: string): Promise<boolean> {
	const isSuspect = await stopIfDatabaseSuspect({ system, workerId });
	if (!isSuspect) await advanceHead(system, workerId);
	await reportToMismatch(system, workerId);
	return isSuspect;
}

/** A live worker of this machine that knows the database. */
async function worker(workerId: string, config: Config = machine()): Promise<SystemContext> {
	const system = { ...desk.system, config: await knowing(config) };
	await writeHeartbeatAlone(system, workerId);
	await look(system, workerId);
	await writeHeartbeatAlone(system, workerId);
	return system;
}

/** The machine knows a server that is gone; its database is now the one here. */
async function cameFrom(system: SystemContext, parts: Partial<KnownHead>): Promise<void> {
	const newest = await readNewest(system.database);
	if (!newest) throw new Error("no entry");
	await keepHead(system.config, "before", { ...newest, ...(await readServerIdentity(system.database)), ...parts });
}

const permit = (system: SystemContext, attempt: string) =>
	journalPermit(system.config, {
		...{ attempt, payment: "GONE", kind: "payout", amount: "45000.00", currency: "XOF", number: "+2250701020304" },
		...{ at: "2026-03-09T10:00:00.000Z", permittedAt: "2026-03-09T10:00:00.000Z", worker: "gone" },
		environment: system.config.environment,
	});
const ANOTHER = { server: "1" };
const PROMOTED = { timeline: "000000FF" };

describe("a database on another server", () => {
	test.each([
		["another_server", ANOTHER],
		["standby_promoted", { ...PROMOTED, replication: "synchronous" as const }],
	])(
		"(%s) that lacks nothing goes on by itself once every machine has found the same, and touches no payment",
		async (kind, parts) => {
			const [one, two] = [await worker("one"), await worker("two")];
			const [approved, asked] = [await desk.approved(), await desk.requested()];
			for (const each of [one, two]) await cameFrom(each, parts);
			expect(await look(one, "one")).toBe(true);
			expect(await send(one, approved.id)).toBe("database_mismatch");
			expect(await readOwnMismatch(database)).toMatchObject({ kind, heals: true, awaits: ["one", "two"] });
			await look(two, "two");
			expect(await describeMismatch(database)).toBeNull();
			expect([await look(one, "one"), await look(two, "two")]).toEqual([false, false]);
			expect(await readHead(one.config)).toMatchObject(await readServerIdentity(database));
			expect([await desk.state(approved.id), await desk.state(asked.id)]).toEqual(["approved", "awaiting_approval"]);
			expect((await newestEntry(database, { action: "setting.database_moved" })).details).toMatchObject({ kind });
			expect(await send(one, approved.id)).toBe("attempted");
		},
	);

	test("waits for a machine that was alive in the last minute before; a worker started again on it answers for the earlier one", async () => {
		const [one, two] = [await worker("one"), await worker("two")];
		for (const each of [one, two]) await cameFrom(each, ANOTHER);
		await look(one, "one");
		await look(one, "one");
		expect(await describeMismatch(database)).not.toBeNull();
		await writeHeartbeatAlone(two, "two-again");
		await look(two, "two-again");
		expect(await describeMismatch(database)).toBeNull();
	});

	test("waits for no worker that was killed in its first round: the next one of its machine answers for it", async () => {
		const one = await worker("one");
		await cameFrom(one, ANOTHER);
		await keepHeartbeat(database, "killed", { places: await readPlaces(one.config) });
		await look(one, "one");
		expect(await describeMismatch(database)).toBeNull();
	});

	test.each([
		["of another account", { environment: "elsewhere", currency: "XOF" }, 30],
		["of a currency that is read no more", { environment: desk.system.config.environment, currency: "GHS" }, 0],
	])(
		"waits for no machine that was retired yesterday, although the gap %s was never closed",
		async (_, wallet, days) => {
			const [one] = [await worker("one"), await worker("retired")];
			await updateRows(database, "worker", { id: "retired" }, { seen_at: new Date(Date.now() - 3_600_000) });
			const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
			const gap = { ...wallet, since: ago(30), detected_at: ago(days), event_id: "0", cause: "start" } as const;
			await insertRows(database, "continuity_gap", gap);
			await cameFrom(one, ANOTHER);
			await look(one, "one");
			await database.deleteFrom("continuity_gap").where("since", "=", gap.since).execute();
			expect(await describeMismatch(database)).toBeNull();
		},
	);

	test("is not told of a worker whose folder cannot be written: it would be awaited for ever", async () => {
		const system = { ...desk.system, config: machine() };
		mkdirSync(join(system.config.dataDir, "head", "place"), { recursive: true });
		const workers = () => database.selectFrom("worker").select("id").orderBy("id").execute();
		const before = await workers();
		await expect(runWorker(system, desk.pool)).rejects.toThrow("EISDIR");
		expect(await workers()).toEqual(before);
	});

	test("asks two admins when another machine has a permit that it lacks, and what is missing is listed", async () => {
		const [one, two] = [await worker("one"), await worker("two")];
		for (const each of [one, two]) await cameFrom(each, ANOTHER);
		await permit(two, "GONE-MOVED");
		await look(one, "one");
		expect(await describeMismatch(database)).toMatchObject({ heals: true });
		await look(two, "two");
		await look(two, "two");
		await look(one, "one");
		expect(await describeMismatch(database)).toMatchObject({ kind: "another_server", heals: false });
		const kept = database.selectFrom("forgotten_permit").select("attempt_id").where("attempt_id", "=", "GONE-MOVED");
		expect(await kept.execute()).toHaveLength(1);
	});

	test("asks when another machine knows a newer entry than it has", async () => {
		const [one, two] = [await worker("one"), await worker("two")];
		await cameFrom(one, ANOTHER);
		await keepHead(two.config, "before", { entry: "999999999", hash: "lost", at: new Date().toISOString() });
		await look(one, "one");
		await look(two, "two");
		expect(await describeMismatch(database)).toMatchObject({ kind: "restored_backup", heals: false });
		await look(one, "one");
		expect(await describeMismatch(database)).not.toBeNull();
	});

	test("is asked about by a machine that comes later and has a permit that it lacks", async () => {
		const [one, two] = [await worker("one"), await worker("two")];
		await updateRows(database, "worker", { id: "two" }, { seen_at: new Date(0) });
		for (const each of [one, two]) await cameFrom(each, ANOTHER);
		await look(one, "one");
		expect(await describeMismatch(database)).toBeNull();
		await permit(two, "GONE-LATER");
		await look(two, "two");
		expect(await describeMismatch(database)).toMatchObject({ heals: false });
	});

	test.each(["asynchronous", "not_known", null] as const)(
		"asks after a promotion when the head noted that a standby may lack commits (%s)",
		async (replication) => {
			const one = await worker("one");
			await cameFrom(one, { ...PROMOTED, replication });
			await look(one, "one");
			expect(await describeMismatch(database)).toMatchObject({ kind: "standby_promoted", heals: false });
		},
	);

	test("is not ended in the database before every machine has reported", async () => {
		const [one, two] = [await worker("one"), await worker("two")];
		for (const each of [one, two]) await cameFrom(each, ANOTHER);
		await look(one, "one");
		const end = () => database.deleteFrom("setting").where("name", "=", DATABASE_MISMATCH).execute();
		await expect(end()).rejects.toThrow("needs a second admin");
		await updateRows(database, "worker", {}, { reported: (await readOwnMismatch(database))?.id ?? "" });
		await end();
	});
});

describe("an acknowledged restore", () => {
	test("calls may have left what a journal names, asks again for what it does not, and leaves alone what was requested since", async () => {
		const one = await worker("one");
		expect(await send(one, (await desk.approved()).id)).toBe("attempted");
		const [sent, approved, asked] = [await desk.approved(), await desk.approved(), await desk.requested()];
		const deposit = await desk.deposit();
		await writeHeartbeatAlone(one, "one");
		const { system } = systemOn(await backup(), one.config);
		expect(await send(one, sent.id)).toBe("attempted");
		await look(system, "one");
		const later = await requestPayout(contextFor(system, desk.maker.member), newPayout(), desk.key());
		await acknowledge(contextFor(system, desk.admin.member), "Disk lost, backup of the night");
		const states = [sent, approved, asked, later].map(({ id }) => stateIn(system, id));
		expect(await Promise.all(states)).toEqual([
			...["may_have_left", "awaiting_approval", "awaiting_approval", "awaiting_approval"],
		]);
		const { version } = await findRow(system.database, "payment", { id: later.id });
		expect(version).toBe(later.version);
		const { event } = await findRow(system.database, "payment_event", { payment_id: deposit.id, state: "expired" });
		expect(event).toBe("expired_unsent");
		const decisions = system.database.selectFrom("decision").select("voided_at").where("payment_id", "=", approved.id);
		expect((await decisions.execute()).map(({ voided_at }) => voided_at)).not.toContain(null);
	});

	test("whose rows come back to approval asks each approver to read their batch again", async () => {
		const one = await worker("one");
		const batch = await requestedBatch(desk.maker, newBatch(2));
		await writeHeartbeatAlone(one, "one");
		const { system } = systemOn(await backup(), one.config);
		expect(await send(one, (await desk.approved()).id)).toBe("attempted");
		await look(system, "one");
		const approver = contextFor(system, desk.approver.member);
		const { id, version } = await decideBatch(approver, { id: batch.id, version: batch.version, decision: "approve" });
		await acknowledge(contextFor(system, desk.admin.member), "Disk lost, backup of the night");
		const approving = decideBatch(approver, { id, version, decision: "approve" });
		await expect(approving).rejects.toMatchObject({ code: "stale_version" });
		expect((await stopBatch(contextFor(system, desk.maker.member), { id })).counts).toEqual({ cancelled: 2 });
	});

	test("counts the machine's report when it is confirmed days later, and when its worker was not seen for days before", async () => {
		const one = await worker("one");
		await updateRows(database, "worker", { id: "one" }, { seen_at: new Date(Date.now() - 3 * 24 * 3_600_000) });
		const approved = await desk.approved();
		const { system } = systemOn(await backup(), one.config);
		expect(await send(one, (await desk.approved()).id)).toBe("attempted");
		await look(system, "again");
		await writeHeartbeatAlone(system, "again");
		await look(system, "again");
		await forgetOldWorkers(system);
		await acknowledge(contextFor(system, desk.admin.member), "Disk lost, backup of the night");
		expect(await stateIn(system, approved.id)).toBe("awaiting_approval");
	});

	test("is confirmed once for all machines that reported, but not for what is put back with the old mismatch in it", async () => {
		const [one, two] = [await worker("one"), await worker("two")];
		const restored = await backup();
		await desk.requested();
		await look(one, "one");
		await desk.requested();
		await look(two, "two");
		const on = (url: string) => [one, two].map(({ config }) => systemOn(url, config).system);
		const lookBoth = async ([first, second]: SystemContext[], run: number) => [
			first && (await look(first, `one-${run}`)),
			second && (await look(second, `two-${run}`)),
		];
		const start = async (systems: SystemContext[], run: number) => {
			for (const [place, system] of systems.entries())
				await writeHeartbeatAlone(system, `${place ? "two" : "one"}-${run}`);
			return lookBoth(systems, run);
		};
		const confirm = ([system]: SystemContext[]) =>
			system && acknowledge(contextFor(system, desk.admin.member), "Disk lost, backup of the night");
		const first = on(restored);
		expect(await start(first, 1)).toEqual([true, true]);
		const withMismatch = await backup(first[0]);
		await confirm(first);
		expect(await lookBoth(first, 1)).toEqual([false, false]);
		const second = on(withMismatch);
		expect(await start(second, 2)).toEqual([true, true]);
		await confirm(second);
		expect(await lookBoth(second, 2)).toEqual([true, true]);
		await confirm(second);
		expect(await lookBoth(second, 2)).toEqual([false, false]);
	});

	test("calls all that waited may have left while a machine that was alive has not brought its journal", async () => {
		const [one] = [await worker("one"), await worker("two")];
		expect(await send(one, (await desk.approved()).id)).toBe("attempted");
		const approved = await desk.approved();
		await writeHeartbeatAlone(one, "one");
		const { system } = systemOn(await backup(), one.config);
		expect(await send(one, (await desk.approved()).id)).toBe("attempted");
		await look(system, "one");
		await acknowledge(contextFor(system, desk.admin.member), "Disk lost, backup of the night");
		expect(await stateIn(system, approved.id)).toBe("may_have_left");
	});
});
