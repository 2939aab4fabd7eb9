import { describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { isSendingStopped } from "#server/continuity/sending-stop.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { resumeByTwo } from "#tests/support/desk/resume-sending.ts";
import { accept, openPaymentDesk, statusFor } from "#tests/support/payment-desk.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";

const desk = await openPaymentDesk();
const { database, script, system, clock, says, lastEvent } = desk;
const check = ({ id }: Payment) => checkPayment(system, { paymentId: id });

const pending = (kind?: Payment["kind"]) => desk.sent({ ...(kind ? { kind } : {}), answer: accept("pending") });

async function databaseTime(): Promise<number> {
	const { rows } = await desk.pool.query("select now() as now");
	return rows[0].now.getTime();
}

describe("a pending payment", () => {
	test("becomes succeeded by the exact word, with the service's time, and its wallet is asked about", async () => {
		const payment = await pending();
		says(payment, "success");
		expect(await check(payment)).toBe("changed");
		expect(await desk.read(payment)).toMatchObject({
			state: "succeeded",
			serviceStatus: "success",
			processedAt: "2026-03-10T09:00:05.000Z",
		});
		expect((await desk.jobs("read_balance")).length).toBeGreaterThan(0);
		expect((await desk.jobs("sync_movements")).length).toBeGreaterThan(0);
	});

	const REFUSED = {
		history: [
			{ status: "pending", source: "operator", timestamp: "2026-03-10T09:00:00Z" },
			{ status: "failed", source: "operator", timestamp: "2026-03-10T09:00:03Z" },
			{ status: "not_approved", source: "operator", timestamp: "2026-03-10T09:00:02Z" },
		],
	};

	test("keeps why it failed in the service's own word, before an admin has said that it failed and afterwards", async () => {
		const payment = await pending("deposit");
		says(payment, "failed", REFUSED);
		await check(payment);
		const unlisted = { serviceStatus: "failed", statusMeaning: "unrecognised", failureReason: "not_approved" };
		expect(await desk.read(payment)).toMatchObject({ state: "pending", ...unlisted });
		await keepSetting(database, "final_failures", { statuses: ["failed"] });
		await check(payment);
		expect(await desk.read(payment)).toMatchObject({ ...unlisted, state: "failed", statusMeaning: "failed" });
		await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", "final_failures").execute());
	});

	test("a reason that the service takes back when it succeeds after all is told no more", async () => {
		const payment = await pending("deposit");
		says(payment, "failed", REFUSED);
		await check(payment);
		says(payment, "success", REFUSED);
		await check(payment);
		expect(await desk.read(payment)).toMatchObject({ state: "succeeded", failureReason: null });
	});

	test("is checked before all that has succeeded, however long a second check of that is due", async () => {
		const [open, ended] = [await pending(), await pending()];
		says(ended, "success");
		await check(ended);
		const keys = [`check:${open.id}`, `check:${ended.id}`];
		const late = "update graphile_worker._private_jobs set run_at = now() - interval '1 hour' where key = $1";
		expect((await desk.pool.query(late, [keys[1]])).rowCount).toBe(1);
		// The order in which the queue runs due jobs.
		const inOrder = "select key from graphile_worker.jobs where key = any($1) order by priority, run_at";
		expect((await desk.pool.query(inOrder, [keys])).rows.map(({ key }) => key)).toEqual(keys);
	});

	test("is looked at by the database's clock: one of ours that is months behind does not ask without a pause", async () => {
		const payment = await pending();
		expect(clock.now().getTime()).toBeLessThan((await databaseTime()) - 3_600_000);
		const [job] = (await desk.jobs("check_payment")).filter(({ payload }) => payload.paymentId === payment.id);
		expect(job?.delay_ms).toBeGreaterThanOrEqual(1_500);
		expect(job?.delay_ms).toBeLessThan(60_000);
	});

	test("stays pending by any other word, which is shown as it came and told once", async () => {
		const payment = await pending("deposit");
		says(payment, "expired<script>");
		expect(await check(payment)).toBe("changed");
		expect(await check(payment)).toBe("unchanged");
		const after = await desk.read(payment);
		expect(after).toMatchObject({ state: "pending", serviceStatus: "expired<script>", version: payment.version });
		expect(after.history.filter(({ event }) => event === "status_changed")).toHaveLength(1);
	});

	test("when status and detail disagree the least final wins, and the disagreement is said", async () => {
		const payment = await pending();
		says(payment, "success");
		script.details.set(payment.reference ?? "", statusFor(payment, "pending"));
		await check(payment);
		expect(await desk.read(payment)).toMatchObject({ state: "pending", serviceStatus: "success" });
		expect(await lastEvent(payment)).toMatchObject({
			event: "statuses_disagree",
			details: { statuses: ["success", "pending"] },
		});
		script.details.clear();
		await check(payment);
		expect(await desk.state(payment.id)).toBe("succeeded");
	});

	test("a success after the payer's window is taken and marked late", async () => {
		const payment = await pending("deposit");
		clock.advance(3 * 3_600_000);
		says(payment, "success", { created_at: "2026-03-10T09:00:00Z", processed_at: "2026-03-10T09:30:01Z" });
		await check(payment);
		expect(await desk.read(payment)).toMatchObject({ state: "succeeded", late: true });
		expect((await lastEvent(payment))?.event).toBe("succeeded_late");
	});

	test("a reference that the service does not know is not found, which is not failed", async () => {
		const payment = await pending();
		expect(await check(payment)).toBe("unchanged");
		const denied = { state: "pending", checkFault: { cause: "status:404", words: null } };
		expect(await desk.read(payment)).toMatchObject(denied);
		script.instead = (_request, respond) => {
			respond.json(500, {});
			return true;
		};
		await check(payment);
		script.instead = null;
		await check(payment);
		expect(await desk.read(payment)).toMatchObject(denied);
		says(payment, "processing");
		await check(payment);
		expect(await desk.read(payment)).toMatchObject({ state: "pending", checkFault: null });
	});
});

describe("a service that stumbles", () => {
	test("changes nothing but the next check, keeps what went wrong, and recovers by itself within a minute", async () => {
		const payment = await pending();
		script.instead = (_request, respond) => {
			respond.json(500, {});
			return true;
		};
		expect(await check(payment)).toBe("fault");
		const row = await desk.row(payment.id);
		expect(row).toMatchObject({ state: "pending", version: payment.version, check_cause: "status:500" });
		expect((row.next_check_at?.getTime() ?? 0) - clock.now().getTime()).toBeLessThanOrEqual(60_000);
		expect((await desk.read(payment)).checkFault).toEqual({ cause: "status:500", words: null });
		script.instead = null;
		says(payment, "pending");
		await check(payment);
		expect((await desk.read(payment)).checkFault).toBeNull();
		says(payment, "success");
		await check(payment);
		expect(await desk.row(payment.id)).toMatchObject({ state: "succeeded", check_cause: null, failure_cause: null });
	});

	test("its Retry-After is respected", async () => {
		const payment = await pending();
		script.instead = (_request, respond) => {
			respond.json(429, {}, { "retry-after": "300" });
			return true;
		};
		await check(payment);
		const { next_check_at } = await desk.row(payment.id);
		expect((next_check_at?.getTime() ?? 0) - clock.now().getTime()).toBe(300_000);
	});

	test("a 401 at a check stops all sending only when a balance is refused as well", async () => {
		const payment = await pending();
		let isBalanceRefused = false;
		script.instead = (request, respond) => {
			if (request.path.includes("/wallets/") && !isBalanceRefused) return false;
			respond.json(401, {});
			return true;
		};
		expect(await check(payment)).toBe("fault");
		expect(await isSendingStopped(database)).toBe(false);
		isBalanceRefused = true;
		await check(payment);
		expect(await isSendingStopped(database)).toBe(true);
		expect(await desk.state(payment.id)).toBe("pending");
		await resumeByTwo(desk);
	});

	test("an answer about another reference is no word about ours", async () => {
		const payment = await pending();
		script.instead = (_request, respond) => {
			respond.json(200, { reference: "TX-OTHER", ...statusFor(payment, "success") });
			return true;
		};
		expect(await check(payment)).toBe("fault");
		expect(await desk.state(payment.id)).toBe("pending");
	});
});
