/** Converts the service's movements to the form of the screen, for comparison. */
import { formatAmount, minorOf, toDecimal } from "#lib/money.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import { test as base, expect } from "#tests/e2e/fixtures.ts";
import type { MovementsPage, ShownMovement } from "#tests/pages/movements-page.ts";
import type { DeskHand } from "#tests/support/browser/desk-hand.ts";
import { movementsOf, sumOf } from "#tests/support/browser/service-answers.ts";
import type { Stack } from "#tests/support/browser/stack.ts";

/** The service's movements, once the desk's mirror has all of them. */
export async function levelMovements(desk: Stack, hand: DeskHand, currency = "XOF"): Promise<WireMovement[]> {
	const lines = await movementsOf(desk, currency);
	const total = async () => (await hand.get<{ total: number }>(`/api/wallets/${currency}/movements/sums`)).total;
	await expect.poll(total, { timeout: 20_000 }).toBe(lines.length);
	return lines;
}

export const test = base.extend<{ lines: readonly WireMovement[] }>({
	/** The service's lines of XOF, once the desk has all of them. */
	lines: async ({ desk }, use) => use(await levelMovements(desk, await desk.hand("viewer"))),
});

export function asShown(line: WireMovement): ShownMovement {
	const { movement_type: type, currency_code: currency } = line;
	return {
		at: `${line.created_at.slice(0, 19)}Z`,
		type: type === "deposit" ? "Deposit" : "Payout",
		fee: formatAmount(line.fee_amount, currency, "en"),
		amount: `${type === "deposit" ? "+" : "−"}${formatAmount(line.amount, currency, "en")}`,
	};
}

/** Rows of equal time or amount may come in any order, so they are compared as sorted texts. */
export function sorted(rows: readonly ShownMovement[]): string[] {
	return rows.map((row) => JSON.stringify(row)).sort();
}

export function newestFirst(lines: readonly WireMovement[]): WireMovement[] {
	return lines.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
}

/** Expects the totals above the rows to follow from the lines. */
export async function expectTotals(movements: MovementsPage, lines: readonly WireMovement[]): Promise<void> {
	const count = new Intl.NumberFormat("en-GB").format(lines.length).replace(",", "\u00a0");
	const ofType = (type: string) => lines.filter((line) => line.movement_type === type);
	const came = sumOf(ofType("deposit"), "amount");
	const went = sumOf(ofType("withdrawal"), "amount");
	const fees = sumOf(lines, "fee_amount");
	const signed = (minor: bigint) => `${minor > 0n ? "+" : ""}${formatAmount(toDecimal(minor), "XOF", "en")}`;
	await expect(movements.totals()).toContainText(`${count} movement`);
	await expect(movements.totals().locator("span > span")).toHaveText(
		[came, -went, -fees, came - went - fees].map(signed),
	);
}

/** A filter for half a week in the middle, with deposits of medium amounts. */
export function narrow(lines: readonly WireMovement[]) {
	const deposits = newestFirst(lines).filter(({ movement_type: type }) => type === "deposit");
	const [to, from] = [deposits[200], deposits[420]].map((line) => line?.created_at.slice(0, 10) ?? "");
	const amounts = deposits.map(({ amount }) => minorOf(amount)).sort((a, b) => (a < b ? -1 : 1));
	const [least, most] = [amounts[Math.floor(amounts.length / 4)] ?? 0n, amounts[Math.floor(amounts.length / 2)] ?? 0n];
	const matching = deposits.filter(({ created_at, amount }) => {
		const [day, minor] = [created_at.slice(0, 10), minorOf(amount)];
		return day >= (from ?? "") && day <= (to ?? "") && minor >= least && minor <= most;
	});
	return { from: from ?? "", to: to ?? "", least: `${least / 100n}`, most: `${most / 100n}`, matching };
}
