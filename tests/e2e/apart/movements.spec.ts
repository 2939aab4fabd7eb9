import { formatAmount, toDecimal } from "#lib/money.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { MovementsPage } from "#tests/pages/movements-page.ts";
import { minorOf } from "#tests/support/service-answers.ts";
import { asShown, expectTotals, levelMovements, narrow, newestFirst, sorted } from "#tests/support/shown-movements.ts";

// Ninety days of a business, to which nobody adds: what is shown is compared with the service's own list, line by line.
test.use({ apart: "movements", withPast: true });
test.describe.configure({ mode: "default" });

const PAGE_ROWS = 50;

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
	expect(header).toBe("type,amount,fee,currency,created_at,created_at_utc,withdrawn_at");
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
	// Managers are viewers: looking anew is theirs too.
	await signIn(page, "viewer");
	const movements = new MovementsPage(page);
	await movements.open("?currency=XAF");
	await movements.settled("XAF");
	await sandbox.fund("XAF", "987654");
	await expect(movements.rows("XAF").first()).not.toContainText("987");
	await page.getByRole("button", { name: "Refresh" }).click();
	await expect(movements.rows("XAF").first()).toContainText("+987\u00a0654");
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
