import { describe, expect, test, vi } from "vitest";
import type { SystemContext } from "#server/context.ts";
import { stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { isSendingStopped } from "#server/continuity/sending-stop.ts";
import type { Service } from "#server/momo/service.ts";
import { acknowledgeMismatch } from "#server/payments/stop/acknowledge-mismatch.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase } from "#server/store/database.ts";
import { runWorker } from "#server/worker/run-worker.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { acknowledge } from "#tests/support/desk/acknowledge.ts";
import { openMachines } from "#tests/support/desk/machines.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";

const { desk, machine, knowing, backup, systemOn, send, stateIn, sentSinceTheBackup } = await openMachines();

describe("a restored backup", () => {
	test("sends nothing of what was approved in it, and all sending stops", async () => {
		const { payout, system } = await sentSinceTheBackup(machine());
		expect(await send(system, payout.id)).toBe("database_mismatch");
		expect(await stateIn(system, payout.id)).toBe("approved");
		expect(await isSendingStopped(system.database)).toBe(true);
		expect(desk.posts()).toHaveLength(0);
	});

	test("that is put back between the first look and the permit is seen at the last look: nothing is sent, and what a colleague may have sent is not known", async () => {
		const config = await knowing();
		const known = { ...desk.system, config };
		expect(await send(known, (await desk.approved()).id)).toBe("attempted");
		const payout = await desk.approved();
		const restored = systemOn(await backup(), config);
		// A process of its own, because one process combines questions that it asks at once.
		const colleague = { ...known, database: openDatabase(desk.pool) };
		let { database } = known;
		let posts = 0;
		// A slow worker: during its balance reading a colleague sends this payout, and then the backup is restored.
		const service: Service = Object.assign(Object.create(known.service) as Service, {
			async readBalance(currency: string) {
				expect(await send(colleague, payout.id)).toBe("attempted");
				posts = desk.posts().length;
				database = restored.system.database;
				return known.service.readBalance(currency);
			},
		});
		const slow: SystemContext = {
			...{ ...known, service },
			get database() {
				return database;
			},
		};
		expect(await send(slow, payout.id)).toBe("attempted");
		expect(await stateIn(restored.system, payout.id)).toBe("unknown");
		expect(desk.posts()).toHaveLength(posts);
	});

	test("sends nothing by a worker that starts on it", async () => {
		const { payout, system, pool } = await sentSinceTheBackup(machine());
		const worker = await runWorker(system, pool);
		await worker.stop();
		expect(await stateIn(system, payout.id)).toBe("approved");
		expect(desk.posts()).toHaveLength(0);
	});

	test("is known as one although it has grown past the head since", async () => {
		const { payout, system } = await sentSinceTheBackup(machine());
		const at = new Date();
		const entries = Array.from({ length: 40 }, (_, n) => ({
			at,
			action: "session.started",
			subject_kind: "session",
			details: "{}",
			previous_hash: `p${n}`,
			hash: `h${n}`,
		}));
		await system.database.insertInto("audit_entry").values(entries).execute();
		expect(await send(system, payout.id)).toBe("database_mismatch");
	});

	test("goes on once an admin acknowledges it; what waited in it may have left and is never sent", async () => {
		const { payout, system } = await sentSinceTheBackup(machine());
		await send(system, payout.id);
		const admin = contextFor(system, desk.admin.member);
		const stopped = await acknowledge(admin, "Disk lost.\n\nBackup of the night.\n");
		expect(stopped).toMatchObject({ expired: 0 });
		expect(stopped.mayHaveLeft).toBeGreaterThan(0);
		// Typed in several lines, and kept as one.
		const entry = await newestEntry(system.database, { action: "setting.database_acknowledged" });
		expect(entry.details.reason).toBe("Disk lost. Backup of the night.");
		expect(await stateIn(system, payout.id)).toBe("may_have_left");
		expect(await send(system, payout.id)).toBe("gone");
		expect(await stopIfDatabaseSuspect({ system, workerId: "w" })).toBe(false);
		expect(await isSendingStopped(system.database)).toBe(false);
		expect(desk.posts()).toHaveLength(0);
	});

	test("is not asked about again by a check that began before the acknowledgement and ends after it", async () => {
		const { payout, system, pool } = await sentSinceTheBackup(machine());
		await send(system, payout.id);
		const late = openDatabase(pool);
		vi.spyOn(late, "transaction").mockImplementationOnce(() => {
			const transaction = late.transaction();
			const execute = transaction.execute.bind(transaction);
			return Object.assign(transaction, {
				async execute(work: Parameters<typeof execute>[0]) {
					await acknowledge(contextFor(system, desk.admin.member), "Disk lost, backup of the night");
					return execute(work);
				},
			});
		});
		expect(await stopIfDatabaseSuspect({ system: { ...system, database: late }, workerId: "late" })).toBe(false);
		expect(await isSendingStopped(system.database)).toBe(false);
	});

	test("is asked about again when it is put back a second time", async () => {
		const config = machine();
		const { payout, system } = await sentSinceTheBackup(config);
		await send(system, payout.id);
		const again = await backup(system);
		await acknowledge(contextFor(system, desk.admin.member), "Disk lost, backup of the night");
		expect(await stopIfDatabaseSuspect({ system, workerId: "w" })).toBe(false);
		const second = systemOn(again, config).system;
		await asOwner(second.database, (trx) =>
			trx.deleteFrom("setting").where("name", "=", "database_mismatch").execute(),
		);
		expect(await stopIfDatabaseSuspect({ system: second, workerId: "w" })).toBe(true);
	});

	test("is acknowledged by an admin alone, with a reason, and only while there is a doubt", async () => {
		const { payout, system } = await sentSinceTheBackup(machine());
		const [admin, approver] = [desk.admin.member, desk.approver.member].map((member) => contextFor(system, member));
		if (!admin || !approver) throw new Error("no members");
		const reason = "Disk lost, backup of the night";
		await expect(acknowledgeMismatch(admin, { reason })).rejects.toMatchObject({ code: "conflict" });
		await send(system, payout.id);
		await expect(acknowledgeMismatch(approver, { reason })).rejects.toMatchObject({ code: "forbidden" });
		await expect(acknowledgeMismatch(admin, { reason: "short" })).rejects.toMatchObject({ code: "invalid_input" });
	});
});

test("a database of another service sends nothing until an admin acknowledges, and then nothing that was approved for the first", async () => {
	const config = await knowing();
	await send({ ...desk.system, config }, (await desk.approved()).id);
	const payout = await desk.approved();
	const other = { ...desk.system, config: { ...config, address: "another-service", environment: "another-service" } };
	expect(await stopIfDatabaseSuspect({ system: other, workerId: "w" })).toBe(true);
	expect(await send({ ...desk.system, config }, payout.id)).toBe("database_mismatch");
	await acknowledge(contextFor(other, desk.admin.member), "From the sandbox to the real service");
	expect(await stopIfDatabaseSuspect({ system: other, workerId: "w" })).toBe(false);
	expect(await desk.state(payout.id)).toBe("expired");
});
