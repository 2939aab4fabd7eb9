import { readFileSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SystemContext } from "#server/context.ts";
import {
	ACKNOWLEDGED_MISMATCHES,
	advanceHead,
	DATABASE_MISMATCH,
	readNewest,
	stopIfDatabaseSuspect,
} from "#server/continuity/database-mismatch.ts";
import { describeMismatch } from "#server/continuity/describe-mismatch.ts";
import { SENDING_STOPPED, stopSending } from "#server/continuity/sending-stop.ts";
import { readSendObstacles } from "#server/overview/read-send-obstacles.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { keepHead, readHead } from "#server/store/head-file.ts";
import { readJournal } from "#server/store/permit-journal.ts";
import { readServerIdentity } from "#server/store/server-identity.ts";
import { keepReceivedHeads } from "#server/worker/head-keeper.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { acknowledge } from "#tests/support/desk/acknowledge.ts";
import { knownMachines } from "#tests/support/desk/known-machine.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
/** Migrated, and without payments. */
const elsewhere = await createTestDatabase();
const { machine, send, serviceWith } = knownMachines(desk);
const eventsOf = async (id: string) =>
	(
		await desk.database.selectFrom("payment_event").select("event").where("payment_id", "=", id).orderBy("id").execute()
	).map(({ event }) => event);

beforeEach(async () => {
	const stops = [DATABASE_MISMATCH, ACKNOWLEDGED_MISMATCHES, SENDING_STOPPED];
	await asOwner(desk.database, (trx) => trx.deleteFrom("setting").where("name", "in", stops).execute());
});

describe("the last look before the first byte", () => {
	test("asks for this permit's own attempt after the head is kept: a database without it gets no POST", async () => {
		const known = await machine();
		const payout = await desk.approved();
		await stopIfDatabaseSuspect({ system: known, workerId: "w" });
		const before = BigInt((await readNewest(desk.database))?.entry ?? "0");
		// Once the permit's head is on the disk another database answers, which never had the attempt.
		let isGone = false;
		const system: SystemContext = {
			...known,
			get database() {
				if (isGone || !isFurther(join(known.config.dataDir, "head", "w.json"), before)) return desk.database;
				isGone = true;
				return elsewhere.database;
			},
		};
		expect(await send(system, payout.id)).toBe("attempted");
		expect(isGone).toBe(true);
		expect(await eventsOf(payout.id)).toContain("mismatch_before_sending");
		expect(await desk.read(payout)).toMatchObject({ state: "unknown", sentAt: null });
		expect(desk.posts()).toHaveLength(0);
	});

	test.each(["payout", "deposit"] as const)(
		"is fresh by both clocks when the connection stands: a machine that slept until then sends no %s",
		async (kind) => {
			const payment = kind === "payout" ? await desk.approved() : await desk.deposit();
			let offset = 0;
			const clock = { now: () => new Date(desk.clock.now().getTime() + offset) };
			const sleeping = <Call extends (...call: never[]) => unknown>(call: Call) =>
				((...input: Parameters<Call>) => {
					offset = 3_600_000;
					return call(...input);
				}) as Call;
			const service = serviceWith({
				startPayout: sleeping(desk.system.service.startPayout),
				startDeposit: sleeping(desk.system.service.startDeposit),
			});
			expect(await send({ ...(await machine()), clock, service }, payment.id)).toBe("attempted");
			expect(await desk.state(payment.id)).toBe("not_sent");
			expect(await eventsOf(payment.id)).toContain("not_sent_paused");
			expect(desk.posts()).toHaveLength(0);
		},
	);
});

describe("a stop that is committed before the permit", () => {
	/** Runs the action while the service is asked for the balance. */
	const meanwhile = (action: () => Promise<unknown>) =>
		serviceWith({
			async readBalance(currency) {
				await action();
				return desk.system.service.readBalance(currency);
			},
		});

	test("always wins: the payout stays approved, and nothing is sent", async () => {
		const payout = await desk.approved();
		const service = meanwhile(() =>
			desk.database.transaction().execute((trx) => stopSending(trx, new Date(), { httpStatus: 403, paymentId: null })),
		);
		expect(await send({ ...(await machine()), service }, payout.id)).toBe("sending_stopped");
		expect(await desk.state(payout.id)).toBe("approved");
		expect(desk.posts()).toHaveLength(0);
	});

	test("wins, too, when it gave the database over to another service", async () => {
		const payout = await desk.approved();
		const known = await machine();
		await stopIfDatabaseSuspect({ system: known, workerId: "w" });
		const give = (environment: string) =>
			asOwner(desk.database, (trx) =>
				updateRows(trx, "setting", { name: "environment_in_use" }, { value: JSON.stringify({ environment }) }),
			);
		const service = meanwhile(() => give("another-service"));
		expect(await send({ ...known, service }, payout.id)).toBe("database_mismatch");
		expect(desk.posts()).toHaveLength(0);
		await give(known.config.environment);
	});
});

describe("a head of another server", () => {
	test.each([
		["another_server", { server: "1" }],
		["standby_promoted", { timeline: "000000FF" }],
	] as const)(
		"is a doubt (%s) although the record holds it, acknowledged once and then remembered",
		async (kind, parts) => {
			const system = await machine();
			await advanceHead(system, "w");
			const newest = await readNewest(desk.database);
			if (!newest) throw new Error("no entry");
			const now = await readServerIdentity(desk.database);
			await keepHead(system.config, "w", { ...newest, ...now, ...parts });
			const payout = await desk.approved();
			expect(await send(system, payout.id)).toBe("database_mismatch");
			expect((await describeMismatch(desk.database))?.kind).toBe(kind);
			await acknowledge(contextFor(system, desk.admin.member), "The old server's disk is lost");
			expect(await stopIfDatabaseSuspect({ system, workerId: "w" })).toBe(false);
			expect(await readHead(system.config)).toMatchObject(now);
			expect(desk.posts()).toHaveLength(0);
		},
	);

	test("that names none is completed, and no doubt", async () => {
		const system = await machine();
		expect(await readHead(system.config)).toMatchObject({ server: null, timeline: null });
		expect(await stopIfDatabaseSuspect({ system, workerId: "w" })).toBe(false);
		const now = await readServerIdentity(desk.database);
		expect(now).toEqual({ server: expect.stringMatching(/^\d+$/), timeline: expect.stringMatching(/^[0-9A-F]{8}$/) });
		expect(await readHead(system.config)).toMatchObject(now);
	});
});

describe("HEAD_DIR", () => {
	test("has head and journal before the POST arrives, and counts when the data folder is gone", async () => {
		const headDir = temporaryFolder();
		const system = await machine({ headDir });
		const payout = await desk.approved();
		let seen: unknown;
		const usual = desk.script.post;
		desk.script.post = async (...call) => {
			const elsewhere = { dataDir: headDir };
			seen = { head: await readHead(elsewhere), permits: await readJournal(elsewhere) };
			return usual(...call);
		};
		expect(await send(system, payout.id)).toBe("attempted");
		expect(seen).toMatchObject({ head: { entry: expect.any(String) }, permits: [{ payment: payout.id }] });
		const known = await readHead(system.config);
		await rm(system.config.dataDir, { recursive: true });
		expect(await readHead(system.config)).toEqual(known);
	});

	const breakFolder = async (path: string) => {
		await rm(path, { recursive: true });
		await writeFile(path, "a file where the folder should be");
	};

	type Change = (headDir: string) => Promise<unknown>;
	const waitsUntilMended = async (spoil: Change, mend: Change) => {
		const headDir = temporaryFolder();
		const system = await machine({ headDir });
		await stopIfDatabaseSuspect({ system, workerId: "w" });
		const payouts = [await desk.approved(), await desk.approved()];
		await spoil(headDir);
		for (const { id } of payouts) {
			expect(await send(system, id)).toBe("disk_unwritable");
			expect(await desk.state(id)).toBe("approved");
		}
		for (const payout of payouts)
			expect((await readPayment(desk.viewer, { id: payout.id, kind: "payout" })).waits?.kind).toBe("disk_unwritable");
		expect((await readSendObstacles(desk.viewer)).items).toContainEqual(
			expect.objectContaining({ kind: "disk_unwritable", endedBy: "operator", count: 2 }),
		);
		await mend(headDir);
		await sql`update payout_wait set retry_at = now()`.execute(desk.database);
		for (const { id } of payouts) expect(await send(system, id)).toBe("attempted");
		expect(desk.posts()).toHaveLength(2);
		expect(await readdir(join(headDir, "journal"))).toEqual([expect.stringMatching(/\.jsonl$/)]);
	};

	test("that cannot be written is a wait: no payout ends, and all leave when it can be written again", () =>
		waitsUntilMended(breakFolder, (headDir) => rm(headDir)));

	test("that cannot be read is a wait as well", () => {
		const unreadable = (headDir: string) => join(headDir, "head", "unreadable.json");
		return waitsUntilMended(
			(headDir) => mkdir(unreadable(headDir)),
			(headDir) => rm(unreadable(headDir), { recursive: true }),
		);
	});

	test("that breaks after the last look before the permit closes the permit unused, with its words", async () => {
		const headDir = temporaryFolder();
		const system = await machine({ headDir });
		await stopIfDatabaseSuspect({ system, workerId: "w" });
		const payout = await desk.approved();
		desk.script.instead = async ({ path }) => {
			if (path.includes("/wallets/")) await breakFolder(headDir);
			return false;
		};
		expect(await send(system, payout.id)).toBe("attempted");
		expect(await eventsOf(payout.id)).toContain("not_sent_disk");
		expect(desk.posts()).toHaveLength(0);
	});
});

test("a worker that hears of heads keeps the newest at each commit, a burst of them in few writes, and reads it anew after its connection broke", async () => {
	const system = await machine({ databaseUrl: desk.system.config.databaseUrl });
	const keeper = keepReceivedHeads(system, "hears", { firstRetryMs: 5, probeMs: 50 });
	const record = (count: number) =>
		desk.database.transaction().execute(async (trx) => {
			for (let n = 0; n < count; n += 1)
				await recordAudit(trx, {
					...{ at: new Date(), memberId: null, action: "session.started" },
					...{ subjectKind: "session", subjectId: null },
				});
		});
	const hasNewest = async () =>
		expect(await readHead(system.config)).toMatchObject((await readNewest(desk.database)) ?? {});
	await vi.waitFor(hasNewest, { timeout: 20_000 });
	await keeper.checkHead();
	await record(30);
	await vi.waitFor(hasNewest, { timeout: 20_000 });
	await sql`select pg_terminate_backend(pid) from pg_stat_activity
		where application_name = 'cauri-heads' and datname = current_database()`.execute(desk.database);
	await record(1);
	await vi.waitFor(hasNewest, { timeout: 20_000 });
	await keeper.stop();
	expect(await readdir(join(system.config.dataDir, "head"))).toContain("hears.json");
});

function isFurther(file: string, entry: bigint): boolean {
	try {
		return BigInt((JSON.parse(readFileSync(file, "utf8")) as { entry: string }).entry) > entry;
	} catch {
		return false;
	}
}
