import type { Page } from "playwright/test";
import { formatAmount, toDecimal } from "#lib/money.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { MovementsPage, type ShownMovement } from "#tests/pages/movements-page.ts";
import type { DeskHand } from "#tests/support/desk-hand.ts";
import { minorOf, movementsOf, sumOf } from "#tests/support/service-answers.ts";
import type { Stack } from "#tests/support/stack.ts";

// Ninety days of a business, to which nobody adds: what is shown is compared with the service's own list, line by line.
test.use({ apart: "movements", withPast: true });
test.describe.configure({ mode: "default" });

const PAGE_ROWS = 50;

/** The service's own list, once the desk's mirror is level with it. */
async function levelMovements(desk: Stack, hand: DeskHand, currency = "XOF"): Promise<WireMovement[]> {
	const lines = await movementsOf(desk, currency);
	const total = async () => (await hand.get<{ total: number }>(`/api/wallets/${currency}/movements?limit=1`)).total;
	await expect.poll(total, { timeout: 20_000 }).toBe(lines.length);
	return lines;
}

function asShown(line: WireMovement): ShownMovement {
	const { movement_type: type, currency_code: currency } = line;
	return {
		at: `${line.created_at.slice(0, 19)}Z`,
		type: type === "deposit" ? "Deposit" : "Withdrawal",
		fee: formatAmount(line.fee_amount, currency, "en"),
		amount: `${type === "deposit" ? "+" : "−"}${formatAmount(line.amount, currency, "en")}`,
	};
}

/** Rows of the same instant or amount may stand in either order: as sets of texts. */
function sorted(rows: readonly ShownMovement[]): string[] {
	return rows.map((row) => JSON.stringify(row)).sort();
}

function newestFirst(lines: readonly WireMovement[]): WireMovement[] {
	return lines.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
}

async function expectTotals(movements: MovementsPage, lines: readonly WireMovement[]): Promise<void> {
	const words = (minor: bigint) => formatAmount(toDecimal(minor), "XOF", "en");
	const count = (all: readonly unknown[]) => new Intl.NumberFormat("en-GB").format(all.length).replace(",", "\u00a0");
	await expect(movements.totals()).toContainText(`${count(lines)} movement`);
	for (const [type, name, sign] of [
		["deposit", "Deposit", "+"],
		["withdrawal", "Withdrawal", "−"],
	] as const) {
		const ofType = lines.filter((line) => line.movement_type === type);
		const row = movements.totals().getByRole("row").filter({ hasText: name });
		if (ofType.length === 0) {
			await expect(row).toBeHidden();
			continue;
		}
		const cells = [count(ofType), name, words(sumOf(ofType, "fee_amount")), sign + words(sumOf(ofType, "amount"))];
		await expect(row.getByRole("cell")).toHaveText(cells);
	}
}

/** A filter of half of a week in the middle, deposits of a middling size. */
function narrow(lines: readonly WireMovement[]) {
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

test("rows and totals are the service's, newest first, to the cent", async ({ page, signIn, hand, desk }) => {
	const lines = await levelMovements(desk, await hand("viewer"));
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open();
	const shown = await movements.shown();
	expect(shown).toHaveLength(PAGE_ROWS);
	expect(shown.map(({ at }) => at)).toEqual(
		shown
			.map(({ at }) => at)
			.toSorted()
			.toReversed(),
	);
	expect(sorted(shown)).toEqual(sorted(newestFirst(lines).slice(0, PAGE_ROWS).map(asShown)));
	await expectTotals(movements, lines);
});

test("the other wallet is one press away, with its own rows", async ({ page, signIn, hand, desk }) => {
	const lines = await levelMovements(desk, await hand("viewer"), "XAF");
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open();
	await movements.filters.getByText("XAF", { exact: true }).click();
	await expect(page).toHaveURL(/currency=XAF/);
	expect(sorted(await movements.shown("XAF"))).toEqual(sorted(newestFirst(lines).slice(0, PAGE_ROWS).map(asShown)));
});

test("type, days and amounts filter together, and the totals are of what is filtered", async ({
	page,
	signIn,
	hand,
	desk,
}) => {
	const lines = await levelMovements(desk, await hand("viewer"));
	const { from, to, least, most, matching } = narrow(lines);
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open();
	const deposits = lines.filter((line) => line.movement_type === "deposit");
	await movements.chooseType("Deposit");
	await expectTotals(movements, deposits);
	await movements.chooseDays(from, to);
	await movements.chooseAmounts(least, most);
	await expectTotals(movements, matching);
	expect(matching.length).toBeGreaterThan(10);
	expect(sorted(await movements.shown())).toEqual(sorted(newestFirst(matching).slice(0, PAGE_ROWS).map(asShown)));
	await movements.filters.getByRole("button", { name: "Remove the filter Amount" }).click();
	await movements.filters.getByRole("button", { name: "Remove the filter Period" }).click();
	await expectTotals(movements, deposits);
	await movements.filters.getByRole("link", { name: "Clear filters" }).click();
	await expectTotals(movements, lines);
});

test("both sortable columns sort both ways over all pages, and say so", async ({ page, signIn, hand, desk }) => {
	const lines = await levelMovements(desk, await hand("viewer"));
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open();
	const [when, amount] = [movements.head("When"), movements.head("Amount")];
	await expect(when).toHaveAttribute("aria-sort", "descending");
	await expect(amount).toHaveAttribute("aria-sort", "none");
	await when.getByRole("link").click();
	await expect(when).toHaveAttribute("aria-sort", "ascending");
	const times = (await movements.shown()).map(({ at }) => at);
	expect(times).toEqual(
		newestFirst(lines)
			.toReversed()
			.slice(0, PAGE_ROWS)
			.map((line) => asShown(line).at),
	);
	const byAmount = lines.map((line) => minorOf(line.amount)).sort((a, b) => (a < b ? -1 : 1));
	const words = (minors: bigint[]) =>
		minors.slice(0, PAGE_ROWS).map((minor) => formatAmount(toDecimal(minor), "XOF", "en"));
	const shownAmounts = async () => (await movements.shown()).map((row) => row.amount.slice(1));
	await amount.getByRole("link").click();
	await expect(amount).toHaveAttribute("aria-sort", "descending");
	await expect(when).toHaveAttribute("aria-sort", "none");
	expect(await shownAmounts()).toEqual(words(byAmount.toReversed()));
	await amount.getByRole("link").click();
	await expect(amount).toHaveAttribute("aria-sort", "ascending");
	expect(await shownAmounts()).toEqual(words(byAmount));
});

test("pages lead on and back without losing or repeating a line, also by the browser's own keys and after a reload", async ({
	page,
	signIn,
	hand,
	desk,
}) => {
	const lines = await levelMovements(desk, await hand("viewer"));
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open();
	const [next, previous] = ["Next", "Previous"].map((name) => movements.pages.getByRole("link", { name }));
	const range = (from: number, to: number) => expect(movements.pages).toContainText(`${from}–${to} of`);
	await range(1, 50);
	const first = await movements.shown();
	await next?.click();
	await range(51, 100);
	const second = await movements.shown();
	await next?.click();
	await range(101, 150);
	const third = await movements.shown();
	expect(sorted([...first, ...second, ...third])).toEqual(sorted(newestFirst(lines).slice(0, 150).map(asShown)));
	await previous?.click();
	await range(51, 100);
	expect(await movements.shown()).toEqual(second);
	await page.goBack();
	await range(101, 150);
	await page.goBack();
	await range(51, 100);
	await page.goForward();
	await range(101, 150);
	await page.reload();
	await range(101, 150);
	expect(await movements.shown()).toEqual(third);
	await movements.pages.getByRole("link", { name: "First page" }).click();
	await range(1, 50);
	expect(await movements.shown()).toEqual(first);
});

test("the address alone makes the same view: in a new tab, after a reload, and for another member", async ({
	page,
	context,
	browser,
	signIn,
	hand,
	desk,
}) => {
	const { from, to, least, most, matching } = narrow(await levelMovements(desk, await hand("viewer")));
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open();
	await movements.chooseType("Deposit");
	await movements.chooseDays(from, to);
	await movements.chooseAmounts(least, most);
	await movements.head("Amount").getByRole("link").click();
	await expect(movements.head("Amount")).toHaveAttribute("aria-sort", "descending");
	await expectTotals(movements, matching);
	const shown = await movements.shown();
	const address = page.url();
	await page.reload();
	expect(await movements.shown()).toEqual(shown);
	const tab = new MovementsPage(await context.newPage());
	await tab.page.goto(address);
	expect(await tab.shown()).toEqual(shown);
	const elsewhere = await browser.newContext();
	const other = new MovementsPage(await elsewhere.newPage());
	await signIn(other.page, "approver");
	await other.page.goto(address);
	expect(await other.shown()).toEqual(shown);
	await expectTotals(other, matching);
	await elsewhere.close();
});

test("the back button undoes one filter at a time", async ({ page, signIn, hand, desk }) => {
	const lines = await levelMovements(desk, await hand("viewer"));
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open();
	await movements.chooseType("Withdrawal");
	const withdrawals = lines.filter((line) => line.movement_type === "withdrawal");
	await expectTotals(movements, withdrawals);
	await movements.chooseAmounts("100000", "");
	await expectTotals(
		movements,
		withdrawals.filter((line) => minorOf(line.amount) >= 10_000_000n),
	);
	await page.goBack();
	await expectTotals(movements, withdrawals);
	await page.goBack();
	await expectTotals(movements, lines);
});

test("the CSV file holds exactly the filtered rows, all pages of them, in the order shown", async ({
	page,
	signIn,
	hand,
	desk,
}) => {
	const lines = await levelMovements(desk, await hand("viewer"));
	const { from, to } = narrow(lines);
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open(`?currency=XOF&type=deposit&from=${from}&to=${to}&sort=createdAt`);
	const shown = await movements.shown();
	const { name, text } = await movements.exportCsv();
	expect(name).toMatch(/^movements-XOF-\d{4}-\d{2}-\d{2}\.csv$/);
	const [header, ...rows] = text
		.replace(/^\uFEFF/, "")
		.trimEnd()
		.split("\r\n");
	expect(header).toBe("type,amount,fee,currency,created_at,created_at_utc");
	const wanted = newestFirst(lines)
		.toReversed()
		.filter(
			({ movement_type: type, created_at: at }) =>
				type === "deposit" && at.slice(0, 10) >= from && at.slice(0, 10) <= to,
		);
	const cells = rows.map((row) => row.split(",").map((cell) => cell.replace(/^"|"$/g, "")));
	const facts = cells.map(([type, amount, fee, currency, , at = ""]) =>
		[type, amount, fee, currency, Date.parse(at)].join(),
	);
	expect(facts.toSorted()).toEqual(
		wanted
			.map((line) => [line.movement_type, line.amount, line.fee_amount, "XOF", Date.parse(line.created_at)].join())
			.toSorted(),
	);
	expect(cells.slice(0, PAGE_ROWS).map(([, , , , , at = ""]) => `${at.slice(0, 19)}Z`)).toEqual(
		shown.map(({ at }) => at),
	);
});

test("Refresh brings what the service has got meanwhile, without a reload", async ({
	page,
	signIn,
	sandbox,
	hand,
	desk,
}) => {
	await levelMovements(desk, await hand("maker"), "XAF");
	await signIn(page, "maker");
	const movements = new MovementsPage(page);
	await movements.open("?currency=XAF");
	await movements.settled("XAF");
	await sandbox.fund("XAF", "987654");
	await expect(movements.rows("XAF").first()).not.toContainText("987");
	await page.getByRole("button", { name: "Refresh" }).click();
	await expect(movements.rows("XAF").first()).toContainText("+987\u00a0654");
});

test("a viewer reads, but has no refresh to press", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open();
	await movements.settled();
	await expect(page.getByRole("button", { name: "Refresh" })).toBeHidden();
	await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
});

test("where nothing matches it is said, with the way back", async ({ page, signIn, hand, desk }) => {
	const lines = await levelMovements(desk, await hand("viewer"));
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open("?currency=XOF&from=2001-01-01&to=2001-01-31");
	await expect(page.getByText("No movement matches")).toBeVisible();
	await page.getByRole("main").getByRole("link", { name: "Clear filters" }).last().click();
	await expectTotals(movements, lines);
});

const FAULTY_QUERIES = [
	"currency=ZZZ",
	"currency=../../etc",
	"type=%00",
	`type=${"x".repeat(300)}`,
	"from=2026-13-45&to=yesterday",
	"from=2026-05-01&to=2026-04-01",
	"minAmount=1e5&maxAmount=-3",
	"minAmount=900&maxAmount=100",
	"sort=%3Cscript%3Ealert(1)%3C/script%3E",
	"cursor=bm90LWEtY3Vyc29y&page=7",
	"cursor=%F0%9F%98%80",
	"page=999999999",
	"limit=100000&unknown=1&from=&to=",
	"type=deposit&type=withdrawal",
	"from=%E0%A4%A",
];

test("an address with faults still opens, with rows or with the words that nothing matches", async ({
	page,
	signIn,
}) => {
	const errors = watchErrors(page);
	await signIn(page, "viewer");
	for (const query of FAULTY_QUERIES) {
		const response = await page.goto(`/movements?${query}`);
		expect(response?.status(), query).toBe(200);
		await expect(page.getByRole("heading", { level: 1, name: "Movements" })).toBeVisible();
		const ended = page.getByText("No movement matches").or(new MovementsPage(page).table());
		await expect(ended.first(), query).toBeVisible();
	}
	expect(errors).toEqual([]);
});

test("what an address names wrongly is left out, and that is said", async ({ page, signIn, hand, desk }) => {
	const lines = await levelMovements(desk, await hand("viewer"));
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open("?currency=XOF&type=deposit&from=yesterday");
	await expect(page.getByText("This address held a filter that cannot be read")).toBeVisible();
	await expectTotals(
		movements,
		lines.filter((line) => line.movement_type === "deposit"),
	);
});

test("arrows, Home and End walk the rows, and Tab leaves them", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open();
	await movements.settled();
	const row = (place: number) => movements.rows().nth(place);
	await row(0).focus();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await expect(row(2)).toBeFocused();
	await page.keyboard.press("ArrowUp");
	await expect(row(1)).toBeFocused();
	await page.keyboard.press("End");
	await expect(row(PAGE_ROWS - 1)).toBeFocused();
	await page.keyboard.press("ArrowDown");
	await expect(row(PAGE_ROWS - 1)).toBeFocused();
	await page.keyboard.press("Tab");
	await expect(movements.pages.getByRole("link").first()).toBeFocused();
	await row(5).focus();
	await page.keyboard.press("Home");
	await expect(row(0)).toBeFocused();
});

test("at 360 px when, type and amount stay, and nothing needs sideways scrolling", async ({ page, signIn }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open();
	await movements.settled();
	for (const name of ["When", "Type", "Amount"]) await expect(movements.head(name)).toBeVisible();
	await expect(movements.head("Fee")).toBeHidden();
	await expect(movements.rows().first().getByRole("cell")).toHaveCount(3);
	const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
	expect(tooWide).toBe(false);
});

/** What a page must never have: uncaught errors and failures of our own routes. */
function watchErrors(page: Page): string[] {
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(error.message));
	page.on("response", (response) => {
		if (response.status() >= 500) errors.push(`${response.status()} ${response.url()}`);
	});
	return errors;
}
