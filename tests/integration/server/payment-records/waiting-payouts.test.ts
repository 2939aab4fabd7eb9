import { beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";
import { requeuePayments } from "#server/payments/send/requeue-payments.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { expirePayments } from "#server/payments/stop/expire-payments.ts";
import { openPaymentDesk, QUICK, type Script } from "#tests/support/payment-desk.ts";
import { insertRows, updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { clock, database, script, system } = desk;
const timing = { ...QUICK, waitFirstMs: 0, waitAtMostMs: 0 };
const send = ({ id }: Payment, how = timing) =>
	sendPayment(system, { paymentId: id, workerId: "worker-1", timing: how });
const balanceReads = () => desk.scripted.requests.filter(({ path }) => path.endsWith("/wallets/fiat/XOF/"));
const job = async ({ id }: Payment) => (await desk.jobs("send_payment")).find(({ key }) => key === `send:${id}`);

beforeEach(async () => {
	await database.deleteFrom("payout_wait").execute();
	await database.updateTable("payment").set({ state: "cancelled" }).where("state", "=", "approved").execute();
});

/** Answers balance readings with this status; everything else is answered as usual. */
function balanceAnswers(status: number, headers: Record<string, string> = {}): Script["instead"] {
	return (request, respond) => {
		if (!request.path.includes("/wallets/")) return false;
		respond.json(status, {}, headers);
		return true;
	};
}

describe("an approved payout whose wallet cannot be read", () => {
	test.each([
		[503, "service_away", "service_away"],
		[429, "service_busy", "service_busy"],
		[404, "balance_unread", "balance_unread"],
		[400, "balance_unread", "balance_unread"],
	])(
		"by %i waits for as long as its approvals are valid, says why, and then leaves by itself",
		async (status, reason) => {
			const payment = await desk.approved();
			script.instead = balanceAnswers(status);
			for (const hours of [0, 1, 22]) {
				clock.advance(hours * 3_600_000);
				expect(await send(payment)).toBe(reason);
				expect(await desk.state(payment.id)).toBe("approved");
				expect(await job(payment)).toBeDefined();
			}
			const { waits, approval } = await desk.read(payment);
			expect(waits).toMatchObject({ kind: reason, since: payment.createdAt });
			expect(approval?.given).toHaveLength(1);
			const list = await listPayments(desk.viewer, { kind: "payout" });
			expect(list.items.find(({ id }) => id === payment.id)?.waits?.kind).toBe(reason);
			expect(desk.posts()).toEqual([]);

			script.instead = null;
			expect(await send(payment)).toBe("attempted");
			expect((await desk.read(payment)).waits).toBeNull();
			expect(desk.posts()).toHaveLength(1);
		},
	);

	test.each(["1e5", "NaN", "100.000", ""])(
		"by a balance of %j waits, and leaves when it can be read",
		async (balance) => {
			const payment = await desk.approved();
			const readable = script.balance;
			script.balance = balance;
			expect(await send(payment)).toBe("balance_unread");
			expect((await desk.read(payment)).waits?.kind).toBe("balance_unread");
			expect(desk.posts()).toEqual([]);
			script.balance = readable;
			expect(await send(payment)).toBe("attempted");
		},
	);

	test("expires when its approval does and may be cancelled meanwhile: nothing is sent, also when the service is back", async () => {
		const payment = await desk.approved();
		script.instead = balanceAnswers(503);
		expect(await send(payment)).toBe("service_away");
		clock.advance(24 * 3_600_000);
		await expirePayments(system);
		expect(await desk.state(payment.id)).toBe("expired");
		script.instead = null;
		expect(await send(payment)).toBe("gone");
		expect(desk.posts()).toEqual([]);
		const cancelled = await desk.approved();
		script.instead = balanceAnswers(503);
		expect(await send(cancelled)).toBe("service_away");
		const { version } = await desk.read(cancelled);
		await decidePayout(desk.maker, { id: cancelled.id, decision: "cancel", version });
		expect(await desk.read(cancelled)).toMatchObject({ state: "cancelled", waits: null });
		script.instead = null;
		expect(await send(cancelled)).toBe("gone");
		expect(desk.posts()).toEqual([]);
	});
});

describe("a wallet that waits for money", () => {
	const waits = () => database.selectFrom("payout_wait").select(["currency", "retry_at"]).execute();
	const cancel = async (payment: Payment) =>
		decidePayout(desk.maker, { id: payment.id, decision: "cancel", version: (await desk.read(payment)).version });

	test("waits no longer once its only payout is cancelled", async () => {
		script.balance = "100.00";
		const payment = await desk.approved({ amount: "500" });
		expect(await send(payment, QUICK)).toBe("balance_low");
		expect(await waits()).toHaveLength(1);
		await cancel(payment);
		expect(await waits()).toEqual([]);
	});

	test("is asked by the oldest alone: a later payout does not take its turn", async () => {
		script.balance = "100.00";
		const oldest = await desk.approved({ amount: "500" });
		clock.advance(1_000);
		const later = await desk.approved({ amount: "60" });
		expect(await send(oldest)).toBe("balance_low");
		const asked = balanceReads().length;
		expect(await send(later)).toBe("balance_low");
		expect(balanceReads()).toHaveLength(asked);
		script.balance = "505.00";
		expect(await send(oldest)).toBe("attempted");
	});

	test("is asked although the database's clock was set back by an hour since", async () => {
		script.balance = "100.00";
		const payment = await desk.approved({ amount: "500" });
		expect(await send(payment, QUICK)).toBe("balance_low");
		await updateRows(database, "payout_wait", {}, { retry_at: new Date(Date.now() + 3_600_000) });
		script.balance = "505.00";
		expect(await send(payment, QUICK)).toBe("attempted");
	});

	test("is asked at once when the payout that was too large is cancelled", async () => {
		script.balance = "100.00";
		const large = await desk.approved({ amount: "500" });
		clock.advance(1_000);
		const small = await desk.approved({ amount: "60" });
		expect(await send(large, QUICK)).toBe("balance_low");
		await updateRows(database, "payout_wait", {}, { retry_at: new Date(Date.now() + 60_000) });
		await cancel(large);
		expect((await job(small))?.run_at.getTime()).toBeLessThanOrEqual(Date.now());
		expect(await send(small, QUICK)).toBe("attempted");
		expect(await waits()).toEqual([]);
	});
});

test("a payout that waits for tomorrow is woken when the day has come, and not before", async () => {
	const payment = await desk.approved();
	const isWoken = async (sinceMs: number) => {
		const waits_until = new Date(Date.now() - sinceMs);
		await updateRows(database, "payment", { id: payment.id }, { waits_until, waits_for: "limit_reached" });
		await desk.pool.query("delete from graphile_worker._private_jobs");
		await requeuePayments(system);
		return (await job(payment)) !== undefined;
	};
	expect(await isWoken(-60_000)).toBe(false);
	expect(await isWoken(1_000)).toBe(true);
});

describe("while a wallet is away", () => {
	test("one of many asks, the others wait beside it; once it is back all are woken", async () => {
		// Created at the same moment, so they go in the order of their ids.
		const payments = [await desk.approved(), await desk.approved(), await desk.approved()].sort((one, other) =>
			one.id < other.id ? -1 : 1,
		);
		const [first, second, third] = payments as [Payment, Payment, Payment];
		script.instead = balanceAnswers(503);
		const patient = { ...QUICK, waitFirstMs: 60_000, waitAtMostMs: 60_000 };
		expect(await send(first, patient)).toBe("service_away");
		const asked = balanceReads().length;
		expect(await send(second, patient)).toBe("service_away");
		expect(await send(third, patient)).toBe("service_away");
		expect(balanceReads()).toHaveLength(asked);
		// A waiting payout names the start of the outage, not of its own turn.
		for (const each of payments) expect((await desk.read(each)).waits?.since).toBe(first.createdAt);

		script.instead = null;
		await updateRows(database, "payout_wait", {}, { retry_at: new Date(0) });
		await updateRows(database, "payout_wait", {}, { retry_at: new Date(Date.now() - 1_000) });
		expect(await send(first)).toBe("attempted");
		for (const each of [second, third]) {
			expect((await job(each))?.run_at.getTime()).toBeLessThanOrEqual(Date.now());
			expect(await send(each)).toBe("attempted");
		}
	});

	test("it is asked after a growing pause, never longer than the longest, and as late as the service asks for", async () => {
		const payment = await desk.approved();
		const pauses: number[] = [];
		const pause = async () => {
			const { retry_at } = await database.selectFrom("payout_wait").selectAll().executeTakeFirstOrThrow();
			await updateRows(database, "payout_wait", {}, { retry_at: new Date(Date.now() - 1_000) });
			return Math.round((retry_at.getTime() - Date.now()) / 1_000);
		};
		script.instead = balanceAnswers(503);
		for (let look = 0; look < 4; look += 1) {
			expect(await send(payment, QUICK)).toBe("service_away");
			pauses.push(await pause());
		}
		expect(pauses).toEqual([5, 10, 20, 20]);
		script.instead = balanceAnswers(429, { "retry-after": "90" });
		expect(await send(payment, QUICK)).toBe("service_busy");
		expect(await pause()).toBe(90);
	});

	test("another wallet's payouts leave", async () => {
		const payment = await desk.approved();
		await insertRows(database, "payout_wait", {
			environment: system.config.environment,
			currency: "XAF",
			kind: "service_away",
			since: clock.now(),
			tries: 1,
			retry_at: new Date(Date.now() + 60_000),
		});
		expect(await send(payment)).toBe("attempted");
	});

	test("an outage that nobody waited through is not told as if it had lasted until now", async () => {
		const payment = await desk.approved();
		script.instead = balanceAnswers(503);
		expect(await send(payment)).toBe("service_away");
		await database
			.updateTable("payout_wait")
			.set({ since: new Date("2026-03-09T08:00:00Z"), retry_at: new Date(Date.now() - 3_600_000) })
			.execute();
		expect((await desk.read(payment)).waits).toBeNull();
		expect(await send(payment)).toBe("service_away");
		expect((await desk.read(payment)).waits?.since).toBe(clock.now().toISOString());
	});
});
