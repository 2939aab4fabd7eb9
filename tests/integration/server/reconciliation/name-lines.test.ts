import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { lineNamesSchema } from "#lib/contracts/line-name.ts";
import { nameLines } from "#server/reconciliation/name-lines.ts";
import { readDay } from "#server/reconciliation/read-day.ts";
import { updateRows } from "#tests/support/rows/rows.ts";
import { BEGIN, CURRENCY, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { clock, reconcile, pay, line, look, viewer, database, system } = wallet;
beforeEach(() => wallet.clear());

const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`;

async function names(ids: readonly string[], balances = true) {
	const query = { currency: CURRENCY, ids: [...ids], ...(balances ? ({ balances: "yes" } as const) : {}) };
	const { items } = lineNamesSchema.parse(await nameLines(viewer, query));
	return ids.map((id) => items.find((item) => item.id === id));
}

/** Payouts with their lines an hour apart, and a balance reading before the first and after the last. */
async function aDay(from: number, opening: bigint, count = 4): Promise<{ ids: string[]; closing: bigint }> {
	const ids: string[] = [];
	await look(decimal(opening), from - MINUTE);
	for (let turn = 0; turn < count; turn += 1) {
		const at = from + turn * HOUR;
		await pay({ at });
		ids.push(await line({ at: at + 2_000 }));
	}
	const closing = opening - BigInt(count) * 505_000n;
	await look(decimal(closing), from + count * HOUR);
	return { ids, closing };
}

describe("the name of a line", () => {
	test("is its payment's: whose number, masked, what for, which reference, and the way to it; is given for lines of the wallet asked about alone", async () => {
		const id = await pay();
		await database.updateTable("payment").set({ note: "Rent of March" }).where("id", "=", id).execute();
		const movement = await line();
		await reconcile();
		const [name] = await names([movement], false);
		expect(name).toMatchObject({
			status: "matched",
			payment: { id, kind: "payout", who: "+225 05 •• •• 03 04", note: "Rent of March" },
			reference: expect.stringMatching(/^TX-/),
			balanceAfter: null,
			noBalance: "unordered",
		});
		expect(JSON.stringify(name)).not.toContain("0501020304");
		const query = { currency: "XAF", ids: [movement] };
		expect(system.config.walletCurrencies).toContain("XAF");
		expect(await nameLines(viewer, query)).toEqual({ items: [] });
		const refused = nameLines(viewer, { currency: "GHS", ids: [movement] });
		await expect(refused).rejects.toMatchObject({ code: "wallet_unknown" });
	});

	test("says what a line without a payment is: open to question, explained by a person, or from before the books", async () => {
		await pay();
		const early = await line({ at: BEGIN - 90 * DAY });
		const foreign = await line({ at: BEGIN + 5 * HOUR, amount: "911.00" });
		await reconcile();
		expect((await names([early, foreign])).map((name) => [name?.status, name?.payment])).toEqual([
			["before_books", null],
			["unexplained", null],
		]);
	});
});

describe("the balance after a line", () => {
	test("is the look before it and all lines between, on days kept and on the day that goes on", async () => {
		const first = await aDay(BEGIN, 10_000_000n);
		const second = await aDay(BEGIN + DAY, first.closing);
		await reconcile(DAY + 6 * HOUR);
		const expected = Array.from({ length: 8 }, (_, turn) => decimal(10_000_000n - BigInt(turn + 1) * 505_000n));
		const found = await names([...first.ids, ...second.ids]);
		expect(found.map((name) => name?.balanceAfter)).toEqual(expected);
		expect(found.map((name) => name?.noBalance)).toEqual(expected.map(() => null));
	});

	test("is the same as on the day's page, whichever lines are asked about", async () => {
		const { ids } = await aDay(BEGIN, 90_000_000n, 12);
		await reconcile(DAY);
		const { lines } = await readDay(viewer, { currency: CURRENCY, day: "2026-03-01" });
		const after = new Map(lines.map(({ id, balanceAfter }) => [id, balanceAfter]));
		await fc.assert(
			fc.asyncProperty(fc.shuffledSubarray(ids, { minLength: 1 }), async (some) => {
				const found = await names(some);
				expect(found.map((name) => name?.balanceAfter)).toEqual(some.map((id) => after.get(id)));
			}),
			{ numRuns: 25 },
		);
	});

	test("takes a payout off with its own line alone, where the look before midnight had taken it off already", async () => {
		const midnight = BEGIN + 16 * HOUR;
		await look("10000.00", midnight - HOUR);
		await pay({ at: midnight - 10 * MINUTE });
		await look("4950.00", midnight - 5 * MINUTE);
		const ids = [
			await line({ type: "deposit", amount: "100.00", fee: "0.00", at: midnight + MINUTE }),
			await line({ at: midnight + 5 * MINUTE }),
		];
		await look("5050.00", midnight + HOUR);
		await reconcile(2 * DAY);
		expect((await names(ids)).map((name) => name?.balanceAfter)).toEqual(["10100.00", "5050.00"]);
		const { lines } = await readDay(viewer, { currency: CURRENCY, day: "2026-03-02" });
		expect(lines.map(({ balanceAfter }) => balanceAfter)).toEqual(["10100.00", "5050.00"]);
	});

	test("is not shown where the day does not come out to the unit, and says so", async () => {
		const { ids, closing } = await aDay(BEGIN, 10_000_000n);
		await look(decimal(closing - 700n), BEGIN + 6 * HOUR);
		await reconcile(DAY);
		const found = await names(ids);
		expect(found.map((name) => [name?.balanceAfter, name?.noBalance])).toEqual(ids.map(() => [null, "gap"]));
	});

	test("is not there before a look has seen it, nor for a line that was taken back", async () => {
		const { ids } = await aDay(BEGIN, 10_000_000n);
		const late = await line({ at: BEGIN + 5 * HOUR });
		await reconcile(5 * HOUR + MINUTE);
		await updateRows(database, "movement", { id: ids[3] ?? "" }, { withdrawn_at: clock.now() });
		const found = await names([late, ids[3] ?? ""]);
		expect(found.map((name) => name?.noBalance)).toEqual(["not_yet", "withdrawn"]);
	});

	test("ends where a line goes in a direction that nobody knows", async () => {
		await pay();
		await look("100000.00", BEGIN - MINUTE);
		const before = await line({ at: BEGIN + 2_000 });
		const odd = await line({ type: "chargeback", amount: "10.00", fee: "0.00", at: BEGIN + HOUR });
		await look("94950.00", BEGIN + 2 * HOUR);
		await reconcile(DAY);
		const found = await names([before, odd]);
		expect(found.map((name) => [name?.balanceAfter, name?.noBalance])).toEqual([
			["94950.00", null],
			[null, "unsigned"],
		]);
	});
});
