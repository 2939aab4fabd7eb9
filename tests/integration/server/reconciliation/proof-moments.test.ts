import { beforeEach, describe, expect, test } from "vitest";
import { toDecimal } from "#lib/money.ts";
import { readClosingBalances, readDayRules } from "#server/reconciliation/read-closing-balances.ts";
import { readStatement } from "#server/statements/read-statement.ts";
import { updateRows } from "#tests/support/rows/rows.ts";
import { daysOf } from "#tests/support/wallet/reconciled-days.ts";
import { BEGIN, CURRENCY, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { clock, reconcile, pay, line, look, read, database } = wallet;
const { aDay, richDay, status } = daysOf(wallet);
const decimal = toDecimal;
beforeEach(() => wallet.clear());

describe("looks and lines are not taken at the same moment", () => {
	test("a payout that is on its way is taken off before its line is dated: both looks are proved", async () => {
		await aDay({ lines: 2 });
		await pay({ at: BEGIN + 3 * HOUR });
		await look("84850.00", BEGIN + 3 * HOUR + MINUTE, BEGIN + 3 * HOUR);
		await line({ at: BEGIN + 3 * HOUR + 5 * MINUTE });
		await look("84850.00", BEGIN + 4 * HOUR, BEGIN + 3 * HOUR);
		await reconcile(DAY);
		expect(await status()).toEqual([["2026-03-01", "proved", "0.00"]]);
	});

	test("a gap stays undecided where the service answers the last look with an older balance", async () => {
		await look("100000.00", BEGIN + HOUR);
		await line({ at: BEGIN + 105 * MINUTE });
		await look("94473.00", BEGIN + 2 * HOUR);
		await look("99523.00", BEGIN + 140 * MINUTE, BEGIN + 80 * MINUTE);
		await reconcile(DAY);
		expect((await read()).days.map(({ gap, isDecided }) => [gap, isDecided])).toEqual([["-477.00", undefined]]);
	});

	test("a payout still on its way at midnight is said, and the day is proved", async () => {
		const balance = await aDay();
		await pay({ at: BEGIN + 10 * HOUR, state: "pending" });
		await look(decimal(balance - 505_000n), BEGIN + 11 * HOUR);
		await reconcile(DAY);
		expect((await read()).days).toMatchObject([{ status: "proved", held: "-5050.00", explained: "-25250.00" }]);
		// By the lines alone the day closed with 5,050 more, and the day before with 20,200 more than that.
		const [before, day] = ["2026-02-28", "2026-03-01"];
		const lines = (name: string, minor: bigint) => ({ day: name, balance: decimal(minor), known: "reckoned" as const });
		const key = { environment: wallet.environment, currency: CURRENCY };
		const rules = await readDayRules(wallet.system, key, [before, day]);
		const computed = [lines(before, 1_000n + 2_020_000n), lines(day, 1_000n)];
		const closings = await readClosingBalances(wallet.system, key, computed, rules);
		expect(closings).toEqual([
			{ day: before, balance: decimal(balance + 2_020_000n), known: "reckoned" },
			{ day, balance: decimal(balance - 505_000n), known: "seen", onTheWay: "5050.00" },
		]);
		// A statement closes with the same amounts.
		const { closing, unexplained } = await readStatement(wallet.viewer, { currency: CURRENCY, from: day, to: day });
		expect(closing).toMatchObject({ amount: decimal(balance - 505_000n), onTheWay: "5050.00" });
		expect(unexplained).toBe("0.00");
	});

	test("a payout that is pending over midnight and debited at its end is no gap of the day on which it ends", async () => {
		const balance = await aDay();
		const ends = BEGIN + 26 * HOUR;
		const id = await pay({ at: BEGIN + 15 * HOUR, state: "pending" });
		await look(decimal(balance), BEGIN + 15 * HOUR + 58 * MINUTE, BEGIN + 4 * HOUR);
		await reconcile(17 * HOUR);
		expect((await read()).days).toMatchObject([{ status: "proved", held: "0.00", closing: { taken: [] } }]);
		await look(decimal(balance), ends - MINUTE, BEGIN + 4 * HOUR);
		await wallet.move(id, "succeeded");
		await updateRows(database, "payment", { id }, { processed_at: new Date(ends) });
		await line({ at: ends });
		await look(decimal(balance - 505_000n), ends + MINUTE);
		await reconcile(DAY);
		expect(await status()).toEqual([
			["2026-03-02", "proved", "0.00"],
			["2026-03-01", "proved", "0.00"],
		]);
	});

	test("a payout debited before midnight and listed after it is counted once, also from a proof of an earlier version", async () => {
		const balance = (await aDay()) - 505_000n;
		const midnight = BEGIN + 16 * HOUR;
		await pay({ at: midnight - 3 * MINUTE });
		await look(decimal(balance), midnight - 2 * MINUTE);
		await line({ at: midnight + 2 * MINUTE });
		await reconcile(17 * HOUR);
		const debited = [{ paymentId: expect.any(String), effect: "-5050.00" }];
		expect((await read()).days).toMatchObject([{ status: "proved", closing: { taken: debited, held: "-5050.00" } }]);
		// Earlier versions named only payouts that had no line yet.
		await wallet.pool.query(`insert into balance_proof (environment, currency, day, status, proof, computed_at)
			select environment, currency, day, status, jsonb_set(proof, '{closing,taken}', '[]'), computed_at from balance_proof`);
		await look(decimal(balance), BEGIN + 20 * HOUR);
		await reconcile(DAY);
		expect((await status())[0]).toEqual(["2026-03-02", "proved", "0.00"]);
	});

	test("each payout on its way is judged by itself: what one has taken stays explained beside others that took nothing", async () => {
		const balance = (await aDay()) - 14_393_00n;
		clock.advance(7 * HOUR);
		const one = await pay({ at: BEGIN + 5 * HOUR, state: "pending", amount: "14250.00" });
		await look(decimal(balance), BEGIN + 5 * HOUR + MINUTE);
		await reconcile();
		const answer = { status: "proved", gap: "0.00", held: "-14393.00" };
		expect((await read()).current).toMatchObject(answer);
		await pay({ at: BEGIN + 6 * HOUR, state: "unknown", amount: "20000.00" });
		await pay({ at: BEGIN + 6 * HOUR + MINUTE, state: "pending", amount: "3000.00" });
		await look(decimal(balance), BEGIN + 6 * HOUR + 2 * MINUTE);
		await reconcile();
		expect((await read()).current).toMatchObject(answer);
		await wallet.move(one, "failed");
		await updateRows(database, "payment", { id: one }, { processed_at: new Date(BEGIN + 6.5 * HOUR) });
		await look(decimal(balance + 14_393_00n), BEGIN + 6.6 * HOUR);
		await reconcile();
		expect((await read()).current).toMatchObject({ status: "proved", gap: "0.00", held: "0.00" });
	});

	/** A batch within a minute, none of it with a line yet; `takes` includes the fee. */
	const aBatch = async (size: number, at: number) => {
		const sent: { id: string; amount: string; takes: bigint; at: number }[] = [];
		for (let place = 0; place < size; place += 1) {
			const units = 700 + ((place * 7_919) ** 2 % 9_973) * 5;
			const [amount, sentAt] = [`${units}.00`, at + Math.floor((place * 50_000) / size)];
			const id = await pay({ at: sentAt, state: "pending", amount });
			sent.push({ id, amount, takes: BigInt(units * 100 + Math.ceil(units / 100) * 100), at: sentAt });
		}
		return sent;
	};
	const sumOf = (some: readonly { takes: bigint }[]) => some.reduce((sum, { takes }) => sum + takes, 0n);

	test.each([20, 300])(
		"a batch of %i payouts, taken at once within the minute between two looks, is on its way and no gap",
		async (size) => {
			const balance = await richDay();
			const batch = await aBatch(size, BEGIN + 5 * HOUR);
			clock.advance(7 * HOUR);
			await look(decimal(balance - sumOf(batch)), BEGIN + 5 * HOUR + MINUTE);
			await reconcile();
			expect((await read()).current).toMatchObject({ status: "proved", gap: "0.00", held: decimal(-sumOf(batch)) });
		},
	);

	test("a batch of which all but one were taken is on its way without that one", async () => {
		const balance = await richDay();
		const batch = await aBatch(20, BEGIN + 5 * HOUR);
		const taken = batch.toSpliced(7, 1);
		clock.advance(7 * HOUR);
		await look(decimal(balance - sumOf(taken)), BEGIN + 5 * HOUR + MINUTE);
		await reconcile();
		expect((await read()).current).toMatchObject({ status: "proved", gap: "0.00", held: decimal(-sumOf(taken)) });
	});

	test("a batch stays explained while some of it get their lines and others are given back", async () => {
		const balance = await richDay();
		const at = BEGIN + 5 * HOUR;
		const batch = await aBatch(20, at);
		const [lined, back, rest] = [batch.slice(0, 6), batch.slice(6, 11), batch.slice(11)];
		clock.advance(7 * HOUR);
		await look(decimal(balance - sumOf(batch)), at + MINUTE);
		await reconcile();
		for (const { id, amount, takes } of lined) {
			const fee = decimal(takes - BigInt(Number(amount) * 100));
			await line({ at: at + 10 * MINUTE, amount, fee });
			await wallet.move(id, "succeeded");
		}
		await look(decimal(balance - sumOf(batch)), at + 11 * MINUTE);
		await reconcile();
		expect((await read()).current).toMatchObject({ status: "proved", held: decimal(-sumOf([...back, ...rest])) });
		for (const { id } of back) {
			await wallet.move(id, "failed");
			await updateRows(database, "payment", { id }, { processed_at: new Date(at + 20 * MINUTE) });
		}
		await look(decimal(balance - sumOf([...lined, ...rest])), at + 21 * MINUTE);
		await reconcile();
		expect((await read()).current).toMatchObject({ status: "proved", gap: "0.00", held: decimal(-sumOf(rest)) });
	});

	test("what left without anybody beside a batch is a gap", async () => {
		const balance = await richDay();
		const batch = await aBatch(20, BEGIN + 5 * HOUR);
		clock.advance(7 * HOUR);
		await look(decimal(balance - sumOf(batch) - 7_778_00n), BEGIN + 5 * HOUR + MINUTE);
		await reconcile();
		expect((await read()).current).toMatchObject({ status: "gap" });
	});

	test("what left without anybody is not explained by payouts on their way that come to another sum", async () => {
		const balance = await aDay();
		await pay({ at: BEGIN + 5 * HOUR, state: "unknown", amount: "20000.00" });
		await pay({ at: BEGIN + 5 * HOUR, state: "pending", amount: "3000.00" });
		await look(decimal(balance - 303_000n - 7_777_00n), BEGIN + 6 * HOUR);
		await reconcile(7 * HOUR);
		expect((await read()).current).toMatchObject({ status: "gap", gap: "-10807.00" });
	});

	test("a service whose clock is an hour ahead is proved all the same", async () => {
		let balance = 10_000_000n;
		await look("100000.00", BEGIN - MINUTE, BEGIN - MINUTE);
		for (let turn = 0; turn < 5; turn += 1) {
			const at = BEGIN + turn * 30 * MINUTE;
			await pay({ at });
			await line({ at: at + HOUR + 2_000 });
			balance -= 505_000n;
			await look(decimal(balance), at + MINUTE, at + HOUR + 2_000);
		}
		await reconcile(DAY);
		expect(await status()).toEqual([["2026-03-01", "proved", "0.00"]]);
	});

	test("a gap is not hidden by moving a line over a look: it stays, to the unit, in the sum", async () => {
		const balance = await aDay();
		await look(decimal(balance - 505_000n), BEGIN + 5 * HOUR);
		await line({ at: BEGIN + 7 * HOUR });
		await look(decimal(balance - 505_000n), BEGIN + 8 * HOUR);
		await look(decimal(balance - 1_010_000n), BEGIN + 9 * HOUR);
		await reconcile(DAY);
		expect(await status()).toEqual([["2026-03-01", "gap", "-5050.00"]]);
	});
});
