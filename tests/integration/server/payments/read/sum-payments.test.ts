import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { paymentSumsSchema } from "#lib/contracts/payment-sums.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";
import { sumPayments } from "#server/payments/read/sum-payments.ts";
import { BEGIN, HOUR, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { database, reconcile, pay, line, viewer } = wallet;
beforeEach(() => wallet.clear());

const sum = async (query: Partial<Parameters<typeof sumPayments>[1]> = {}) =>
	paymentSumsSchema.parse(await sumPayments(viewer, { kind: "payout", ...query }));

test("what was paid, what is open and what was not paid are three sums, and fees are those of the wallet's lines", async () => {
	const first = await pay({ amount: "5000.00" });
	await line({ amount: "5000.00", fee: "50.00" });
	await pay({ amount: "7000.00", at: BEGIN + HOUR });
	await pay({ amount: "300.00", state: "refused", at: BEGIN + HOUR });
	await pay({ amount: "20.00", state: "unknown", at: BEGIN + HOUR });
	await pay({ kind: "deposit", amount: "9.00" });
	await reconcile(2 * HOUR);
	expect(await sum()).toEqual({
		count: 4,
		isAtLeast: false,
		sums: [
			{
				currency: "XOF",
				paid: { count: 2, amount: "12000.00" },
				open: { count: 1, amount: "20.00" },
				unpaid: { count: 1, amount: "300.00" },
				fees: { count: 1, amount: "50.00" },
			},
		],
	});
	const { items } = await listPayments(viewer, { kind: "payout" });
	expect(items.map(({ id, fee }) => [id, fee])).toContainEqual([first, "50.00"]);
	expect(items.filter(({ fee }) => fee !== null)).toHaveLength(1);
});

test("each currency has its own sums, and filters hold for sums", async () => {
	await pay({ amount: "4500.00" });
	const abroad = await pay({ amount: "800.00" });
	await database.updateTable("payment").set({ currency: "XAF" }).where("id", "=", abroad).execute();
	const { sums } = await sum();
	expect(sums.map(({ currency, paid }) => [currency, paid])).toEqual([
		["XAF", { count: 1, amount: "800.00" }],
		["XOF", { count: 1, amount: "4500.00" }],
	]);
	expect((await sum({ currency: "XOF", operator: "mtn-ci" })).sums).toHaveLength(1);
	expect((await sum({ operator: "wave-ci" })).sums).toEqual([]);
});

test("sums are of the newest 20,000 payments until all of them are asked for", async () => {
	await pay({ amount: "1.00" });
	await sql`insert into payment (id, kind, state, environment, amount, currency, operator, operator_name, country,
			phone_number, idempotency_key, request_digest, maker_id, opaque_id, created_at)
		select 'many-' || n, kind, state, environment, amount, currency, operator, operator_name, country, phone_number,
			'many-' || n, request_digest, maker_id, 'many-' || n, created_at - n * interval '1 second'
		from payment, generate_series(1, 20000) as n`.execute(database);
	const [first, whole] = [await sum(), await sum({ whole: "yes" })];
	expect([first.isAtLeast, first.sums[0]?.paid.count]).toEqual([true, 20_000]);
	expect([whole.isAtLeast, whole.sums[0]?.paid]).toEqual([false, { count: 20_001, amount: "20001.00" }]);
	await sql`update payment set currency = 'XAF' where id = 'many-1'`.execute(database);
	expect(await sum({ currency: "XOF" })).toMatchObject({ count: 20_000, isAtLeast: false });
});
