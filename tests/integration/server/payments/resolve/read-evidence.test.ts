import { beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { noteKeyFingerprint } from "#server/store/settings.ts";
import { keepAnswer } from "#server/wallets/balance-readings.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { agreeOnPermit, lostPayment, say, shiftDeadline } from "#tests/support/desk/resolution.ts";
import { accept, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertImport } from "#tests/support/rows/insert-import.ts";
import { insertLine } from "#tests/support/rows/insert-line.ts";
import { findRow, insertRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { database, system, clock } = desk;
const { environment } = system.config;
const MINUTE = 60_000;

const evidenceOf = ({ kind, id }: Payment) => readEvidence(desk.viewer, { kind, id });

/** An amount that no other test uses, so that no movement belongs to another payment. */
let last = 50_000;
let amount: string;
beforeEach(async () => {
	await database.deleteFrom("movement").execute();
	last += 1;
	amount = String(last);
	clock.advance(3 * 60 * MINUTE);
});

async function line(
	changes: { type?: string; amount?: string; fee?: string; minutes?: number; currency?: string } = {},
) {
	const { minutes = 0, currency = "XOF", type = "withdrawal", fee = "450.00" } = changes;
	const created_at = new Date(clock.now().getTime() + minutes * MINUTE);
	await insertLine(system, { currency, type, fee, created_at, amount: changes.amount ?? `${amount}.00` });
}

async function succeeded(): Promise<Payment> {
	const payment = await desk.sent({ input: { amount }, answer: accept("success") });
	await agreeOnPermit(desk.pool, payment.id);
	return desk.read(payment);
}

async function lost(kind: Payment["kind"] = "payout", aheadMinutes = 0): Promise<Payment> {
	const payment = await lostPayment(desk, kind, { amount });
	await agreeOnPermit(desk.pool, payment.id, aheadMinutes);
	return payment;
}

describe("movements", () => {
	test("one of the right type, amount, currency and time is one likely; what differs in any of them is none", async () => {
		const payment = await lost();
		await line({ amount: `${last + 100_000}.00` });
		await line({ type: "deposit" });
		await line({ currency: "XAF" });
		await line({ minutes: -6 });
		await line({ minutes: 34 });
		expect((await evidenceOf(payment)).movements).toMatchObject({ verdict: "none", count: 0, items: [] });
		await line({ minutes: 1 });
		const { movements } = await evidenceOf(payment);
		expect(movements).toMatchObject({ verdict: "one", count: 1, rivals: 0 });
		expect(movements.items).toMatchObject([{ type: "withdrawal", amount: `${amount}.00`, fee: "450.00" }]);
		const [from, to] = [Date.parse(movements.from), Date.parse(movements.to)];
		const minutesTo = (at: number) => Math.round((at - clock.now().getTime()) / MINUTE);
		expect([minutesTo(from), minutesTo(to)]).toEqual([-5, 33]);
	});

	test("at the very edges of the window they still count", async () => {
		const payment = await lost();
		await line({ minutes: -5 });
		await line({ minutes: 33 });
		expect((await evidenceOf(payment)).movements).toMatchObject({ verdict: "several", count: 2 });
	});

	test("what a payment known to have succeeded accounts for is not shown as this one's", async () => {
		await succeeded();
		const payment = await lost();
		await line();
		expect((await evidenceOf(payment)).movements.verdict).toBe("none");
		await line({ minutes: 1 });
		expect((await evidenceOf(payment)).movements.verdict).toBe("one");
	});

	test("a transaction that was brought here and may be this payment's own takes no line from it, and is offered as its answer", async () => {
		const payment = await lost();
		await line({ minutes: 1 });
		const at = new Date(clock.now().getTime() + MINUTE);
		const brought = (reference: string, changes: object = {}) =>
			insertImport(system, desk.admin.member, {
				...{ reference, transaction_type: "withdrawal", amount: `${amount}.00`, currency: "XOF" },
				...{ created_at: at, processed_at: at, checks: 1, last_checked_at: at, next_check_at: null, ...changes },
			});
		const reference = `TX-ITS-OWN-${last}`;
		await brought(reference);
		await brought(`TX-SMALLER-${last}`, { amount: "1.00" });
		await brought(`TX-WEEKS-BEFORE-${last}`, { created_at: new Date(at.getTime() - 30 * 24 * 60 * MINUTE) });
		const { movements, answers } = await evidenceOf(payment);
		expect(movements).toMatchObject({ verdict: "one", count: 1 });
		expect(answers).toEqual([reference]);
	});

	test("a payment that people settled as paid accounts for one, one that they settled as not paid for none", async () => {
		const other = await lost();
		const payment = await lost();
		await line();
		expect((await evidenceOf(payment)).movements).toMatchObject({ verdict: "one", rivals: 1 });
		await database.insertInto("resolution").values(wordsOn(other)).execute();
		const settled = { state: "settled_paid" as const, version: other.version + 1 };
		await database.updateTable("payment").set(settled).where("id", "=", other.id).execute();
		expect((await evidenceOf(payment)).movements).toMatchObject({ verdict: "none", rivals: 0 });
	});

	test("a deposit looks for deposits, until thirty minutes after its payer's window", async () => {
		const payment = await lost("deposit");
		await line();
		expect((await evidenceOf(payment)).movements.verdict).toBe("none");
		await line({ type: "deposit", minutes: 20 });
		expect((await evidenceOf(payment)).movements.verdict).toBe("one");
	});
});

describe("the window", () => {
	test("is the database's: a program whose clock is two hours behind hides no movement and shows none of before", async () => {
		desk.script.now = () => new Date(clock.now().getTime() + 120 * MINUTE);
		const payment = await lost("payout", 120);
		await line({ minutes: 1 });
		expect((await evidenceOf(payment)).movements.verdict).toBe("none");
		await line({ minutes: 121 });
		expect((await evidenceOf(payment)).movements).toMatchObject({ verdict: "one", count: 1 });
	});

	test.each([-60, 60])("covers the lines of a service whose clock is %i minutes from ours", async (minutes) => {
		desk.script.now = () => new Date(clock.now().getTime() + minutes * MINUTE);
		const payment = await lost();
		await line({ minutes });
		expect((await evidenceOf(payment)).movements).toMatchObject({ verdict: "one", near: { count: 0 } });
	});

	test("has beside it, as near misses, what lies a week away at most and is nobody's", async () => {
		const payment = await lost();
		const day = 24 * 60;
		for (const minutes of [-7 * day - 6, -6, 34, 7 * day, 7 * day + 34]) await line({ minutes });
		await line({ minutes: 60, amount: `${last + 100_000}.00` });
		const { movements } = await evidenceOf(payment);
		expect(movements).toMatchObject({ verdict: "none", count: 0, items: [], near: { count: 3 } });
		const minutesOf = (at: string) => (Date.parse(at) - clock.now().getTime()) / MINUTE;
		expect(movements.near.items.map(({ createdAt }) => minutesOf(createdAt))).toEqual([-6, 34, 7 * day]);
	});

	test("shows no line that the service withdrew, inside or near", async () => {
		const payment = await lost();
		await line({ minutes: 1 });
		await line({ minutes: 60 });
		await database.updateTable("movement").set({ withdrawn_at: clock.now() }).execute();
		expect((await evidenceOf(payment)).movements).toMatchObject({ verdict: "none", near: { count: 0 } });
	});
});

function wordsOn(payment: Payment) {
	return [desk.approver, desk.admin].map(({ member }) => ({
		...{ payment_id: payment.id, payment_version: payment.version, member_id: member.id, outcome: "paid" as const },
		...{ amount: payment.amount, reason: "x", evidence: "{}", at: clock.now() },
	}));
}

describe("the balance", () => {
	async function look(balance: string, minutes: number): Promise<void> {
		clock.advance(minutes * MINUTE);
		const updated_at = clock.now().toISOString();
		await keepAnswer(system, "XOF", { wallet_reference: "WF-1", balance, currency_code: "XOF", updated_at });
	}

	test("is kept right before the permit, and compared with the one after the answer was lost", async () => {
		desk.script.balance = "300000.00";
		const payment = await lost();
		const { balance: early } = await evidenceOf(payment);
		expect(early).toMatchObject({
			before: { balance: "300000.00", at: payment.sentAt },
			difference: null,
			reading: null,
		});
		await line({ fee: "500.00" });
		await look(`${300_000 - last - 500}.00`, 2);
		expect((await evidenceOf(payment)).balance).toMatchObject({
			before: { balance: "300000.00" },
			after: { balance: `${300_000 - last - 500}.00`, at: clock.now().toISOString() },
			difference: `-${last + 500}.00`,
			fee: "500.00",
			reading: "amount_and_fee",
		});
	});

	test("that did not move says so, and other movements between are taken out of one that did", async () => {
		desk.script.balance = "300000.00";
		const payment = await lost();
		await look("300000.00", 2);
		expect((await evidenceOf(payment)).balance.reading).toBe("unmoved");
		await line({ amount: "777.00", fee: "3.00" });
		await look("299220.00", 2);
		expect((await evidenceOf(payment)).balance).toMatchObject({
			...{ difference: "-780.00", rest: "0.00", reading: "unmoved" },
			others: { count: 1, effect: "-780.00" },
		});
	});

	test("that had a payout taken off before its line was written does not have it taken off once more", async () => {
		const paid = { amount: "1200000", fee: "12000" };
		desk.script.balance = "3788000.00";
		desk.script.updatedAt = clock.now().toISOString();
		desk.script.post = accept("success");
		const earlier = await desk.approved({ amount: paid.amount });
		await look("5000000.00", 0);
		await desk.send(earlier);
		await agreeOnPermit(desk.pool, earlier.id);
		clock.advance(1);
		await line({ amount: `${paid.amount}.00`, fee: `${paid.fee}.00` });
		clock.advance(4_000);
		const payment = await lost();
		await line({ fee: "600.00" });
		await look(`${3_788_000 - last - 600}.00`, 1);
		const { balance } = await evidenceOf(payment);
		expect(balance).toMatchObject({
			...{ difference: `-${last + 600}.00`, rest: `-${last + 600}.00`, fee: "600.00", reading: "amount_and_fee" },
			others: { count: 0, effect: "0.00" },
		});
		await shiftDeadline(desk.pool, payment.id, 15);
		await say(desk.approver, await desk.read(payment), "paid");
		const { evidence } = await findRow(database, "resolution", { payment_id: payment.id });
		expect(evidence).toMatchObject({ balance: { rest: balance.rest, reading: "amount_and_fee" } });
	});

	test("is read again soon after an answer was lost, and the movements too, each told when it ends", async () => {
		await lost();
		for (const name of ["read_balance", "sync_movements"]) {
			const job = (await desk.jobs(name)).find(({ payload }) => payload.asked);
			expect(job?.payload).toEqual({ currency: "XOF", asked: true });
			expect(job?.delay_ms).toBeGreaterThanOrEqual(2_000);
		}
	});

	test("that was asked for is told also when nothing moved", async () => {
		desk.script.balance = "300000.00";
		const client = await desk.pool.connect();
		const told: string[] = [];
		client.on("notification", ({ payload = "" }) => told.push(payload));
		await client.query("listen cauri_changes");
		await keepBalance(system, { currency: "XOF" });
		await client.query("select 1");
		told.length = 0;
		await keepBalance(system, { currency: "XOF" });
		await client.query("select 1");
		expect(told).toEqual([]);
		await keepBalance(system, { currency: "XOF", asked: true });
		await client.query("select 1");
		expect(told).toEqual(['{"topic":"wallets","id":"XOF"}']);
		client.release(true);
	});
});

test("tells when the mirror was level and whether it may be cut, from when on people may settle, and which key it was sent with, never the key", async () => {
	const payment = await lost();
	expect((await evidenceOf(payment)).mirror).toEqual({ syncedAt: null, mayBeCut: false, fault: null, unreadable: 0 });
	const at = clock.now();
	await insertRows(database, "movement_sync", {
		environment,
		currency: "XOF",
		started_at: at,
		synced_at: at,
		may_be_cut: true,
		fault: "service_unreachable",
	});
	const told = { syncedAt: at.toISOString(), mayBeCut: true, fault: "service_unreachable" };
	expect((await evidenceOf(payment)).mirror).toEqual({ ...told, unreadable: 0 });
	await noteKeyFingerprint(database, system.config);
	const evidence = await evidenceOf(payment);
	const { send_deadline } = await findRow(database, "attempt", { payment_id: payment.id });
	expect(Date.parse(evidence.settleableAt ?? "")).toBe(send_deadline.getTime() + 15 * MINUTE);
	expect(evidence.keyFingerprint).toBe(system.config.keyFingerprint);
	expect(JSON.stringify(evidence)).not.toMatch(/test-key|test-secret/);
});

test("is there for what was sent alone, and under its own kind", async () => {
	const waiting = await desk.requested();
	await expect(evidenceOf(waiting)).rejects.toMatchObject({ code: "not_found" });
	const payment = await lost();
	await expect(evidenceOf({ ...payment, kind: "deposit" })).rejects.toMatchObject({ code: "not_found" });
});
