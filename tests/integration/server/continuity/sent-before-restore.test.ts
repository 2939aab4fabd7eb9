import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { newHeartbeat, writeHeartbeat } from "#server/continuity/heartbeat.ts";
import { listWalletGaps, readWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { expirePayments } from "#server/payments/stop/expire-payments.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { decideLine } from "#server/reconciliation/decide-line.ts";
import { changeSharedWallet } from "#server/settings/change-shared-wallet.ts";
import { lookUpTransaction } from "#server/transactions/look-up-transaction.ts";
import { askBalance } from "#server/wallets/balance-readings.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";
import { insertImport } from "#tests/support/rows/insert-import.ts";
import { findRow, insertRows } from "#tests/support/rows/rows.ts";
import { HOUR } from "#tests/support/wallet/reconciled-wallet.ts";
import { openNight } from "#tests/support/wallet/wallet-night.ts";

const {
	clock,
	desk,
	system,
	database,
	script,
	admin,
	ticking,
	scene,
	born,
	send,
	approved,
	gaps,
	doubt,
	held,
	prove,
	level,
	started,
} = await openNight();

describe("what left in the night", () => {
	test("is held against exactly the payouts that it may be, and no payout leaves this wallet", async () => {
		const [small, large] = await approved("5000", "7000");
		const waiting = await desk.requested({ amount: "5000" });
		scene.books.leave("5000");
		const morning = await born();
		expect(await prove()).toBe(1);
		expect(await doubt()).toBeUndefined();
		expect(await held()).toEqual({ [small?.id ?? ""]: "line", [waiting.id]: "line" });
		const [wallet] = (await listWalletGaps(admin)).wallets;
		expect(wallet?.finding).toMatchObject({ unlined: "0.00", unexplained: "5050.00", lines: [{ amount: "5000.00" }] });
		expect(large && (await send(morning, large))).toBe("wallet_unproved");
		expect(desk.posts()).toHaveLength(1);
	});

	test("stops no deposit, no look-up and no payout of another wallet", async () => {
		await approved("5000");
		const elsewhere = { code: "orange-money-cm", country: "CM", currency: "XAF" };
		const like = await findRow(database, "operator", { code: "orange-money-ci" });
		await insertRows(database, "operator", { ...like, ...elsewhere, prefixes: "[]" });
		scene.books.leave("5000");
		const morning = await started();
		expect(Object.keys(await held())).toHaveLength(1);
		const deposit = await desk.deposit();
		expect(await send(morning, deposit)).toBe("attempted");
		desk.says(await desk.read(deposit), "pending");
		const { reference } = await desk.row(deposit.id);
		expect(await lookUpTransaction(desk.viewer, { reference: reference ?? "" })).toMatchObject({ reference });
		expect(await checkPayment(system, { paymentId: deposit.id })).toBe("unchanged");
		const { code: operator, country, currency } = elsewhere;
		const other = await desk.approved({ operator, country, currency, destination: "+237650000001" });
		expect(await send(morning, other)).toBe("attempted");
		expect((await gaps()).length).toBe(1);
	});

	test("without a line holds what the drop of the balance covers", async () => {
		const [small, middle, large] = await approved("3000", "5000", "5100");
		scene.books.leave("5000", { line: false });
		await started();
		expect(await held()).toEqual({ [small?.id ?? ""]: "fall", [middle?.id ?? ""]: "fall" });
		expect(await held()).not.toHaveProperty(large?.id ?? "");
		const [wallet] = (await listWalletGaps(admin)).wallets;
		expect(wallet?.finding).toMatchObject({ unlined: "5050.00", lines: [] });
	});

	test("is not covered up by a look that the web program makes before the worker starts, and holds nothing that was asked for after the start", async () => {
		const [old] = await approved("5000");
		scene.books.leave("5000");
		await askBalance(system, "XOF");
		await born();
		const [young] = await approved("5000");
		await prove();
		expect(Object.keys(await held())).toEqual([old?.id]);
		expect(young).toBeDefined();
	});

	test("by another system that shares the wallet stops nobody, unless an amount fits", async () => {
		await byTwo(admin, () => changeSharedWallet(admin, { currency: "XOF", shared: true }));
		await approved("5000");
		scene.books.leave("90000");
		scene.books.arrive("4000", { line: false });
		await born();
		expect(await prove()).toBe(2);
		expect(await gaps()).toEqual([]);
		const [fits] = await approved("6000");
		await writeHeartbeat(system, scene.evening);
		scene.books.leave("6000");
		await started();
		expect(await held()).toEqual({ [fits?.id ?? ""]: "line" });
	});

	test("goes by itself when the line of a payout of ours explains it, to the unit", async () => {
		const [lost, waiting] = await approved("5000", "5000");
		const heartbeat = await started();
		scene.books.holdLines();
		// The answer is lost, the line is late, and the service takes an unexpected fee.
		script.post = (respond, body) => {
			scene.books.leave(String(body.amount), { fee: "500.00" });
			respond.json(500, {});
		};
		expect(lost && (await send(heartbeat, lost))).toBe("attempted");
		await started();
		expect(await held()).toEqual({ [waiting?.id ?? ""]: "fall" });
		scene.books.writeLines();
		await prove();
		expect(await gaps()).toEqual([]);
		expect(await doubt()).toBeUndefined();
	});

	test("is not explained by an equal payout without a line that the balance had lost before", async () => {
		const [lost, waiting] = await approved("5000", "5000");
		const heartbeat = await started();
		scene.books.holdLines();
		script.post = (respond, body) => {
			scene.books.leave(String(body.amount));
			respond.json(500, {});
		};
		expect(lost && (await send(heartbeat, lost))).toBe("attempted");
		await askBalance(system, "XOF");
		await writeHeartbeat(system, heartbeat);
		clock.advance(HOUR);
		scene.books.leave("5000");
		await started();
		expect(await held()).toEqual({ [waiting?.id ?? ""]: "fall" });
	});

	test("cannot be ruled out without a look from before, unless no worker ever lived here", async () => {
		const everything = sql`truncate continuity_gap, proved_wallet, worker, balance_reading, attempt, payment_event, decision, payment cascade`;
		await everything.execute(database);
		await approved("5000");
		await started();
		expect(await gaps()).toEqual([]);
		await everything.execute(database);
		await started();
		const [payout] = await approved("5000");
		await started();
		expect(await held()).toEqual({ [payout?.id ?? ""]: "no_reading" });
		const [wallet] = (await listWalletGaps(admin)).wallets;
		expect(wallet?.finding).toMatchObject({ before: null, unlined: null, unexplained: null, lines: [] });
	});

	test("is seen also when the clock of the machine that comes back is hours behind the one that looked last", async () => {
		const [payout] = await approved("5000");
		scene.books.leave("5000", { line: false });
		clock.advance(-14 * HOUR);
		await started();
		clock.advance(14 * HOUR);
		expect(Object.keys(await held())).toEqual([payout?.id]);
	});

	test("is nobody's once the service takes the line back, and the balance is what it was", async () => {
		const [waiting] = await approved("5000");
		const [lines, balance] = [script.movements, script.balance];
		scene.books.leave("5000");
		await started();
		expect(await held()).toEqual({ [waiting?.id ?? ""]: "line" });
		script.movements = lines;
		script.balance = balance;
		script.updatedAt = ticking.now().toISOString();
		expect(await prove()).toBe(0);
		expect(await prove()).toBe(1);
		expect(await doubt()).toBeUndefined();
	});

	test("is not explained by an import, nor by a word said while it is held: what a lost database sent looks just like that", async () => {
		const [payout] = await approved("5000");
		scene.books.leave("5000");
		await started();
		const line = await findRow(database, "movement", { amount: "5000.00" });
		await insertImport(system, admin.member, {
			...{ reference: "TX-LOST", transaction_type: "withdrawal", amount: "5000.00", currency: "XOF" },
			...{ created_at: line.created_at, processed_at: line.created_at, last_checked_at: clock.now() },
		});
		await prove();
		const word = await database
			.selectFrom("reconciliation_line")
			.selectAll()
			.where("movement_id", "=", line.id)
			.execute();
		expect(word).toMatchObject([{ status: "matched", transaction_reference: "TX-LOST" }]);
		await decideLine(desk.approver, { id: line.id, verdict: "portal", reason: "Taken out in the portal" });
		await prove();
		expect(await held()).toEqual({ [payout?.id ?? ""]: "line" });
	});

	test("is still known after a crash between the finding of the gap and its proof", async () => {
		await approved("5000");
		scene.books.leave("5000");
		await born();
		const [before] = await gaps();
		// The worker dies here; another one starts, and then one more.
		await level();
		clock.advance(60_000);
		await born();
		await born();
		const [after] = await gaps();
		expect([after?.since, after?.reading_id, after?.movement_id]).toEqual([
			before?.since,
			before?.reading_id,
			before?.movement_id,
		]);
		await prove();
		expect(Object.keys(await held())).toHaveLength(1);
	});

	test("cannot be called cancelled, rejected or expired while nobody knows", async () => {
		const [payout] = await approved("5000");
		const asked = await desk.requested({ amount: "5000" });
		await born();
		const word = { id: payout?.id ?? "", version: payout?.version ?? 0, decision: "cancel" as const };
		await expect(decidePayout(admin, word)).rejects.toMatchObject({ code: "wallet_unproved" });
		const no = { id: asked.id, version: asked.version, decision: "reject" as const, reason: "No longer" };
		await expect(decidePayout(desk.approver, no)).rejects.toMatchObject({ code: "wallet_unproved" });
		await sql`update payment_event set at = at - interval '60 days'`.execute(database);
		expect(await expirePayments(system)).toBe(0);
		await prove();
		expect(await expirePayments(system)).toBe(2);
	});

	test("of a currency that left WALLET_CURRENCIES is never sent, says why, and can be cancelled or expires although its wallet is not read", async () => {
		const [payout] = await approved("5000", "6000");
		const before = desk.posts().length;
		const config = { ...system.config, walletCurrencies: ["XAF"] };
		const without = { ...system, config };
		const heartbeat = newHeartbeat("without");
		await writeHeartbeat(without, heartbeat);
		expect(payout && (await sendPayment(without, { paymentId: payout.id, workerId: "without", heartbeat }))).toBe(
			"wallet_not_configured",
		);
		await sql`update continuity_gap set retry_at = now()`.execute(database);
		await proveWallets(without);
		expect(await gaps()).toHaveLength(1);
		const maker = { ...desk.maker, config };
		const { id = "", version = 0 } = payout ?? {};
		expect(await readPayment(maker, { kind: "payout", id })).toMatchObject({
			waits: { kind: "wallet_not_configured", since: expect.any(String) },
		});
		expect(await readWalletGaps(without)).toEqual([]);
		await expect(decidePayout(desk.maker, { id, version, decision: "cancel" })).rejects.toMatchObject({
			code: "wallet_unproved",
		});
		expect(await decidePayout(maker, { id, version, decision: "cancel" })).toMatchObject({ state: "cancelled" });
		await sql`update payment_event set at = at - interval '60 days'`.execute(database);
		expect(await expirePayments(system)).toBe(0);
		expect(await expirePayments(without)).toBe(1);
		expect(desk.posts()).toHaveLength(before);
	});
});
