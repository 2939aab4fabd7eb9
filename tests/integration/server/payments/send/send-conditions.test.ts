import { describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { ENVIRONMENT_IN_USE } from "#server/continuity/environment-in-use.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { stopSendingNow } from "#server/payments/stop/stop-sending-now.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { accept, answerTo, openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";

const desk = await openPaymentDesk();
const { database, script, system, lastEvent } = desk;
const workerId = "worker-1";
const send = (payment: Payment, timing = QUICK) => desk.send(payment, { workerId, timing });

const inUse = (environment: string) => keepSetting(database, ENVIRONMENT_IN_USE, { environment });

describe("before the permit", () => {
	test("a fact that changed after the approval voids it", async () => {
		for (const change of [{ amount: "45000.01" }, { phone_number: "+2250101010101" }, { operator: "wave-ci" }]) {
			const payment = await desk.approved();
			await database.updateTable("payment").set(change).where("id", "=", payment.id).execute();
			expect(await send(payment)).toBe("facts_changed");
			expect((await lastEvent(payment))?.event).toBe("not_sent_facts_changed");
		}
		expect(desk.posts()).toEqual([]);
	});

	test("a permit whose commit is kept while its answer is lost is closed at once: nothing was sent, and the lane is free", async () => {
		const payment = await desk.approved();
		const { database } = system;
		let lost = false;
		const lossy = new Proxy(database, {
			get(target, name) {
				const value = Reflect.get(target, name, target);
				if (name !== "transaction" || lost) return typeof value === "function" ? value.bind(target) : value;
				return () => ({
					execute: async (run: Parameters<ReturnType<typeof target.transaction>["execute"]>[0]) => {
						const result = await target.transaction().execute(run);
						if ((await desk.state(payment.id)) !== "sending") return result;
						lost = true;
						throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "08006" });
					},
				});
			},
		});
		const sending = sendPayment({ ...system, database: lossy }, { paymentId: payment.id, workerId, timing: QUICK });
		await expect(sending).rejects.toThrow("terminated");
		expect(await desk.state(payment.id)).toBe("not_sent");
		expect(desk.posts()).toEqual([]);
		expect(await send(await desk.approved())).toBe("attempted");
	});

	test("a payout of another environment is left alone", async () => {
		const payment = await desk.approved();
		// An admin has acknowledged that the desk now works with another service.
		await inUse("another-service");
		const other = {
			...system,
			config: { ...system.config, address: "another-service", environment: "another-service" },
		};
		expect(await sendPayment(other, { paymentId: payment.id, workerId, timing: QUICK })).toBe("other_environment");
		expect(await desk.state(payment.id)).toBe("approved");
		await inUse(system.config.environment);
	});

	test("what is too old when the worker comes back expires and is not sent; a process that slept between the permit and the first byte does not send any more", async () => {
		const payment = await desk.approved();
		desk.clock.advance(24 * 3_600_000);
		expect(await send(payment)).toBe("expired");
		expect(await desk.state(payment.id)).toBe("expired");
		expect(desk.posts()).toEqual([]);
		const deposit = await desk.deposit();
		expect(await send(deposit, { ...QUICK, permitFreshMs: -1 })).toBe("attempted");
		expect(await desk.state(deposit.id)).toBe("not_sent");
		expect((await lastEvent(deposit))?.event).toBe("not_sent_paused");
		expect(desk.posts()).toEqual([]);
	});

	test("one payout of a wallet is on the wire at a time; the next goes when it has ended", async () => {
		const [first, second] = [await desk.approved(), await desk.approved()];
		let release = () => {};
		const arrived = new Promise<void>((hasArrived) => {
			script.post = async (respond, body) => {
				hasArrived();
				await new Promise<void>((go) => (release = go));
				respond.json(201, answerTo(body));
			};
		});
		const sending = send(first);
		await arrived;
		expect(await send(second)).toBe("lane_taken");
		expect(await desk.state(second.id)).toBe("approved");
		expect(desk.posts()).toHaveLength(1);
		script.post = accept("success");
		release();
		await sending;
		const job = (await desk.jobs("send_payment")).find(({ key }) => key === `send:${second.id}`);
		expect(job?.run_at.getTime()).toBeLessThanOrEqual(Date.now());
		expect(await send(second)).toBe("attempted");
	});
});

/** Sends a payout, and does this while its connection opens. Returns the payout's last event. */
async function sentWhile(happens: () => Promise<unknown>) {
	const payment = await desk.approved();
	const { service } = system;
	const slow: typeof service = {
		...service,
		startPayout: (order, mayStillSend) =>
			service.startPayout(order, async () => {
				await happens();
				return mayStillSend();
			}),
	};
	const sending = sendPayment({ ...system, service: slow }, { paymentId: payment.id, workerId, timing: QUICK });
	expect(await sending).toBe("attempted");
	expect(desk.posts()).toEqual([]);
	return lastEvent(payment);
}

test("a stop that is committed while the connection opens keeps the payment from leaving", async () => {
	const event = await sentWhile(() => stopSendingNow(desk.maker, { reason: "Something looks wrong" }));
	expect(event).toMatchObject({ state: "not_sent", event: "not_sent_stopped" });
	await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", "sending_stopped").execute());
});

test("a database mismatch that is found while the connection opens leaves it unknown: another process may have sent it", async () => {
	const mismatch = { name: "database_mismatch", value: "{}", changed_at: desk.clock.now(), changed_by: null };
	const event = await sentWhile(() => database.insertInto("setting").values(mismatch).execute());
	expect(event).toMatchObject({ state: "unknown", event: "mismatch_before_sending" });
	await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", "database_mismatch").execute());
});
