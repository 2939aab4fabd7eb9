import { existsSync, readFileSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { advanceHead } from "#server/continuity/database-mismatch.ts";
import { mergeOutcomes } from "#server/payments/send/outcome-file.ts";
import { recoverAttempts } from "#server/payments/send/recover-attempts.ts";
import { requeuePayments } from "#server/payments/send/requeue-payments.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { testConfig } from "#tests/support/contexts.ts";
import { answerTo, openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { updateRows } from "#tests/support/rows/rows.ts";
import type { Respond } from "#tests/support/service/scripted-service.ts";

const desk = await openPaymentDesk({ limits: { postHeadersMs: 30_000, postTotalMs: 30_000 } });
const { database, script, system } = desk;
const workerId = "paused-worker";

/** A payment whose POST has arrived and waits for its answer. */
async function onTheWire(kind: "payout" | "deposit" = "payout") {
	const payment = kind === "payout" ? await desk.approved() : await desk.deposit();
	let answer: (change: (respond: Respond, body: Record<string, unknown>) => void) => void = () => {};
	const arrived = new Promise<void>((hasArrived) => {
		script.post = async (respond, body) => {
			const how = new Promise<(respond: Respond, body: Record<string, unknown>) => void>((resolve) => {
				answer = resolve;
			});
			hasArrived();
			(await how)(respond, body);
		};
	});
	const sent = sendPayment(system, { paymentId: payment.id, workerId, timing: QUICK });
	await arrived;
	return { payment, sent, answer: (change: Parameters<typeof answer>[0]) => answer(change) };
}

/** Moves the permit's own times back, because the database's clock cannot be moved. */
async function permitAges(payment: Payment, seconds: number): Promise<void> {
	const age = sql<Date>`permitted_at - ${seconds} * interval '1 second'`;
	const deadline = sql<Date>`send_deadline - ${seconds} * interval '1 second'`;
	await updateRows(database, "attempt", { payment_id: payment.id }, { permitted_at: age, send_deadline: deadline });
}

async function workerSeen(secondsAgo: number): Promise<void> {
	const seen = sql<Date>`now() - ${secondsAgo} * interval '1 second'`;
	await database
		.insertInto("worker")
		.values({ id: workerId, started_at: seen, seen_at: seen })
		.onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: seen }))
		.execute();
}

const events = async (payment: Payment) => (await desk.read(payment)).history.map(({ event }) => event);

describe("recovery never sends", () => {
	test("past the permit's deadline a payment becomes unknown, once, and nobody sends it again", async () => {
		await workerSeen(0);
		const { payment, sent, answer } = await onTheWire();
		await permitAges(payment, 165);
		expect(await recoverAttempts(system)).toBe(0);
		await permitAges(payment, 16);
		expect(await recoverAttempts(system)).toBe(1);
		expect(await recoverAttempts(system)).toBe(0);
		expect(await desk.read(payment)).toMatchObject({ state: "unknown", version: 4 });
		expect((await events(payment)).at(-1)).toBe("answer_lost");
		expect(await sendPayment(system, { paymentId: payment.id, workerId: "other", timing: QUICK })).toBe("gone");
		expect(desk.posts()).toHaveLength(1);
		answer((respond) => respond.reset());
		await sent;
	});

	test.each([
		["before its deadline", 60, 31],
		["also where the database's clock was set back by an hour since", -3_600, -3_600],
	])("a dead worker's attempt is unknown %s; a live worker's is not touched", async (_when, age, dead) => {
		await workerSeen(0);
		const { payment, sent, answer } = await onTheWire();
		await permitAges(payment, age);
		await workerSeen(20);
		expect(await recoverAttempts(system)).toBe(0);
		await workerSeen(dead);
		expect(await recoverAttempts(system)).toBe(1);
		expect(await desk.state(payment.id)).toBe("unknown");
		answer((respond) => respond.reset());
		await sent;
	});

	test("an unknown payment leaves its lane to the next", async () => {
		await workerSeen(31);
		const { payment, sent, answer } = await onTheWire();
		const next = await desk.approved();
		await permitAges(payment, 60);
		await recoverAttempts(system);
		expect((await desk.jobs("send_payment")).map(({ key }) => key)).toContain(`send:${next.id}`);
		answer((respond) => respond.reset());
		await sent;
	});
});

describe("a worker that was only paused", () => {
	async function givenUp() {
		const wire = await onTheWire();
		await permitAges(wire.payment, 181);
		await recoverAttempts(system);
		return wire;
	}

	test("its late answer is the real one: unknown becomes succeeded with its reference", async () => {
		const { payment, sent, answer } = await givenUp();
		answer((respond, body) => respond.json(201, answerTo(body, { reference: "TX-LATE-1" })));
		await sent;
		expect(await desk.read(payment)).toMatchObject({ state: "succeeded", reference: "TX-LATE-1" });
		expect(await events(payment)).toEqual(["requested", "approved", "sending", "answer_lost", "succeeded"]);
		expect(desk.posts()).toHaveLength(1);
	});

	test("a late refusal does not close what people may already be looking into: it is kept as evidence", async () => {
		const { payment, sent, answer } = await givenUp();
		answer((respond) => respond.json(422, { detail: "no such number" }));
		await sent;
		const after = await desk.read(payment);
		expect(after.state).toBe("unknown");
		expect(after.history.at(-1)).toMatchObject({
			event: "late_answer",
			details: { outcome: "refused", words: "no such number" },
		});
	});

	test("a late answer that broke off after its reference: it is told, and asked about", async () => {
		const { payment, sent, answer } = await givenUp();
		answer((respond) => respond.truncated(200, '{"reference":"TX-CUT-LATE","stat', 900));
		await sent;
		const row = await desk.row(payment.id);
		expect(row).toMatchObject({ state: "unknown", version: 4, reference: null, hint_reference: "TX-CUT-LATE" });
		expect(row.next_check_at).not.toBeNull();
		expect((await desk.read(payment)).history.at(-1)).toMatchObject({
			event: "late_answer",
			details: { outcome: "unknown", reference: "TX-CUT-LATE" },
		});
	});

	test("a late answer that names another reference than people attached → needs review, both kept", async () => {
		const { payment, sent, answer } = await givenUp();
		await updateRows(
			database,
			"payment",
			{ id: payment.id },
			{ state: "pending", version: 5, reference: "TX-BY-HAND" },
		);
		answer((respond, body) => respond.json(201, answerTo(body, { reference: "TX-REAL" })));
		await sent;
		expect(await desk.row(payment.id)).toMatchObject({
			state: "needs_review",
			reference: "TX-BY-HAND",
			hint_reference: "TX-REAL",
		});
	});
});

/** A machine with files of its own, which knows this database's head. */
async function anotherMachine() {
	const config = testConfig({ MOMO_BASE_URL: desk.scripted.baseUrl.href });
	await advanceHead({ ...system, config }, "earlier");
	return config;
}

/** Starts sending on another machine, whose connections end before the service answers. */
async function sendAsPoolEnds(reference: string, timing: Partial<typeof QUICK> = {}) {
	const payment = await desk.approved();
	const pool = openPool(desk.url);
	const config = await anotherMachine();
	const own = { ...system, config, database: openDatabase(pool) };
	script.post = async (respond, body) => {
		await pool.end();
		respond.json(201, answerTo(body, { reference }));
	};
	const sending = sendPayment(own, { paymentId: payment.id, workerId, timing: { ...QUICK, ...timing } });
	return { payment, config, file: join(config.dataDir, "unrecorded-outcomes.jsonl"), sending };
}

describe("the database is away when the answer comes", () => {
	test("broken connections are replaced and the answer is recorded", async () => {
		const payment = await desk.approved();
		const pool = openPool(desk.url);
		const own = { ...system, database: openDatabase(pool) };
		script.post = async (respond, body) => {
			await sql`select pg_terminate_backend(pid) from pg_stat_activity
				where datname = current_database() and pid <> pg_backend_pid()`.execute(database);
			respond.json(201, answerTo(body));
		};
		expect(await sendPayment(own, { paymentId: payment.id, workerId, timing: { ...QUICK, recordForMs: 20_000 } })).toBe(
			"attempted",
		);
		await pool.end();
		expect(await desk.state(payment.id)).toBe("succeeded");
	});

	test("an answer that cannot be recorded waits in a file and is merged at the next start, once", async () => {
		const { payment, config, file, sending } = await sendAsPoolEnds("TX-FILED-1");
		expect(await sending).toBe("attempted");
		expect(await desk.state(payment.id)).toBe("sending");
		expect(readFileSync(file, "utf8")).toContain("TX-FILED-1");
		expect(statSync(file).mode & 0o077).toBe(0);
		// A line that a crash has cut must not stop the others.
		await appendFile(file, '{"permit":{"attemptId":"x');
		const restarted = { ...system, config };
		expect(await mergeOutcomes(restarted)).toBe(1);
		expect(await mergeOutcomes(restarted)).toBe(0);
		expect(await desk.read(payment)).toMatchObject({ state: "succeeded", reference: "TX-FILED-1", version: 4 });
	});

	test("from the first moment the answer is on the disk: a worker that dies while the database is away loses nothing", async () => {
		// The worker would retry the database for a long time.
		const { payment, config, file, sending } = await sendAsPoolEnds("TX-FILED-2", { recordForMs: 3_000 });
		await expect.poll(() => existsSync(file) && readFileSync(file, "utf8")).toContain("TX-FILED-2");
		expect(await mergeOutcomes({ ...system, config })).toBe(1);
		expect(await desk.read(payment)).toMatchObject({ state: "succeeded", reference: "TX-FILED-2" });
		await sending;
		expect(desk.posts()).toHaveLength(1);
	});
});

describe("jobs that a killed worker took with it", () => {
	test("an approved deposit without its permit gets its job again after a minute, and only then", async () => {
		await database.updateTable("payment").set({ state: "cancelled" }).where("state", "=", "approved").execute();
		const payment = await desk.deposit();
		await sql`delete from graphile_worker._private_jobs`.execute(database);
		await requeuePayments(system);
		expect(await desk.jobs("send_payment")).toEqual([]);
		desk.clock.advance(60_001);
		await requeuePayments(system);
		await requeuePayments(system);
		const jobs = (await desk.jobs("send_payment")).filter(({ key }) => key === `send:${payment.id}`);
		expect(jobs).toHaveLength(1);
	});

	test("of approved payouts each round wakes the oldest of each wallet, a few at a time", async () => {
		await database.updateTable("payment").set({ state: "cancelled" }).where("state", "=", "approved").execute();
		const payouts = [];
		for (let count = 0; count < 12; count += 1) {
			payouts.push(await desk.approved());
			desk.clock.advance(1_000);
		}
		await sql`delete from graphile_worker._private_jobs`.execute(database);
		await requeuePayments(system);
		const woken = (await desk.jobs("send_payment")).map(({ payload }) => payload.paymentId);
		expect(woken).toEqual(payouts.slice(0, 10).map(({ id }) => id));
	});

	// An hour ahead: a lock from before the database's clock was set back.
	test.each(["-1 minute", "1 hour"])(
		"a job that is locked by a dead worker (%s) does not stand in the way",
		async (ahead) => {
			const payment = await desk.approved();
			await sql`update graphile_worker._private_jobs set locked_at = now() + ${ahead}::interval, locked_by = 'dead', attempts = 1
			where key = ${`send:${payment.id}`}`.execute(database);
			desk.clock.advance(60_001);
			await requeuePayments(system);
			const jobs = (await desk.jobs("send_payment")).filter(({ payload }) => payload.paymentId === payment.id);
			expect(jobs.map(({ key }) => key)).toEqual([null, `send:${payment.id}`]);
		},
	);

	test("a job that has failed for good does not stand in the way", async () => {
		const payment = await desk.approved();
		const key = `send:${payment.id}`;
		await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 minute', attempts = 1, last_error = 'lost'
			where key = ${key}`.execute(database);
		await requeuePayments(system);
		const { rows } = await sql`select attempts from graphile_worker.jobs where key = ${key}`.execute(database);
		expect(rows).toEqual([{ attempts: 0 }]);
	});

	test("a look that is overdue gets its job again", async () => {
		const payment = await desk.deposit();
		script.post = (respond, body) => respond.json(201, answerTo(body));
		await sendPayment(system, { paymentId: payment.id, workerId, timing: QUICK });
		await sql`delete from graphile_worker._private_jobs`.execute(database);
		desk.clock.advance(60_000);
		await requeuePayments(system);
		expect((await desk.jobs("check_payment")).map(({ key }) => key)).toContain(`check:${payment.id}`);
	});
});
