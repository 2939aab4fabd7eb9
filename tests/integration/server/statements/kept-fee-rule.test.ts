import { beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_ACCOUNTS } from "#lib/contracts/journal.ts";
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import { keepFeeRule } from "#server/reconciliation/keep-fee-rule.ts";
import { sumLines } from "#server/reconciliation/sum-lines.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { readStatement } from "#server/statements/read-statement.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readBytes, readCsv } from "#tests/support/files/read-file.ts";
import { APRIL, MARCH, openMonth } from "#tests/support/wallet/open-month.ts";
import { daysOf } from "#tests/support/wallet/reconciled-days.ts";
import { BEGIN, CURRENCY, DAY, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { clock, reconcile, line, viewer, admin } = wallet;
const { aDay, status } = daysOf(wallet);
beforeEach(() => wallet.clear());

const RULE: FeeRule = { deposit: "beside", withdrawal: "inside", types: [{ type: "bonus", effect: "in" }] };

describe("where an admin kept how the service counts fees", () => {
	test("balances before the first reading follow from the lines by that rule, and no day has a difference", async () => {
		await line({ at: BEGIN - 2 * DAY });
		await line({ at: BEGIN - DAY, type: "bonus", amount: "300.00", fee: "0.00" });
		await aDay({ fee: "inside" });
		await reconcile(DAY);
		await keepFeeRule(admin, { currency: CURRENCY, rule: RULE });
		await reconcile();
		const of = await readStatement(viewer, { currency: CURRENCY, from: "2026-02-27", to: "2026-03-01" });
		expect(of).toMatchObject({
			unexplained: "0.00",
			opening: { amount: "104700.00" },
			closing: { amount: "80000.00" },
		});
		expect(of.byDay.map(({ closing }) => closing.amount)).toEqual(["99700.00", "100000.00", "80000.00"]);
	});

	test("the journal of days before and after the service counted otherwise changes the wallet's account as the balance did", async () => {
		const { pay, look } = wallet;
		const payout = async (day: number, balance: string) => {
			const at = BEGIN + day * DAY;
			await pay({ at });
			await line({ at: at + 2_000 });
			await look(balance, at + MINUTE, at + 2_000);
			await reconcile(DAY);
		};
		await aDay();
		clock.advance(DAY);
		await payout(1, "74750.00");
		await keepFeeRule(admin, { currency: CURRENCY, rule: RULE });
		await payout(2, "69750.00");
		const days = { currency: CURRENCY, from: "2026-03-02", to: "2026-03-03" };
		const of = await readStatement(viewer, days);
		expect(of).toMatchObject({ opening: { amount: "79800.00" }, closing: { amount: "69750.00" }, unexplained: "0.00" });
		const file = await exportStatement(viewer, { ...days, format: "journal", locale: "en" }, exportLabels);
		const [, ...rows] = await readCsv(file.chunks);
		const ofWallet = rows.filter((row) => row[3] === DEFAULT_ACCOUNTS.wallet);
		expect(ofWallet.reduce((sum, row) => sum + Number(row[5]) - Number(row[6]), 0)).toBe(69_750 - 79_800);
		// Late lines of a day are missing in its balance by that day's rule, and the days after it stay proved by theirs.
		for (const count of [1, 2]) {
			await line({ at: BEGIN + count * MINUTE, amount: "150.00", fee: "1.00" });
			await reconcile();
			const gaps = (await status()).slice(-3).map(([, , gap]) => gap);
			expect(gaps).toEqual(["0.00", "0.00", `${151 * count}.00`]);
		}
	});

	test("a day without a reading keeps its balance, its difference of nothing and its net when a later rule is kept", async () => {
		const { pay, look } = wallet;
		await aDay();
		for (const day of [1, 2]) {
			const at = BEGIN + day * DAY;
			await pay({ at });
			await line({ at: at + 2_000 });
			if (day === 2) await look("69700.00", at + MINUTE, at + 2_000);
		}
		await reconcile(3 * DAY);
		const days = { currency: CURRENCY, from: "2026-03-01", to: "2026-03-03" };
		const told = async () => {
			const { byDay } = await readStatement(viewer, days);
			const [whole, some] = [await sumLines(viewer, days), await sumLines(viewer, { ...days, minAmount: "4000" })];
			return {
				byDay: byDay.map(({ closing, unexplained }) => [closing.amount, unexplained]),
				net: [whole.net, some.net],
			};
		};
		const before = await told();
		expect(before.byDay).toEqual([
			["79800.00", "0.00"],
			["74750.00", "0.00"],
			["69700.00", "0.00"],
		]);
		expect(before.net).toEqual(["-30300.00", "-30300.00"]);
		await keepFeeRule(admin, { currency: CURRENCY, rule: RULE });
		await reconcile();
		expect(await told()).toEqual(before);
	});

	test("the journal of a month that was closed with another rule stays as it was, and its late line counts by that rule", async () => {
		const { viewer: reader, admin: by, close, line: late, reconcile: match, read } = await openMonth();
		const asked = { ...MARCH, currency: CURRENCY, format: "journal" } as const;
		const journal = async () => readBytes((await exportStatement(reader, asked, exportLabels)).chunks);
		await close();
		const closed = await journal();
		await keepFeeRule(by, { currency: CURRENCY, rule: RULE });
		expect(await journal()).toEqual(closed);
		await late({ at: BEGIN + 5 * DAY, amount: "300.00", fee: "3.00" });
		await match();
		expect((await read(APRIL)).late).toMatchObject([{ counted: true, effect: "-300.00" }]);
	});
});
