import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import type { WitnessAnswer } from "#lib/wallet-answers.ts";
import { answerWallet } from "#server/continuity/answer-wallet.ts";
import { type Life, newLife, showLife } from "#server/continuity/life.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { readWalletWait, readWalletWitness } from "#server/continuity/read-wallet-witness.ts";
import { acknowledgeDoubt } from "#server/payments/acknowledge-doubt.ts";
import { DATABASE_DOUBT } from "#server/payments/database-doubt.ts";
import { decidePayout } from "#server/payments/decide-payout.ts";
import { expirePayments } from "#server/payments/expire-payments.ts";
import { recoverAttempts } from "#server/payments/recover-attempts.ts";
import { sendPayment } from "#server/payments/send-payment.ts";
import { decideLine } from "#server/reconciliation/decide-line.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { changeSharedWallet } from "#server/settings/change-shared-wallet.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { askBalance } from "#server/wallets/wallet-look.ts";
import { fixedClock } from "#tests/support/contexts.ts";
import { answerTo, openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { keepBooks, type WalletBooks } from "#tests/support/wallet-books.ts";

const clock = fixedClock(new Date());
const desk = await openPaymentDesk({}, clock);
const { system, database, script, admin } = desk;
const REASON = "Looked at the wallet in the portal";
const HOUR = 3_600_000;

/** The service takes a second for whatever it does. */
const ticking = {
	now() {
		clock.advance(1_000);
		return clock.now();
	},
};
let books: WalletBooks;
let evening: Life;
let lives = 0;

/** A worker process is born: it knows nothing of what was before. */
async function born(): Promise<Life> {
	lives += 1;
	const life = newLife(`worker-${lives}`);
	await showLife(system, life);
	return life;
}

const send = (life: Life, { id }: Pick<Payment, "id">) =>
	sendPayment(system, { paymentId: id, workerId: life.workerId, life, timing: QUICK });
const approved = (...amounts: string[]) => Promise.all(amounts.map((amount) => desk.approved({ amount })));
const gaps = () => database.selectFrom("continuity_gap").selectAll().where("currency", "=", "XOF").execute();
const doubt = async () =>
	(await database.selectFrom("setting").select("value").where("name", "=", DATABASE_DOUBT).executeTakeFirst())?.value;
const held = async () =>
	Object.fromEntries(
		(await readWalletWitness(admin)).wallets.flatMap((wallet) => wallet.held.map(({ id, why }) => [id, why])),
	);
/** The next try is due. */
const prove = async () => {
	await sql`update continuity_gap set retry_at = now()`.execute(database);
	return proveWallets(system);
};
const level = async () => {
	await syncMovements(system, { currency: "XOF" });
	await reconcileWallet(system, { currency: "XOF" });
};

/** Clean tables; a desk that has sent one payout and looked at its wallet, and says so before it stops for the night. */
beforeEach(async () => {
	await sql`truncate continuity_gap, worker, wallet_look, reconciliation_line, reconciliation_payment, reconciliation_wallet,
		movement, movement_sync, balance_proof, reconciliation_decision, imported_transaction, attempt, payment_event, decision, resolution, payment, setting cascade`.execute(
		database,
	);
	books = keepBooks(script, ticking);
	clock.advance(HOUR);
	evening = await born();
	await proveWallets(system);
	const [earlier] = await approved("30000");
	expect(earlier && (await send(evening, earlier))).toBe("sent");
	await level();
	await showLife(system, evening);
	clock.advance(12 * HOUR);
});

describe("the usual morning start", () => {
	test("proves the wallet and wakes what waits, without asking anybody", async () => {
		const three = await approved("5000", "7000", "11000");
		const morning = await born();
		expect(three[0] && (await send(morning, three[0]))).toBe("wallet_unproved");
		expect(await readWalletWait(system)).toMatchObject({ fault: null });
		await sql`delete from graphile_worker._private_jobs`.execute(database);
		expect(await proveWallets(system)).toBe(2);
		expect((await desk.jobs("send_payment")).map(({ payload }) => payload.paymentId).sort()).toEqual(
			three.map(({ id }) => id).sort(),
		);
		for (const payout of three) expect(await send(morning, payout)).toBe("sent");
		expect(await readWalletWait(system)).toBeNull();
		expect(desk.posts()).toHaveLength(4);
	});

	test("with nothing that waits does not even need the service", async () => {
		script.instead = (_request, respond) => {
			respond.json(503, {});
			return true;
		};
		await born();
		expect(await proveWallets(system)).toBe(2);
		expect(await gaps()).toEqual([]);
	});

	test("waits while the service is away, says why, and goes on by itself", async () => {
		const [payout] = await approved("5000");
		script.instead = (_request, respond) => {
			respond.json(503, {});
			return true;
		};
		const morning = await born();
		expect(await prove()).toBe(1);
		expect(await readWalletWait(system)).toMatchObject({ fault: "service_unreachable" });
		expect(payout && (await send(morning, payout))).toBe("wallet_unproved");
		expect(await doubt()).toBeUndefined();
		script.instead = null;
		expect(await prove()).toBe(1);
		expect(payout && (await send(morning, payout))).toBe("sent");
	});

	test("is not stopped by deposits, announced or not, nor by their lines that come late", async () => {
		await desk.deposit();
		await approved("5000");
		books.arrive("12500");
		books.arrive("999");
		books.arrive("777", { line: false });
		await born();
		await prove();
		expect(await gaps()).toEqual([]);
	});
});

describe("what left in the night", () => {
	test("is held against exactly the payouts that it may be, and all sending stops", async () => {
		const [small, large] = await approved("5000", "7000");
		const waiting = await desk.requested({ amount: "5000" });
		books.leave("5000");
		const morning = await born();
		expect(await prove()).toBe(1);
		expect(await doubt()).toMatchObject({ kind: "wallet_unproved" });
		expect(await held()).toEqual({ [small?.id ?? ""]: "line", [waiting.id]: "line" });
		const [wallet] = (await readWalletWitness(admin)).wallets;
		expect(wallet?.finding).toMatchObject({ unlined: "0.00", unexplained: "5050.00", lines: [{ amount: "5000.00" }] });
		expect(large && (await send(morning, large))).toBe("wallet_unproved");
		expect(desk.posts()).toHaveLength(1);
	});

	test("without a line holds what the fall of the balance covers", async () => {
		const [small, middle, large] = await approved("3000", "5000", "5100");
		books.leave("5000", { line: false });
		await born();
		await prove();
		expect(await held()).toEqual({ [small?.id ?? ""]: "fall", [middle?.id ?? ""]: "fall" });
		expect(await held()).not.toHaveProperty(large?.id ?? "");
		const [wallet] = (await readWalletWitness(admin)).wallets;
		expect(wallet?.finding).toMatchObject({ unlined: "5050.00", lines: [] });
	});

	test("is not covered up by a look that the web program makes before the worker starts", async () => {
		await approved("5000");
		books.leave("5000");
		await askBalance(system, "XOF");
		await born();
		await prove();
		expect(Object.keys(await held())).toHaveLength(1);
	});

	test("holds nothing that was asked for after the start", async () => {
		const [old] = await approved("5000");
		books.leave("5000");
		await born();
		const [young] = await approved("5000");
		await prove();
		expect(Object.keys(await held())).toEqual([old?.id]);
		expect(young).toBeDefined();
	});

	test("by another system that shares the wallet stops nobody, unless an amount fits", async () => {
		await changeSharedWallet(admin, { currency: "XOF", shared: true });
		await approved("5000");
		books.leave("90000");
		books.arrive("4000", { line: false });
		await born();
		expect(await prove()).toBe(2);
		expect(await gaps()).toEqual([]);
		const [fits] = await approved("6000");
		await showLife(system, evening);
		books.leave("6000");
		await born();
		await prove();
		expect(await held()).toEqual({ [fits?.id ?? ""]: "line" });
	});

	test("goes by itself when the line of a payout of ours explains it, to the unit", async () => {
		const [lost, waiting] = await approved("5000", "5000");
		const life = await born();
		await prove();
		books.holdLines();
		// The answer is lost, the line is late, and the service takes a fee that nobody expected.
		script.post = (respond, body) => {
			books.leave(String(body.amount), { fee: "500.00" });
			respond.json(500, {});
		};
		expect(lost && (await send(life, lost))).toBe("sent");
		await born();
		await prove();
		expect(await held()).toEqual({ [waiting?.id ?? ""]: "fall" });
		books.writeLines();
		await prove();
		expect(await gaps()).toEqual([]);
		expect(await doubt()).toBeUndefined();
	});

	test("is not explained by an equal payout without a line that the balance had lost before", async () => {
		const [lost, waiting] = await approved("5000", "5000");
		const life = await born();
		await prove();
		books.holdLines();
		script.post = (respond, body) => {
			books.leave(String(body.amount));
			respond.json(500, {});
		};
		expect(lost && (await send(life, lost))).toBe("sent");
		await askBalance(system, "XOF");
		await showLife(system, life);
		clock.advance(HOUR);
		books.leave("5000");
		await born();
		await prove();
		expect(await held()).toEqual({ [waiting?.id ?? ""]: "fall" });
	});

	test("cannot be ruled out without a look from before, unless no worker ever lived here", async () => {
		const everything = sql`truncate continuity_gap, worker, wallet_look, attempt, payment_event, decision, payment cascade`;
		await everything.execute(database);
		await approved("5000");
		await born();
		await prove();
		expect(await gaps()).toEqual([]);
		await everything.execute(database);
		await born();
		await prove();
		const [payout] = await approved("5000");
		await born();
		await prove();
		expect(await held()).toEqual({ [payout?.id ?? ""]: "no_look" });
	});

	test("is seen also when the clock of the machine that comes back is hours behind the one that looked last", async () => {
		const [payout] = await approved("5000");
		books.leave("5000", { line: false });
		clock.advance(-14 * HOUR);
		await born();
		await prove();
		clock.advance(14 * HOUR);
		expect(Object.keys(await held())).toEqual([payout?.id]);
	});

	test("is nobody's once the service takes the line back, and the balance is what it was", async () => {
		const [waiting] = await approved("5000");
		const [lines, balance] = [script.movements, script.balance];
		books.leave("5000");
		await born();
		await prove();
		expect(await held()).toEqual({ [waiting?.id ?? ""]: "line" });
		script.movements = lines;
		script.balance = balance;
		script.updatedAt = ticking.now().toISOString();
		expect(await prove()).toBe(1);
		expect(await doubt()).toBeUndefined();
	});

	test("is not explained by an import, nor by a word said while it is held: what a lost database sent looks just like that", async () => {
		const [payout] = await approved("5000");
		books.leave("5000");
		await born();
		await prove();
		const line = await database
			.selectFrom("movement")
			.selectAll()
			.where("amount", "=", "5000.00")
			.executeTakeFirstOrThrow();
		const imported = {
			reference: "TX-LOST",
			state: "found" as const,
			transaction_type: "withdrawal",
			amount: "5000.00",
		};
		await database
			.insertInto("imported_transaction")
			.values({
				...{ ...imported, environment: line.environment, currency: "XOF", service_status: "success", position: 1 },
				...{ created_at: line.created_at, processed_at: line.created_at, last_checked_at: clock.now() },
				...{ imported_by: admin.member.id, imported_at: clock.now() },
			})
			.execute();
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
		books.leave("5000");
		await born();
		const [before] = await gaps();
		// The worker dies here. Another one starts, and one more.
		await level();
		clock.advance(60_000);
		await born();
		await born();
		const [after] = await gaps();
		expect([after?.since, after?.look_id, after?.movement_id]).toEqual([
			before?.since,
			before?.look_id,
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
		clock.advance(60 * 24 * HOUR);
		expect(await expirePayments(system)).toBe(0);
		await prove();
		expect(await expirePayments(system)).toBe(2);
	});
});

describe("a process that was away", () => {
	test("asks the wallet before the next payout when its clock has jumped", async () => {
		const [payout] = await approved("5000");
		const life = await born();
		await prove();
		clock.advance(60_000);
		expect(payout && (await send(life, payout))).toBe("wallet_unproved");
		expect((await gaps())[0]?.cause).toBe("clock");
		await showLife(system, life);
		await prove();
		expect(payout && (await send(life, payout))).toBe("sent");
	});

	test("keeps the gap also when the heartbeat comes before the next payout", async () => {
		const life = await born();
		await prove();
		const [payout] = await approved("5000");
		await sql`update worker set seen_at = seen_at - interval '2 minutes'`.execute(database);
		life.mark = life.mark && { ...life.mark, database: life.mark.database - 120_000 };
		books.leave("5000");
		await showLife(system, life);
		expect(payout && (await send(life, payout))).toBe("wallet_unproved");
		await prove();
		expect(await held()).toEqual({ [payout?.id ?? ""]: "line" });
	});

	test("knows that another state of the database was put back under its feet", async () => {
		const life = await born();
		await prove();
		await sql`update worker set seen_at = seen_at - interval '3 seconds'`.execute(database);
		await showLife(system, life);
		expect((await gaps())[0]?.cause).toBe("went_back");
	});

	test("opens no gap while its signs of life follow each other", async () => {
		const life = await born();
		await prove();
		for (let turn = 0; turn < 5; turn += 1) {
			clock.advance(5_000);
			await showLife(system, life);
		}
		expect(await gaps()).toEqual([]);
	});
});

describe("two workers", () => {
	test("one starts anew while the other sends: nobody is stopped, and payouts of unknown outcome explain themselves", async () => {
		const first = await born();
		await prove();
		const payouts = await approved("5000", "5000", "9000", "12000");
		const [one, two, three, four] = payouts;
		expect(one && (await send(first, one))).toBe("sent");
		let arrived = () => {};
		const onTheWire = new Promise<void>((is) => {
			arrived = is;
		});
		let letGo = () => {};
		const held_ = new Promise<void>((go) => {
			letGo = go;
		});
		const { post } = script;
		script.post = async (respond, body, request) => {
			// Reserved at the request; the answer is waited for.
			books.leave(String(body.amount), { line: false });
			arrived();
			await held_;
			respond.json(201, answerTo(body));
			void post;
			void request;
		};
		const sending = two && send(first, two);
		await onTheWire;
		const second = await born();
		await prove();
		expect(await gaps()).toEqual([]);
		letGo();
		expect(await sending).toBe("sent");
		// The next one is never answered, takes no fee, and has no line.
		script.post = (respond, body) => {
			books.leave(String(body.amount), { line: false, fee: "0.00" });
			respond.json(500, {});
		};
		expect(three && (await send(second, three))).toBe("sent");
		await recoverAttempts(system);
		await born();
		await prove();
		expect(await gaps()).toEqual([]);
		expect(await doubt()).toBeUndefined();
		expect(four && (await desk.state(four.id))).toBe("approved");
	});
});

describe("an admin's answer", () => {
	async function heldThree() {
		const three = await approved("5000", "4000", "3000");
		const free = (await approved("90000"))[0];
		books.leave("5000", { line: false });
		const life = await born();
		await prove();
		expect(Object.keys(await held())).toHaveLength(3);
		return { three, free, life };
	}
	const answer = (answers: Record<string, WitnessAnswer>, seen: string | null = "5050.00") =>
		answerWallet(admin, {
			currency: "XOF",
			seen,
			answers: Object.entries(answers).map(([paymentId, word]) => ({ paymentId, answer: word })),
			reason: REASON,
		});

	test("lets one go, expires one and marks one as having left; what was not held goes on", async () => {
		const { three, free, life } = await heldThree();
		const [first, second, third] = three.map(({ id }) => id);
		const said = { [first ?? ""]: "left", [second ?? ""]: "expire", [third ?? ""]: "release" } as const;
		await sql`delete from graphile_worker._private_jobs`.execute(database);
		expect(await answer(said)).toEqual({ left: 1, expire: 1, release: 1 });
		expect(await doubt()).toBeUndefined();
		expect(await gaps()).toEqual([]);
		expect(await Promise.all([first, second, third].map((id) => desk.state(id ?? "")))).toEqual([
			"may_have_left",
			"may_have_left",
			"approved",
		]);
		expect((await desk.jobs("send_payment")).map(({ payload }) => payload.paymentId).sort()).toEqual(
			[third, free?.id].sort(),
		);
		expect(free && (await send(life, free))).toBe("sent");
		const events = await database
			.selectFrom("payment_event")
			.select(["event", "note"])
			.where("note", "=", REASON)
			.orderBy("event")
			.execute();
		expect(events.map(({ event }) => event)).toEqual(["expired_by_doubt", "marked_as_left", "said_not_left"]);
	});

	test("is for good: the same part of the balance holds nothing at the next start", async () => {
		const { three } = await heldThree();
		await answer(Object.fromEntries(three.map(({ id }) => [id, "release" as const])));
		await born();
		await prove();
		expect(await gaps()).toEqual([]);
	});

	test("must be a word on every held payout, on what was seen, and of an admin with a reason", async () => {
		const { three } = await heldThree();
		const all = Object.fromEntries(three.map(({ id }) => [id, "release" as const]));
		const { [three[0]?.id ?? ""]: _one, ...some } = all;
		await expect(answer(some)).rejects.toMatchObject({ code: "stale_version" });
		await expect(answer(all, "5051.00")).rejects.toMatchObject({ code: "stale_version" });
		const said = { currency: "XOF", seen: "5050.00", answers: [], reason: "short" };
		await expect(answerWallet(admin, said)).rejects.toMatchObject({ code: "invalid_input" });
		await expect(answerWallet(desk.approver, { ...said, reason: REASON })).rejects.toMatchObject({ code: "forbidden" });
		await expect(acknowledgeDoubt(admin, { reason: REASON })).rejects.toMatchObject({ code: "conflict" });
		expect(await doubt()).toMatchObject({ kind: "wallet_unproved" });
		expect(Object.keys(await held())).toHaveLength(3);
	});

	test("lets a wallet go that cannot be read", async () => {
		const [payout] = await approved("5000");
		script.instead = (request, respond) => {
			if (request.method === "POST" || !request.path.endsWith("/movements/")) return false;
			respond.json(500, {});
			return true;
		};
		const life = await born();
		await prove();
		expect(await readWalletWait(system)).not.toBeNull();
		expect(await answer({}, null)).toEqual({ left: 0, expire: 0, release: 0 });
		expect(payout && (await send(life, payout))).toBe("sent");
	});
});
