import { beforeEach, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { readOverview } from "#server/overview/read-overview.ts";
import { requeuePayments } from "#server/payments/send/requeue-payments.ts";
import { checkBalance } from "#server/payments/send/send-checks.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { accept, openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { clock, database, script, system } = desk;
const timing = { ...QUICK, waitFirstMs: 0, waitAtMostMs: 0 };
const send = (payment: Payment) => desk.send(payment, { timing });
const states = (payouts: readonly Payment[]) => Promise.all(payouts.map(({ id }) => desk.state(id)));

/** Payouts of these amounts, requested one second apart. */
async function approved(...amounts: string[]): Promise<Payment[]> {
	const payouts: Payment[] = [];
	for (const amount of amounts) {
		payouts.push(await desk.approved({ amount }));
		clock.advance(1_000);
	}
	return payouts;
}

/** The balance falls by each payout. */
function pays(): void {
	const take = accept("success");
	script.post = (respond, body, request) => {
		script.balance = `${Number(script.balance) - Number(body.amount)}.00`;
		return take(respond, body, request);
	};
}

beforeEach(async () => {
	await database.deleteFrom("payout_wait").execute();
	await database.updateTable("payment").set({ state: "cancelled" }).where("state", "=", "approved").execute();
});

test("of twelve payouts two leave, ten wait for the top-up and leave then, and none ends", async () => {
	script.balance = "25000.00";
	pays();
	const payouts = await approved(...Array.from({ length: 12 }, () => "10000"));
	for (const payout of payouts) await send(payout);
	for (const payout of payouts) await send(payout);
	expect(desk.posts()).toHaveLength(2);
	expect(await states(payouts)).toEqual(payouts.map((_, place) => (place < 2 ? "succeeded" : "approved")));
	const waiting = payouts.slice(2);
	expect((await desk.read(waiting[0] as Payment)).waits).toMatchObject({ kind: "balance_low", missing: "95000.00" });
	const { needs } = await readOverview(desk.viewer);
	const low = needs.find(({ kind }) => kind === "balance_low");
	expect(low).toMatchObject({ count: 10, currency: "XOF", amount: "95000.00" });

	script.balance = "105000.00";
	await requeuePayments(system);
	for (const payout of waiting) expect(await send(payout)).toBe("attempted");
	expect((await states(payouts)).every((state) => state === "succeeded")).toBe(true);
	expect((await readOverview(desk.viewer)).needs.some(({ kind }) => kind === "balance_low")).toBe(false);
});

test("whoever waits longest goes first: a later payout that would fit stays behind", async () => {
	script.balance = "25000.00";
	pays();
	const [large, small] = (await approved("30000", "5000")) as [Payment, Payment];
	expect(await send(small)).toBe("balance_low");
	expect(await send(large)).toBe("balance_low");
	expect(await send(small)).toBe("balance_low");
	script.balance = "30000.00";
	expect(await send(small)).toBe("balance_low");
	expect(await send(large)).toBe("attempted");
	expect(await send(small)).toBe("balance_low");
	script.balance = "5000.00";
	expect(await send(small)).toBe("attempted");
	expect(desk.posts()).toHaveLength(2);
});

test("exactly the amount is enough", async () => {
	const [payout] = (await approved("45000")) as [Payment];
	script.balance = "44999.99";
	expect(await send(payout)).toBe("balance_low");
	script.balance = "45000.00";
	expect(await send(payout)).toBe("attempted");
});

test("what was answered while the balance was asked for is not in it: the next payout waits", async () => {
	const wide = { ...system, config: { ...system.config, payoutLanes: 16 } };
	const sendWide = ({ id }: Payment) => sendPayment(wide, { paymentId: id, workerId: "worker-1", timing });
	pays();
	const [first, one, two] = (await approved("1000", "10000", "20000")) as [Payment, Payment, Payment];
	// A quick answer opens a second lane.
	await sendWide(first);
	const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
	const take = accept("success");
	script.post = async (respond, body, request) => {
		await mayAnswer;
		return take(respond, body, request);
	};
	script.balance = "25000.00";
	const posts = desk.posts().length;
	const leaving = sendWide(one);
	await expect.poll(desk.posts).toHaveLength(posts + 1);
	script.instead = async ({ path }) => {
		if (path.endsWith("/wallets/fiat/XOF/")) answer();
		await leaving;
		return false;
	};
	expect(await sendWide(two)).toBe("balance_low");
	expect(await states([one, two])).toEqual(["succeeded", "approved"]);
});

test("who goes first, and is sent and answered while the balance is asked for, is not in it: the next payout waits", async () => {
	const wide = { ...system, config: { ...system.config, payoutLanes: 16 } };
	const sendWide = ({ id }: Payment) => sendPayment(wide, { paymentId: id, workerId: "worker-1", timing });
	pays();
	const [first, one, two] = (await approved("1000", "10000", "20000")) as [Payment, Payment, Payment];
	await sendWide(first);
	script.balance = "25000.00";
	const { promise: mayRead, resolve: read } = Promise.withResolvers<void>();
	let asked = 0;
	script.instead = async ({ path }, respond) => {
		if (!path.endsWith("/wallets/fiat/XOF/")) return false;
		asked += 1;
		await (asked === 1 ? mayRead : leaving);
		const wallet = { wallet_reference: "WF-1", currency_code: "XOF", updated_at: script.updatedAt };
		respond.json(200, { ...wallet, balance: "25000.00" });
		return true;
	};
	const leaving = sendWide(one);
	await expect.poll(() => asked).toBe(1);
	// It asks for the balance as soon as the first has its own, and gets it once the first is answered.
	const next = checkBalance({
		system: wide,
		payment: await desk.row(two.id),
		sender: { workerId: "worker-1", timing },
	});
	read();
	expect(await next).toEqual({ kind: "balance_low" });
	expect(await leaving).toBe("attempted");
});
