import { beforeEach, describe, expect, test } from "vitest";
import { toDecimal } from "#lib/money.ts";
import { readDay } from "#server/reconciliation/read-day.ts";
import { BEGIN, CURRENCY, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { clock, reconcile, pay, line, look, read, viewer, database } = wallet;
beforeEach(() => wallet.clear());

/** A payout an hour, each with its line and its fee, and a look after each. */
async function aDay({ fee = "beside" as "beside" | "inside", from = BEGIN, lines = 4 } = {}): Promise<bigint> {
	let balance = 100_000_00n;
	await look("100000.00", from - MINUTE);
	for (let turn = 0; turn < lines; turn += 1) {
		const at = from + turn * HOUR;
		await pay({ at });
		await line({ at: at + 2_000 });
		balance -= fee === "beside" ? 505_000n : 500_000n;
		await look(decimal(balance), at + MINUTE, at + 2_000);
	}
	return balance;
}

/** A day in whose wallet there is enough for a large batch. */
async function richDay(): Promise<bigint> {
	await aDay();
	await line({ type: "deposit", amount: "90000000.00", fee: "0.00", at: BEGIN + 4 * HOUR });
	await look("90079800.00", BEGIN + 4 * HOUR + MINUTE);
	return 90_079_800_00n;
}

const decimal = toDecimal;
const status = async () => (await read()).days.map(({ day, status: of, gap }) => [day, of, gap]);

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
			["2026-03-02", "no_look"],
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

describe("looks and lines are not taken at the same moment", () => {
	test("a payout that is on its way is taken off before its line is dated: both looks are proved", async () => {
		await aDay({ lines: 2 });
		await pay({ at: BEGIN + 3 * HOUR });
		await look("84850.00", BEGIN + 3 * HOUR + MINUTE, BEGIN + 3 * HOUR);
		await line({ at: BEGIN + 3 * HOUR + 5 * MINUTE });
		await look("84850.00", BEGIN + 4 * HOUR, BEGIN + 3 * HOUR);
		clock.advance(DAY);
		await reconcile();
		expect(await status()).toEqual([["2026-03-01", "proved", "0.00"]]);
	});

	test("a payout still on its way at midnight is said, and the day is proved", async () => {
		const balance = await aDay();
		await pay({ at: BEGIN + 10 * HOUR, state: "pending" });
		await look(decimal(balance - 505_000n), BEGIN + 11 * HOUR);
		clock.advance(DAY);
		await reconcile();
		expect((await read()).days).toMatchObject([{ status: "proved", held: "-5050.00", explained: "-25250.00" }]);
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
		await database
			.updateTable("payment")
			.set({ processed_at: new Date(BEGIN + 6.5 * HOUR) })
			.where("id", "=", one)
			.execute();
		await look(decimal(balance + 14_393_00n), BEGIN + 6.6 * HOUR);
		await reconcile();
		expect((await read()).current).toMatchObject({ status: "proved", gap: "0.00", held: "0.00" });
	});

	/** A batch within a minute, none of it with a line yet; what each takes, fee and all. */
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
			await database
				.updateTable("payment")
				.set({ processed_at: new Date(at + 20 * MINUTE) })
				.where("id", "=", id)
				.execute();
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
		clock.advance(7 * HOUR);
		await reconcile();
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
		clock.advance(DAY);
		await reconcile();
		expect(await status()).toEqual([["2026-03-01", "proved", "0.00"]]);
	});

	test("a gap is not hidden by moving a line over a look: it stays, to the unit, in the sum", async () => {
		const balance = await aDay();
		await look(decimal(balance - 505_000n), BEGIN + 5 * HOUR);
		await line({ at: BEGIN + 7 * HOUR });
		await look(decimal(balance - 505_000n), BEGIN + 8 * HOUR);
		await look(decimal(balance - 1_010_000n), BEGIN + 9 * HOUR);
		clock.advance(DAY);
		await reconcile();
		expect(await status()).toEqual([["2026-03-01", "gap", "-5050.00"]]);
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
