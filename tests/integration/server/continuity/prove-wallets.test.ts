import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { showLife } from "#server/continuity/life.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { readWalletWait } from "#server/continuity/read-wallet-witness.ts";
import { recoverAttempts } from "#server/payments/send/recover-attempts.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { answerTo } from "#tests/support/payment-desk.ts";
import { openNight } from "#tests/support/wallet/wallet-night.ts";

const { clock, desk, system, database, script, scene, born, send, approved, gaps, doubt, held, prove } =
	await openNight();

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

	test("lets go also what comes between its look at who waits and its commit", async () => {
		const [payout] = await approved("5000");
		const morning = await born();
		await sql`delete from graphile_worker._private_jobs`.execute(database);
		const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
		// As the proof does it, when it saw nobody to wake.
		const closing = database.transaction().execute(async (trx) => {
			await trx.deleteFrom("continuity_gap").execute();
			await committed;
		});
		const sending = payout && send(morning, payout);
		await untilWaiting(database, 1);
		commit();
		await closing;
		expect(await sending).toBe("wallet_unproved");
		expect((await desk.jobs("send_payment")).map(({ payload }) => payload.paymentId)).toEqual([payout?.id]);
		expect(payout && (await send(morning, payout))).toBe("sent");
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
		scene.books.arrive("12500");
		scene.books.arrive("999");
		scene.books.arrive("777", { line: false });
		await born();
		await prove();
		expect(await gaps()).toEqual([]);
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
		scene.books.leave("5000");
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
			scene.books.leave(String(body.amount), { line: false });
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
			scene.books.leave(String(body.amount), { line: false, fee: "0.00" });
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
