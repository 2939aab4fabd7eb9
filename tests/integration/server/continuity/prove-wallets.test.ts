import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import { moveIdleWallets } from "#server/continuity/explained-until.ts";
import { writeHeartbeat } from "#server/continuity/heartbeat.ts";
import { readWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { readWalletAfterGap } from "#server/continuity/read-wallet-after-gap.ts";
import { meetObstacle } from "#server/payments/send/meet-obstacle.ts";
import { recoverAttempts } from "#server/payments/send/recover-attempts.ts";
import { takePermit } from "#server/payments/send/take-permit.ts";
import { expirePayments } from "#server/payments/stop/expire-payments.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { answerTo, QUICK } from "#tests/support/payment-desk.ts";
import { updateRows } from "#tests/support/rows/rows.ts";
import { HOUR } from "#tests/support/wallet/reconciled-wallet.ts";
import { openNight } from "#tests/support/wallet/wallet-night.ts";

const { clock, desk, system, database, script, scene, born, send, approved, gaps, doubt, held, prove, started } =
	await openNight();

describe("the usual morning start", () => {
	test("proves the wallet and wakes what waits, without asking anybody", async () => {
		const three = await approved("5000", "7000", "11000");
		const morning = await born();
		expect(three[0] && (await send(morning, three[0]))).toBe("wallet_unproved");
		const since = clock.now().toISOString();
		expect(await readWalletGaps(system)).toMatchObject([{ currency: "XOF", state: "unread", fault: null, since }]);
		await sql`delete from graphile_worker._private_jobs`.execute(database);
		expect(await proveWallets(system)).toBe(2);
		expect(await desk.jobs("send_payment")).toHaveLength(1);
		for (const payout of three) expect(await send(morning, payout)).toBe("attempted");
		expect(await readWalletGaps(system)).toEqual([]);
		expect(desk.posts()).toHaveLength(4);
	});

	test("with nothing that waits does not even need the service; waits while the service is away, says why, and goes on by itself", async () => {
		script.instead = (_request, respond) => {
			respond.json(503, {});
			return true;
		};
		await born();
		expect(await proveWallets(system)).toBe(2);
		expect(await gaps()).toEqual([]);
		const [payout] = await approved("5000");
		const morning = await born();
		expect(await prove()).toBe(1);
		expect(await readWalletGaps(system)).toMatchObject([{ state: "unread", fault: "service_unreachable" }]);
		expect(payout && (await send(morning, payout))).toBe("wallet_unproved");
		expect(await doubt()).toBeUndefined();
		script.instead = null;
		expect(await prove()).toBe(1);
		expect(payout && (await send(morning, payout))).toBe("attempted");
	});

	test("is not stopped by deposits, announced or not, nor by their lines that come late", async () => {
		await desk.deposit();
		await approved("5000");
		scene.books.arrive("12500");
		scene.books.arrive("999");
		scene.books.arrive("777", { line: false });
		await started();
		expect(await gaps()).toEqual([]);
	});
});

describe("a process that was away", () => {
	test("asks the wallet before the next payout when its clock has jumped", async () => {
		const [payout] = await approved("5000");
		const heartbeat = await started();
		clock.advance(60_000);
		expect(payout && (await send(heartbeat, payout))).toBe("wallet_unproved");
		expect((await gaps())[0]?.cause).toBe("clock");
		await writeHeartbeat(system, heartbeat);
		await prove();
		expect(payout && (await send(heartbeat, payout))).toBe("attempted");
	});

	test("keeps the gap also when the heartbeat comes before the next payout", async () => {
		const heartbeat = await started();
		const [payout] = await approved("5000");
		await sql`update worker set seen_at = seen_at - interval '2 minutes'`.execute(database);
		heartbeat.last = heartbeat.last && { ...heartbeat.last, database: heartbeat.last.database - 120_000 };
		scene.books.leave("5000");
		await writeHeartbeat(system, heartbeat);
		expect(payout && (await send(heartbeat, payout))).toBe("wallet_unproved");
		await prove();
		expect(await held()).toEqual({ [payout?.id ?? ""]: "line" });
	});

	test("reads the wallet before the next payout when the server was started anew, or another one answers", async () => {
		const heartbeat = await started();
		const [payout] = await approved("5000");
		heartbeat.last = heartbeat.last && { ...heartbeat.last, incarnation: "of an earlier start" };
		expect(payout && (await send(heartbeat, payout))).toBe("wallet_unproved");
		expect((await gaps())[0]).toMatchObject({ cause: "restart" });
		await writeHeartbeat(system, heartbeat);
		// A permit of the lost state may still be in transit, so the wallet is not read at once.
		expect(await proveWallets(system)).toBe(0);
		await prove();
		expect(payout && (await send(heartbeat, payout))).toBe("attempted");
	});

	test("gets no permit from a database that it has not asked", async () => {
		const heartbeat = await started();
		const [payout] = await approved("5000");
		const due = { system, payment: await desk.row(payout?.id ?? "") };
		const other = { ...heartbeat, last: heartbeat.last && { ...heartbeat.last, incarnation: "of an earlier start" } };
		const sender = { workerId: heartbeat.workerId, timing: QUICK };
		expect(await takePermit({ ...due, sender: { ...sender, heartbeat: other } })).toEqual({ kind: "wallet_unproved" });
		expect(await takePermit({ ...due, sender: { ...sender, heartbeat } })).toMatchObject({ paymentId: payout?.id });
	});

	test("opens no gap while its heartbeats follow each other; knows that another state of the database was put back under its feet", async () => {
		const heartbeat = await started();
		for (let turn = 0; turn < 5; turn += 1) {
			clock.advance(5_000);
			await writeHeartbeat(system, heartbeat);
		}
		expect(await gaps()).toEqual([]);
		await sql`update worker set seen_at = seen_at - interval '3 seconds'`.execute(database);
		await writeHeartbeat(system, heartbeat);
		expect((await gaps())[0]?.cause).toBe("went_back");
	});
});

describe("two workers", () => {
	test("one reads a wallet, however long it takes, and the other does not outbid it", async () => {
		await approved("5000");
		const [first, second] = [await born(), await born()];
		// Nothing waits in the other wallet, and whoever came to it first would prove it.
		await sql`delete from continuity_gap where currency = 'XAF'`.execute(database);
		let asked = () => {};
		const isAsked = new Promise<void>((is) => {
			asked = is;
		});
		let answer = () => {};
		const isAnswered = new Promise<void>((is) => {
			answer = is;
		});
		const proving = proveWallets(system, {
			workerId: first.workerId,
			async read(...wallet) {
				asked();
				await isAnswered;
				return readWalletAfterGap(...wallet);
			},
		});
		await isAsked;
		// Longer than any try may take, while its heartbeats go on.
		await sql`update continuity_gap set retry_at = now(), taken_at = now() - interval '10 minutes'`.execute(database);
		expect(await proveWallets(system, { workerId: second.workerId })).toBe(0);
		expect(await readWalletGaps(system)).toMatchObject([{ state: "unread", readingSince: expect.any(String) }]);
		answer();
		expect(await proving).toBe(1);
		expect(await gaps()).toEqual([]);
	});

	test("the other goes on when whoever read the wallet has died", async () => {
		await approved("5000");
		const [first, second] = [await born(), await born()];
		await sql`update continuity_gap set taken_by = ${first.workerId}, taken_at = now()`.execute(database);
		expect(await proveWallets(system, { workerId: second.workerId })).toBe(0);
		await sql`update worker set seen_at = now() - interval '21 seconds' where id = ${first.workerId}`.execute(database);
		expect(await proveWallets(system, { workerId: second.workerId })).toBe(2);
	});

	test("a gap that one finds while the other reads the wallet is not ended by that reading", async () => {
		await approved("5000");
		const first = await born();
		const proved = await proveWallets(system, {
			workerId: first.workerId,
			async read(...wallet) {
				const heard = await readWalletAfterGap(...wallet);
				await openGaps(system, "pause");
				return heard;
			},
		});
		expect(proved).toBe(1);
		expect(await gaps()).toMatchObject([{ cause: "pause", taken_by: null }]);
	});

	test("one starts anew while the other sends: nobody is stopped, and payouts of unknown outcome explain themselves", async () => {
		const first = await started();
		await keepBalance(system, { currency: "XOF" });
		await moveIdleWallets(database);
		const payouts = await approved("5000", "5000", "9000", "12000");
		const [one, two, three, four] = payouts;
		expect(one && (await send(first, one))).toBe("attempted");
		let arrived = () => {};
		const onTheWire = new Promise<void>((is) => {
			arrived = is;
		});
		let letGo = () => {};
		const held_ = new Promise<void>((go) => {
			letGo = go;
		});
		script.post = async (respond, body) => {
			// The money is reserved at the request; the answer comes later.
			scene.books.leave(String(body.amount), { line: false });
			arrived();
			await held_;
			respond.json(201, answerTo(body));
		};
		const sending = two && send(first, two);
		await onTheWire;
		const second = await started();
		expect(await gaps()).toEqual([]);
		letGo();
		expect(await sending).toBe("attempted");
		// The next payout gets no answer, costs no fee, and has no line.
		script.post = (respond, body) => {
			scene.books.leave(String(body.amount), { line: false, fee: "0.00" });
			respond.json(500, {});
		};
		expect(three && (await send(second, three))).toBe("attempted");
		await recoverAttempts(system);
		await started();
		expect(await gaps()).toEqual([]);
		expect(await doubt()).toBeUndefined();
		expect(four && (await desk.state(four.id))).toBe("approved");
	});

	test("is not stopped by the line of a payout of unknown outcome whose sender's clock was hours ahead", async () => {
		const [lost] = await approved("5000", "5000");
		const first = await started();
		const at = clock.now().getTime();
		script.post = (respond, body) => {
			scene.books.leave(String(body.amount));
			respond.json(500, {});
		};
		expect(lost && (await send(first, lost))).toBe("attempted");
		const times = { permitted_at: new Date(at), send_deadline: new Date(at + 180_000) };
		await updateRows(database, "attempt", { payment_id: lost?.id ?? "" }, times);
		await updateRows(database, "payment", { id: lost?.id ?? "" }, { sent_at: new Date(at + 2 * HOUR) });
		await started();
		expect(await held()).toEqual({});
	});
});

/** The wallet becomes unproved while `end` waits for the payout's row. */
async function inQuestion<Answer>(id: string, end: () => Promise<Answer>): Promise<Answer> {
	const { ending } = await database.transaction().execute(async (trx) => {
		await trx.selectFrom("payment").selectAll().where("id", "=", id).forUpdate().execute();
		const ending = end();
		await untilWaiting(database, 1);
		await born();
		return { ending };
	});
	return ending;
}

test("a payout does not expire when its wallet comes into question while its expiry waits for the row", async () => {
	const [payout] = await approved("5000");
	await sql`update payment_event set at = at - interval '60 days'`.execute(database);
	expect(await inQuestion(payout?.id ?? "", () => expirePayments(system))).toBe(0);
	await prove();
	expect(await expirePayments(system)).toBe(1);
});

test("a payout over its limit does not end as not sent when its wallet comes into question meanwhile", async () => {
	const [payout] = await approved("5000");
	const row = await desk.row(payout?.id ?? "");
	const end = () => meetObstacle(system, row, { kind: "over_limit" });
	await prove();
	expect(await inQuestion(row.id, end)).toBe("gone");
	expect(await desk.state(row.id)).toBe("approved");
	await prove();
	expect(await end()).toBe("over_limit");
	expect(await desk.state(row.id)).toBe("not_sent");
});
