import { beforeEach, describe, expect, test } from "vitest";
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import { toDecimal } from "#lib/money.ts";
import { keepFeeRule } from "#server/reconciliation/keep-fee-rule.ts";
import { readDay } from "#server/reconciliation/read-day.ts";
import { readCurrentStretch } from "#server/reconciliation/read-reconciliation.ts";
import { insertRows, updateRows } from "#tests/support/rows/rows.ts";
import { daysOf } from "#tests/support/wallet/reconciled-days.ts";
import { BEGIN, CURRENCY, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { clock, reconcile, pay, line, look, read, viewer, admin, database, system, environment } = wallet;
const { aDay, status } = daysOf(wallet);
const decimal = toDecimal;
beforeEach(() => wallet.clear());

describe("the proof of a day", () => {
	test("is green when the change of the balance equals the lines between, fees on top of payouts, before that up to the newest look that the mirror has caught up with", async () => {
		await aDay();
		await reconcile(6 * HOUR);
		expect((await read()).current).toMatchObject({ status: "proved", gap: "0.00", closing: { balance: "79800.00" } });
		await reconcile(18 * HOUR);
		expect(await status()).toEqual([["2026-03-01", "proved", "0.00"]]);
		const [day] = (await read()).days;
		expect(day).toMatchObject({ change: "-20200.00", explained: "-20200.00", totals: { count: 4, fees: "200.00" } });
	});

	test("is made of a wallet from which nothing was paid here, too", async () => {
		await look("100000.00", BEGIN - MINUTE);
		await line({ at: BEGIN });
		await look("94950.00", BEGIN + HOUR);
		await reconcile(DAY);
		expect(await status()).toEqual([["2026-03-01", "proved", "0.00"]]);
		expect(await read()).toMatchObject({ booksFrom: null, exceptionCount: 0 });
	});

	test("counts fees inside the amount once an admin keeps what the first month proposes, and proves the days again", async () => {
		await aDay({ fee: "inside" });
		await reconcile(DAY);
		expect(await status()).toEqual([["2026-03-01", "gap", "200.00"]]);
		const rule: FeeRule = { deposit: "beside", withdrawal: "inside", types: [] };
		expect((await read()).feeProposal).toEqual({ rule, tested: 4, agreeing: 4 });
		await expect(keepFeeRule(viewer, { currency: CURRENCY, rule })).rejects.toMatchObject({ code: "forbidden" });
		await keepFeeRule(admin, { currency: CURRENCY, rule });
		await reconcile();
		expect(await status()).toEqual([["2026-03-01", "proved", "0.00"]]);
		expect(await read()).toMatchObject({ feeRule: rule, feeProposal: null, days: [{ rule, change: "-20000.00" }] });
	});

	test("a rule that another admin changed since a page read it is not overwritten", async () => {
		const seen = (await read()).feeRule;
		await keepFeeRule(admin, { currency: CURRENCY, rule: { ...seen, withdrawal: "inside" }, seen });
		const types: FeeRule["types"] = [{ type: "commission", effect: "out" }];
		const later = keepFeeRule(admin, { currency: CURRENCY, rule: { ...seen, types }, seen });
		await expect(later).rejects.toMatchObject({ code: "stale_version" });
		const now = (await read()).feeRule;
		expect(now).toEqual({ ...seen, withdrawal: "inside" });
		await keepFeeRule(admin, { currency: CURRENCY, rule: { ...now, types }, seen: now });
		expect((await read()).feeRule).toEqual({ ...now, types });
	});

	test("is told anew of the day that goes on once people kept a rule, while no line came", async () => {
		await aDay({ fee: "inside" });
		await reconcile(4 * HOUR);
		const current = async () => (await readCurrentStretch(system, { environment, currency: CURRENCY }))?.status;
		expect(await current()).toBe("gap");
		await keepFeeRule(admin, { currency: CURRENCY, rule: { deposit: "beside", withdrawal: "inside", types: [] } });
		expect(await current()).toBe("proved");
	});

	test("counts a line that is a fee alone, and a payout on its way beside it", async () => {
		await look("100000.00", BEGIN - MINUTE);
		await line({ at: BEGIN, amount: "0.00", fee: "50.00" });
		await pay({ at: BEGIN + HOUR, state: "pending" });
		await look("99950.00", BEGIN + 2 * HOUR);
		await reconcile(DAY);
		expect(await status()).toEqual([["2026-03-01", "proved", "0.00"]]);
	});

	test("names a line that is not there to the unit, with the payment and the fee that would go with it", async () => {
		const balance = await aDay();
		const missing = await pay({ at: BEGIN + 5 * HOUR, amount: "7000.00" });
		await look(decimal(balance - 707_000n), BEGIN + 5 * HOUR + MINUTE);
		await reconcile(DAY);
		const { feeProposal, days } = await read();
		const [day] = days;
		// The lines agree with the usual rule, so no other one is proposed.
		expect(feeProposal).toBeNull();
		expect(day).toMatchObject({ status: "gap", gap: "-7070.00" });
		expect(day?.explanations).toEqual([
			{ kind: "missing", amount: "-7070.00", fee: "70.00", lineIds: [], paymentIds: [missing] },
		]);
	});

	test("names a line dated just outside the looks between which the balance moved, on both days", async () => {
		const balance = await aDay();
		await look(decimal(balance - 80_800n), BEGIN + 15 * HOUR);
		const id = await line({ at: BEGIN + 20 * HOUR, amount: "800.00", fee: "8.00" });
		await look(decimal(balance - 80_800n), BEGIN + 21 * HOUR);
		await reconcile(2 * DAY);
		const [second, first] = (await read()).days;
		expect([first?.gap, second?.gap]).toEqual(["-808.00", "808.00"]);
		expect(first?.explanations).toMatchObject([{ kind: "outside", lineIds: [id] }]);
		expect(second?.explanations).toMatchObject([{ kind: "foreign", lineIds: [id] }]);
	});

	test("names what comes nearest where no one cause alone comes out to the unit", async () => {
		const balance = await aDay();
		const missing = await pay({ at: BEGIN + 5 * HOUR, amount: "7000.00" });
		const foreign = await line({ at: BEGIN + 5 * HOUR + MINUTE * 10, amount: "911.00", fee: "0.00" });
		await look(decimal(balance - 707_000n), BEGIN + 6 * HOUR);
		await reconcile(DAY);
		const [day] = (await read()).days;
		expect(day?.gap).toBe("-6159.00");
		expect(day?.explanations).toMatchObject([
			{ kind: "missing", amount: "-7070.00", paymentIds: [missing] },
			{ kind: "foreign", amount: "911.00", lineIds: [foreign] },
		]);
	});

	test("is kept for ever: what comes later is a new proof beside the old one, and the page shows the newest", async () => {
		const balance = await aDay();
		await pay({ at: BEGIN + 5 * HOUR, amount: "7000.00" });
		await look(decimal(balance - 707_000n), BEGIN + 5 * HOUR + MINUTE);
		await reconcile(DAY);
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
		await reconcile(DAY - 8 * HOUR + 20 * MINUTE);
		expect(await status()).toEqual([]);
		await reconcile(DAY + HOUR);
		expect((await status()).map(([day, of]) => [day, of])).toEqual([
			["2026-03-02", "no_reading"],
			["2026-03-01", "proved"],
		]);
	});

	test("what went while nobody read the balance for weeks is a gap of the first day with a reading again", async () => {
		await aDay();
		await look("79500.00", BEGIN + 45 * DAY);
		await reconcile(46 * DAY);
		expect((await status())[0]).toEqual(["2026-04-15", "gap", "-300.00"]);
	});

	test("a late line of last week is in its day's proof, although a line of a year before it came with it", async () => {
		await aDay();
		await look("79800.00", BEGIN + 450 * DAY);
		await reconcile(451 * DAY);
		await reconcile();
		const newest = async () => (await readDay(viewer, { currency: CURRENCY, day: "2027-05-25" })).proof.gap;
		expect(await newest()).toBe("0.00");
		await line({ at: BEGIN + DAY, amount: "100.00", fee: "0.00" });
		await line({ at: BEGIN + 449 * DAY, amount: "200.00", fee: "0.00" });
		await reconcile();
		expect(await newest()).toBe("300.00");
	});

	test("a gap of months ago is proved again, too, once an admin keeps how fees count", async () => {
		await aDay({ fee: "inside" });
		await reconcile(60 * DAY);
		const first = async () => (await readDay(viewer, { currency: CURRENCY, day: "2026-03-01" })).proof.status;
		expect(await first()).toBe("gap");
		const rule: FeeRule = { deposit: "beside", withdrawal: "inside", types: [] };
		await keepFeeRule(admin, { currency: CURRENCY, rule });
		await reconcile();
		expect(await first()).toBe("proved");
	});

	test("a gap in a list that may be cut is called that", async () => {
		await aDay();
		await look("1.00", BEGIN + 6 * HOUR);
		clock.advance(DAY);
		await insertRows(database, "movement_sync", {
			...{ environment: wallet.environment, currency: CURRENCY, started_at: clock.now(), may_be_cut: true },
		});
		await reconcile();
		expect((await status()).map(([, of]) => of)).toEqual(["cut"]);
	});
});

test("a type that nobody described enters no balance and is named, until an admin keeps the sign that the balance supports", async () => {
	const balance = await aDay();
	await line({ type: "commission", amount: "300.00", fee: "7.00", at: BEGIN + 6 * HOUR });
	await look(decimal(balance - 30_700n), BEGIN + 6 * HOUR + MINUTE, BEGIN + 6 * HOUR);
	await reconcile(DAY);
	const day = { status: "gap", gap: "-307.00", unsigned: ["commission"], totals: { count: 5, fees: "200.00" } };
	expect((await read()).days).toMatchObject([day]);
	const { feeProposal } = await read();
	expect(feeProposal?.rule.types).toEqual([{ type: "commission", effect: "out" }]);
});

describe("people see", () => {
	test("a day with its lines, whose they are, and the balance after each", async () => {
		await aDay({ lines: 2 });
		await reconcile(DAY);
		const { lines, proof } = await readDay(viewer, { currency: CURRENCY, day: "2026-03-01" });
		expect(lines.map(({ balanceAfter, status: of, how }) => [balanceAfter, of, how])).toEqual([
			["94950.00", "matched", "time"],
			["89900.00", "matched", "time"],
		]);
		expect(proof.closing?.balance).toBe("89900.00");
		const refused = readDay(viewer, { currency: CURRENCY, day: "2026-02-01" });
		await expect(refused).rejects.toMatchObject({ code: "not_found" });
	});

	test("balances after lines that begin and end at the day's own, with what was on its way at each end", async () => {
		const balance = await aDay();
		await pay({ at: BEGIN + 10 * HOUR, state: "succeeded" });
		const late = await pay({ at: BEGIN + 15.9 * HOUR, amount: "9000.00", state: "pending" });
		await line({ at: BEGIN + 10 * HOUR + 2_000 });
		await look(decimal(balance - 505_000n - 909_000n), BEGIN + 15.95 * HOUR);
		await reconcile(17 * HOUR);
		await line({ at: BEGIN + 16.6 * HOUR, amount: "9000.00", fee: "90.00" });
		await wallet.move(late, "succeeded");
		await updateRows(database, "payment", { id: late }, { processed_at: new Date(BEGIN + 16.6 * HOUR) });
		await look(decimal(balance - 505_000n - 909_000n), BEGIN + 18 * HOUR);
		await reconcile(DAY);
		for (const [day, last] of [
			["2026-03-01", decimal(balance - 505_000n)],
			["2026-03-02", decimal(balance - 505_000n - 909_000n)],
		] as const) {
			const { lines, proof } = await readDay(viewer, { currency: CURRENCY, day });
			expect([day, proof.status, lines.at(-1)?.balanceAfter]).toEqual([day, "proved", last]);
		}
	});
});
