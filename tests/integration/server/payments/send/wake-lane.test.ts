import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { keepExplainedUntil } from "#server/continuity/explained-until.ts";
import { MOST_IN_SERIES, readFreeLanes, readLanes } from "#server/payment-records/lanes.ts";
import { wakePayouts } from "#server/payment-records/send-job.ts";
import { recordOutcome } from "#server/payments/send/record-outcome.ts";
import { askBalance } from "#server/wallets/balance-readings.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { accept, openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const LANES = 4;

/** Payments whose job is due, oldest first. */
async function due(): Promise<(string | undefined)[]> {
	const jobs = await desk.jobs("send_payment");
	return jobs.filter(({ run_at }) => run_at <= new Date()).map(({ payload }) => payload.paymentId);
}

/** Sends until quick answers have opened every lane; returns the wallet. */
async function openLanes() {
	// One more lane after each round: one answer, two, three.
	for (let count = 0; count < 1 + 2 + 3; count += 1) await desk.sent({ answer: accept() });
	return { environment: desk.system.config.environment, currency: "XOF" };
}

test("a wallet has a lane more after each round of quick answers, up to PAYOUT_LANES, and half of them after a lost one", async () => {
	const wallet = await openLanes();
	const lanes = (ceiling = LANES) => readLanes(desk.database, wallet, ceiling);
	expect([await lanes(1), await lanes(3), await lanes()]).toEqual([1, 3, LANES]);
	await desk.sent({ answer: (respond) => respond.json(503, {}) });
	expect(await lanes()).toBe(2);
});

test("an answer that is slow, or says that the service has too much to do, takes lanes away like a lost one", async () => {
	const wallet = await openLanes();
	const lanesAfter = async (change: string) => {
		await desk.pool.query(
			`update attempt set ${change} where id = (select id from attempt order by permitted_at desc limit 1)`,
		);
		return readLanes(desk.database, wallet, LANES);
	};
	expect(await lanesAfter("http_status = 429")).toBeLessThan(LANES);
	expect(await lanesAfter("http_status = 201")).toBe(LANES);
	expect(await lanesAfter("answered_at = answered_at + interval '5 seconds'")).toBeLessThan(LANES);
});

test("a POST that hangs holds up nobody else: the wallet has a lane more until it is given up", async () => {
	const { id } = await desk.sent({ answer: accept() });
	const wallet = { environment: desk.system.config.environment, currency: "XOF" };
	const hang = sql`update attempt set answered_at = null, permitted_at = now() - interval '9 seconds' where payment_id = ${id}`;
	await hang.execute(desk.database);
	const before = await readLanes(desk.database, wallet, 16);
	const put = (state: string) =>
		withoutGuards(desk.database, sql`update payment set state = ${state} where id = ${id}`);
	await put("sending");
	expect(await readLanes(desk.database, wallet, 16)).toBe(before + 1);
	await put("unknown");
	expect(await readLanes(desk.database, wallet, 16)).toBe(before);
});

test("payouts that end at once wake as many as there are lanes, the oldest first, and then one more each", async () => {
	const lane = await openLanes();
	const payouts: Payment[] = [];
	for (let count = 0; count < 10; count += 1) {
		payouts.push(await desk.approved());
		desk.clock.advance(1_000);
	}
	await desk.pool.query("update graphile_worker._private_jobs set run_at = now() + interval '15 seconds'");
	const wake = () => desk.database.transaction().execute((trx) => wakePayouts(trx, lane, LANES));
	const oldest = (count: number) => payouts.slice(0, count).map(({ id }) => id);
	await wake();
	expect((await due()).sort()).toEqual(oldest(4).sort());
	await wake();
	expect((await due()).sort()).toEqual(oldest(5).sort());
	await wake();
	expect((await due()).sort()).toEqual(oldest(6).sort());
});

test("an answer to a payout wakes the next one, also when a deposit's answer comes into the same commit", async () => {
	const answered: Payment[] = [];
	for (const kind of ["deposit", "payout", "deposit"] as const) {
		answered.push(await desk.sent({ kind, answer: accept() }));
		// Ids of the same millisecond have no order.
		desk.clock.advance(1_000);
	}
	const permits: { attemptId: string; paymentId: string; workerId: string }[] = [];
	for (const { id } of answered) {
		await desk.pool.query(
			`begin; set local session_replication_role = replica; update payment set state = 'sending', reference = null where id = '${id}';
				update attempt set answered_at = null, outcome = null where payment_id = '${id}'; commit`,
		);
		const { rows } = await desk.pool.query("select id from attempt where payment_id = $1", [id]);
		permits.push({ attemptId: rows[0].id, paymentId: id, workerId: "w" });
	}
	// Payouts of earlier tests would be older.
	await desk.pool.query(
		"set session_replication_role = replica; delete from payment where state = 'approved'; reset session_replication_role",
	);
	const waiting = await desk.approved();
	await desk.pool.query("update graphile_worker._private_jobs set run_at = now() + interval '15 seconds'");
	await Promise.all(permits.map((permit) => recordOutcome(desk.system, permit, REFUSED)));
	expect(await due()).toEqual([waiting.id]);
});

const REFUSED = {
	...{ state: "refused" as const, httpStatus: 400, excerpt: null, reference: null, hintReference: null },
	content: { event: "refused" as const, details: { cause: "status:400" as const, words: null } },
	...{ serviceStatus: null, opaqueId: null, paymentUrl: null, saidAmount: null, saidCurrency: null, createdAt: null },
	...{ serviceSentAt: null, qrCode: null, processedAt: null, answeredAt: new Date().toISOString() },
};

test("a database whose clock was set back does not wait for the hour to come again", async () => {
	const wallet = { environment: desk.system.config.environment, currency: "XOF" };
	for (let sent = 0; sent < MOST_IN_SERIES; sent += 1) await desk.sent({ answer: accept() });
	for (const [table, column] of [
		["attempt", "permitted_at"],
		["balance_reading", "kept_at"],
	])
		await desk.pool.query(`update ${table} set ${column} = ${column} + interval '1 hour'`);
	// Another reading, not a longer last one.
	desk.clock.advance(600_000);
	await askBalance(desk.system, "XOF");
	await keepExplainedUntil(desk.database, wallet);
	expect(await readFreeLanes(desk.database, wallet, { ceiling: 1 })).toEqual({ free: 1, running: 0, endedMs: null });
});
