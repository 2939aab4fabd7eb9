import { beforeEach, describe, expect, test } from "vitest";
import { toDecimal } from "#lib/money.ts";
import { readDay } from "#server/reconciliation/read-day.ts";
import { daysOf } from "#tests/support/wallet/reconciled-days.ts";
import { BEGIN, CURRENCY, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { clock, reconcile, pay, line, look, read, viewer, database } = wallet;
const { aDay, status } = daysOf(wallet);
const decimal = toDecimal;
beforeEach(() => wallet.clear());

describe("the proof of a day", () => {
	test("is green when the change of the balance equals the lines between, fees on top of payouts", async () => {
		await aDay();
		clock.advance(DAY);
		await reconcile();
		expect(await status()).toEqual([["2026-03-01", "proved", "0.00"]]);
		const [day] = (await read()).days;
		expect(day).toMatchObject({ change: "-20200.00", explained: "-20200.00", totals: { count: 4, fees: "200.00" } });
		expect(day?.reading).toMatchObject({ withdrawal: "beside", tested: 4, agreeing: 4 });
	});

	test("finds that fees are inside the amount where the balance says so", async () => {
		await aDay({ fee: "inside" });
		clock.advance(DAY);
		await reconcile();
		const [day] = (await read()).days;
		expect(day).toMatchObject({ status: "proved", change: "-20000.00", reading: { withdrawal: "inside" } });
	});

	test("says that both readings fit where no fee was ever taken, and that none does where nothing comes out even", async () => {
		await pay();
		await look("10000.00", BEGIN - MINUTE);
		await line({ fee: "0.00" });
		await look("5000.00", BEGIN + MINUTE);
		await pay({ at: BEGIN + DAY });
		await line({ at: BEGIN + DAY + 2_000 });
		await look("77.00", BEGIN + DAY + MINUTE);
		clock.advance(2 * DAY);
		await reconcile();
		const [second, first] = (await read()).days;
		expect(first).toMatchObject({ status: "proved", reading: { withdrawal: "either", tested: 0 } });
		expect(second).toMatchObject({ status: "gap", gap: "127.00", reading: { withdrawal: "neither" } });
	});

	test("names a line that is not there to the unit, with the payment and the fee that would go with it", async () => {
		const balance = await aDay();
		const missing = await pay({ at: BEGIN + 5 * HOUR, amount: "7000.00" });
		await look(decimal(balance - 707_000n), BEGIN + 5 * HOUR + MINUTE);
		clock.advance(DAY);
		await reconcile();
		const [day] = (await read()).days;
		expect(day).toMatchObject({ status: "gap", gap: "-7070.00" });
		expect(day?.explanations).toEqual([
			[{ kind: "missing", amount: "-7070.00", fee: "70.00", lineIds: [], paymentIds: [missing] }],
		]);
	});

	test("names a line dated just outside the looks between which the balance moved, on both days", async () => {
		const balance = await aDay();
		await look(decimal(balance - 80_800n), BEGIN + 15 * HOUR);
		const id = await line({ at: BEGIN + 20 * HOUR, amount: "800.00", fee: "8.00" });
		await look(decimal(balance - 80_800n), BEGIN + 21 * HOUR);
		clock.advance(2 * DAY);
		await reconcile();
		const [second, first] = (await read()).days;
		expect([first?.gap, second?.gap]).toEqual(["-808.00", "808.00"]);
		expect(first?.explanations).toMatchObject([[{ kind: "outside", lineIds: [id] }]]);
		expect(second?.explanations).toMatchObject([[{ kind: "foreign", lineIds: [id] }]]);
	});

	test("names two causes together where no one alone comes out to the unit", async () => {
		const balance = await aDay();
		const missing = await pay({ at: BEGIN + 5 * HOUR, amount: "7000.00" });
		const foreign = await line({ at: BEGIN + 5 * HOUR + MINUTE * 10, amount: "911.00", fee: "0.00" });
		await look(decimal(balance - 707_000n), BEGIN + 6 * HOUR);
		clock.advance(DAY);
		await reconcile();
		const [day] = (await read()).days;
		expect(day?.gap).toBe("-6159.00");
		const [parts] = day?.explanations ?? [];
		expect(parts?.map(({ kind }) => kind).sort()).toEqual(["foreign", "missing"]);
		expect(parts?.flatMap((part) => [...part.lineIds, ...part.paymentIds]).sort()).toEqual([foreign, missing].sort());
	});

	test("is kept for ever: what comes later is a new proof beside the old one, and the page shows the newest", async () => {
		const balance = await aDay();
		await pay({ at: BEGIN + 5 * HOUR, amount: "7000.00" });
		await look(decimal(balance - 707_000n), BEGIN + 5 * HOUR + MINUTE);
		clock.advance(DAY);
		await reconcile();
		await line({ at: BEGIN + 5 * HOUR + 2_000, amount: "7000.00", fee: "70.00" });
		await reconcile();
		expect(await status()).toEqual([["2026-03-01", "proved", "0.00"]]);
		const kept = await database.selectFrom("balance_proof").select("status").orderBy("id").execute();
		expect(kept.map((row) => row.status)).toEqual(["gap", "proved"]);
		await expect(wallet.pool.query("delete from balance_proof")).rejects.toThrow("append-only");
		expect(await readDay(viewer, { currency: CURRENCY, day: "2026-03-01" })).toMatchObject({ revisions: 1 });
	});

	test("is not worked out before half an hour after the day, and says when nobody looked", async () => {
		await aDay();
		clock.advance(DAY - 8 * HOUR + 20 * MINUTE);
		await reconcile();
		expect(await status()).toEqual([]);
		clock.advance(DAY + HOUR);
		await reconcile();
		expect((await status()).map(([day, of]) => [day, of])).toEqual([
			["2026-03-02", "no_reading"],
			["2026-03-01", "proved"],
		]);
	});

	test("a gap in a list that may be cut is called that", async () => {
		await aDay();
		await look("1.00", BEGIN + 6 * HOUR);
		clock.advance(DAY);
		await database
			.insertInto("movement_sync")
			.values({
				...{ environment: wallet.environment, currency: CURRENCY, started_at: clock.now(), may_be_cut: true },
			})
			.execute();
		await reconcile();
		expect((await status()).map(([, of]) => of)).toEqual(["cut"]);
	});
});

describe("a type that nobody described", () => {
	test("is given the sign that the balance supports, and said", async () => {
		const balance = await aDay();
		await line({ type: "commission", amount: "300.00", fee: "0.00", at: BEGIN + 6 * HOUR });
		await look(decimal(balance - 30_000n), BEGIN + 6 * HOUR + MINUTE, BEGIN + 6 * HOUR);
		clock.advance(DAY);
		await reconcile();
		const [day] = (await read()).days;
		expect(day).toMatchObject({ status: "proved", reading: { types: [{ type: "commission", effect: "out" }] } });
	});
});

describe("people see", () => {
	test("a day with its lines, whose they are, and the balance after each", async () => {
		await aDay({ lines: 2 });
		clock.advance(DAY);
		await reconcile();
		const { lines, proof } = await readDay(viewer, { currency: CURRENCY, day: "2026-03-01" });
		expect(lines.map(({ balanceAfter, status: of, how }) => [balanceAfter, of, how])).toEqual([
			["94950.00", "matched", "time"],
			["89900.00", "matched", "time"],
		]);
		expect(proof.closing?.balance).toBe("89900.00");
		await expect(readDay(viewer, { currency: CURRENCY, day: "2026-02-01" })).rejects.toMatchObject({
			code: "not_found",
		});
	});

	test("balances after lines that begin and end at the day's own, with what was on its way at each end", async () => {
		const balance = await aDay();
		await pay({ at: BEGIN + 10 * HOUR, state: "succeeded" });
		const late = await pay({ at: BEGIN + 15.9 * HOUR, amount: "9000.00", state: "pending" });
		await line({ at: BEGIN + 10 * HOUR + 2_000 });
		await look(decimal(balance - 505_000n - 909_000n), BEGIN + 15.95 * HOUR);
		clock.advance(17 * HOUR);
		await reconcile();
		await line({ at: BEGIN + 16.6 * HOUR, amount: "9000.00", fee: "90.00" });
		await wallet.move(late, "succeeded");
		await database
			.updateTable("payment")
			.set({ processed_at: new Date(BEGIN + 16.6 * HOUR) })
			.where("id", "=", late)
			.execute();
		await look(decimal(balance - 505_000n - 909_000n), BEGIN + 18 * HOUR);
		clock.advance(DAY);
		await reconcile();
		for (const [day, last] of [
			["2026-03-01", decimal(balance - 505_000n)],
			["2026-03-02", decimal(balance - 505_000n - 909_000n)],
		] as const) {
			const { lines, proof } = await readDay(viewer, { currency: CURRENCY, day });
			expect([day, proof.status, lines.at(-1)?.balanceAfter]).toEqual([day, "proved", last]);
		}
	});

	test("the answer up to the newest look that the mirror has caught up with", async () => {
		await aDay();
		clock.advance(6 * HOUR);
		await reconcile();
		const { current } = await read();
		expect(current).toMatchObject({ status: "proved", gap: "0.00", closing: { balance: "79800.00" } });
	});
});
