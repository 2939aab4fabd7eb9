import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { describeMismatch } from "#server/continuity/describe-mismatch.ts";
import { isSendingStopped } from "#server/continuity/sending-stop.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { keepHead, readHead } from "#server/store/head-file.ts";
import { acknowledge } from "#tests/support/desk/acknowledge.ts";
import { openMachines } from "#tests/support/desk/machines.ts";
import { writeHeartbeatAlone } from "#tests/support/desk/write-heartbeat-alone.ts";
import { QUICK } from "#tests/support/payment-desk.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const { desk, machine, knowing, colleagueBeats, systemOn, send } = await openMachines();

describe("a machine that does not know the database", () => {
	test("sends nothing when payments were sent from it and nobody else is at work", async () => {
		await desk.database.deleteFrom("worker").execute();
		await desk.database.deleteFrom("attempt").execute();
		await send({ ...desk.system, config: await knowing() }, (await desk.approved()).id);
		const payout = await desk.approved();
		const stranger = { ...desk.system, config: machine() };
		expect(await send(stranger, payout.id)).toBe("database_mismatch");
		await acknowledge(desk.admin, "A new machine, same database");
		expect(await stopIfDatabaseSuspect({ system: stranger, workerId: "w" })).toBe(false);
	});

	test("sends when a worker that knows it is seen to live: one more machine, no backup", async () => {
		await colleagueBeats();
		await send({ ...desk.system, config: await knowing() }, (await desk.approved()).id);
		const payout = await desk.approved();
		const system = { ...desk.system, config: machine() };
		const tries = () => sendPayment(system, { paymentId: payout.id, workerId: "new", timing: QUICK });
		expect(await tries()).toBe("database_mismatch");
		expect(await isSendingStopped(desk.database)).toBe(false);
		await colleagueBeats();
		expect(await tries()).toBe("attempted");
	});

	test("waits beside the row of a worker that may be dead, and is a doubt when that row stays as it is", async () => {
		await colleagueBeats();
		await send({ ...desk.system, config: await knowing() }, (await desk.approved()).id);
		const payout = await desk.approved();
		const system = { ...desk.system, config: machine() };
		const tries = () => sendPayment(system, { paymentId: payout.id, workerId: "beside", timing: QUICK });
		expect(await tries()).toBe("database_mismatch");
		expect(await tries()).toBe("database_mismatch");
		expect(await isSendingStopped(desk.database)).toBe(false);
		await updateRows(desk.database, "worker", {}, { seen_at: new Date(Date.now() - 60_000) });
		expect(await tries()).toBe("database_mismatch");
		expect((await describeMismatch(desk.database))?.kind).toBe("unknown_database");
		expect(desk.posts()).toHaveLength(1);
	});

	test("is not vouched for by another one that is new itself", async () => {
		await send({ ...desk.system, config: await knowing() }, (await desk.approved()).id);
		const payout = await desk.approved();
		const [one, two] = ["one", "two"].map((workerId) => {
			const { pool: _pool, system } = systemOn(desk.url, machine());
			return {
				beat: () => writeHeartbeatAlone(system, workerId),
				send: () => sendPayment(system, { paymentId: payout.id, workerId, timing: QUICK }),
			};
		});
		if (!one || !two) throw new Error("no workers");
		for (let round = 0; round < 3; round += 1) {
			await one.beat();
			await two.beat();
			expect(await one.send()).toBe("database_mismatch");
			expect(await two.send()).toBe("database_mismatch");
		}
		expect(await desk.state(payout.id)).toBe("approved");
	});
});

describe("the head beside the database", () => {
	test("never goes back, whoever writes and in whatever order", async () => {
		const here = machine();
		const head = (entry: number) => ({ entry: String(entry), hash: `h${entry}`, at: new Date(0).toISOString() });
		const writes = [7, 3, 12, 5, 9].flatMap((entry) => ["a", "b"].map((owner) => keepHead(here, owner, head(entry))));
		await Promise.all(writes);
		expect(await readHead(here)).toMatchObject(head(12));
		await keepHead(here, "c", head(4));
		expect(await readHead(here)).toMatchObject(head(12));
	});

	test("that the disk does not take sends nothing: the payout waits for the disk", async () => {
		const usual = machine();
		await colleagueBeats();
		await writeFile(usual.dataDir, "a file where the folder should be");
		const config = { ...usual, dataDir: join(usual.dataDir, "data") };
		const payout = await desk.approved();
		desk.scripted.requests.length = 0;
		const system = { ...desk.system, config };
		expect(await send(system, payout.id)).toBe("database_mismatch");
		await colleagueBeats();
		expect(await send(system, payout.id)).toBe("disk_unwritable");
		expect(await desk.state(payout.id)).toBe("approved");
		expect(desk.posts()).toHaveLength(0);
	});
});
