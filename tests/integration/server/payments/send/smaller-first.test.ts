import { beforeEach, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { changeSendOrder } from "#server/settings/change-send-order.ts";
import { readPayoutRules } from "#server/settings/read-payout-rules.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { admin, clock, database, script } = desk;
const job = async ({ id }: Payment) => (await desk.jobs("send_payment")).some(({ key }) => key === `send:${id}`);

beforeEach(async () => {
	await database.deleteFrom("payout_wait").execute();
	await database.updateTable("payment").set({ state: "cancelled" }).where("state", "=", "approved").execute();
	await changeSendOrder(admin, { currency: "XOF", smallerFirst: false });
});

/** A large payout that the wallet cannot cover, and a later one that it can. */
async function largeAndSmall(): Promise<[Payment, Payment, Payment]> {
	script.balance = "100.00";
	const payouts: Payment[] = [];
	for (const amount of ["500", "300", "60"]) {
		payouts.push(await desk.approved({ amount }));
		clock.advance(1_000);
	}
	await desk.pool.query("delete from graphile_worker._private_jobs");
	return payouts as [Payment, Payment, Payment];
}

test("where an admin says so the first that fits leaves, and the page still says what is missing for all", async () => {
	const [large, middle, small] = await largeAndSmall();
	await changeSendOrder(admin, { currency: "XOF", smallerFirst: true });
	expect((await readPayoutRules(admin)).smallerFirst).toEqual(["XOF"]);
	expect(await desk.send(large)).toBe("balance_low");
	expect(await job(middle)).toBe(false);
	expect(await job(small)).toBe(true);
	expect(await desk.send(small)).toBe("attempted");
	expect(desk.posts()).toHaveLength(1);
	expect((await desk.read(large)).waits).toMatchObject({ kind: "balance_low", missing: "700.00" });
	script.balance = "900.00";
	expect(await desk.send(large)).toBe("attempted");
});

test("the order of another wallet stays, and only an admin changes it", async () => {
	await expect(changeSendOrder(desk.approver, { currency: "XOF", smallerFirst: true })).rejects.toMatchObject({
		code: "forbidden",
	});
	await expect(changeSendOrder(admin, { currency: "USD", smallerFirst: true })).rejects.toMatchObject({
		code: "wallet_unknown",
	});
	await changeSendOrder(admin, { currency: "XAF", smallerFirst: true });
	const [large, , small] = await largeAndSmall();
	expect(await desk.send(large)).toBe("balance_low");
	expect(await job(small)).toBe(false);
});
