import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { type Heartbeat, newHeartbeat, writeHeartbeat } from "#server/continuity/heartbeat.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { awaitAuditTurn } from "#server/store/audit-log.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { keepBooks, type WalletBooks } from "#tests/support/wallet/wallet-books.ts";

const LANES = 4;

const clock = { now: () => new Date(), advance: () => undefined };
const desk = await openPaymentDesk({}, clock);
const { database, script } = desk;
const system = { ...desk.system, config: { ...desk.system.config, payoutLanes: LANES } };
let books: WalletBooks;
let heartbeat: Heartbeat;
/** A second worker's: permits of one worker are taken together, and wait for each other. */
let other: Heartbeat;

const send = ({ id }: Payment, by = heartbeat) =>
	sendPayment(system, { paymentId: id, workerId: by.workerId, heartbeat: by, timing: QUICK });
const gaps = () => database.selectFrom("continuity_gap").selectAll().execute();

beforeEach(async () => {
	books = keepBooks(script, clock);
	heartbeat = newHeartbeat("one");
	await writeHeartbeat(system, heartbeat);
	other = newHeartbeat("two");
	await writeHeartbeat(system, other);
	await keepBalance(system, { currency: "XOF" });
	await sql`update continuity_gap set retry_at = now()`.execute(database);
	await proveWallets(system);
});

/** Opens one more lane after each round of quick answers. */
async function openLanes(): Promise<void> {
	for (let count = 0; count < 1 + 2 + 3; count += 1) expect(await send(await desk.approved())).toBe("attempted");
}

test("a payout whose permit is not committed yet when another one's money is explained is ours afterwards", async () => {
	await openLanes();
	const [slow, late, next, last] = [
		await desk.approved({ amount: "1000" }),
		await desk.approved({ amount: "2000" }),
		await desk.approved({ amount: "3000" }),
		await desk.approved({ amount: "4000" }),
	];
	const { post } = script;
	const { promise: taken, resolve: take } = Promise.withResolvers<void>();
	const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
	script.post = async (respond, body, request) => {
		script.post = post;
		arrive();
		await taken;
		return post(respond, body, request);
	};
	const sending = [send(slow)];
	await arrived;
	await database.transaction().execute(async (trx) => {
		await awaitAuditTurn(trx);
		sending.push(send(late));
		await untilWaiting(database, 1);
		take();
		await untilWaiting(database, 2);
		sending.push(send(next, other));
		await untilWaiting(database, 3);
	});
	expect(await Promise.all(sending)).toEqual(["attempted", "attempted", "attempted"]);
	expect(await send(last)).toBe("attempted");
	expect(await gaps()).toEqual([]);
});

test("payouts that leave side by side ask for no proof by lines, however many they are", async () => {
	const amounts = Array.from({ length: 60 }, (_, count) => String(1_000 + count * 7));
	const waiting = await Promise.all(amounts.map((amount) => desk.approved({ amount })));
	// Last, because balances more than fifteen seconds apart explain no payout, and a busy machine takes longer for the sixty.
	await openLanes();
	const met: string[] = [];
	const serve = async () => {
		for (let payout = waiting.shift(); payout; payout = waiting.shift()) {
			const result = await send(payout);
			met.push(result);
			if (result === "wallet_unproved") return;
			if (result !== "attempted") waiting.push(payout);
		}
	};
	await Promise.all(Array.from({ length: LANES + 1 }, serve));
	expect(met).not.toContain("wallet_unproved");
	expect(await gaps()).toEqual([]);
});

test("what another copy sends beside many of ours is a gap when they have their answers", async () => {
	await openLanes();
	const [one, other, last] = [await desk.approved(), await desk.approved(), await desk.approved()];
	expect(await Promise.all([send(one), send(other)])).toEqual(["attempted", "attempted"]);
	books.leave("45000");
	expect(await send(last)).toBe("wallet_unproved");
	expect(await gaps()).toMatchObject([{ cause: "fall", currency: "XOF" }]);
	await database.deleteFrom("continuity_gap").execute();
});
