/** Part of past-days.spec.ts. Pages are compared with the service's own list, line by line. */
import { addDays, dayOf } from "#lib/dates.ts";
import { formatAmount, minorOf, toDecimal } from "#lib/money.ts";
import { asShown, expectTotals, levelMovements, newestFirst, sorted, test } from "#tests/e2e/apart/shown-movements.ts";
import { expect } from "#tests/e2e/fixtures.ts";
import { HomePage } from "#tests/pages/home-page.ts";
import { MovementsPage } from "#tests/pages/movements-page.ts";

const PAGE_ROWS = 50;

test("rows and totals are the service's, newest first, to the cent", async ({ page, lines }) => {
	const movements = await new MovementsPage(page).open();
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

test("a page of fifty lines is at most 80 KB of HTML", async ({ page, desk }) => {
	await levelMovements(desk, await desk.hand("viewer"));
	await desk.signIn(page, "admin");
	const answer = await page
		.context()
		.request.get(`${desk.origin}/movements`, { headers: { "sec-fetch-dest": "document" } });
	const html = await answer.text();
	expect(html.split("<tr tabindex").length - 1).toBe(PAGE_ROWS);
	expect(Buffer.byteLength(html)).toBeLessThanOrEqual(80_000);
});

test("thirty days are drawn from zero, told by arrow keys and pointer, and stand in a table one press away", async ({
	page,
	lines,
}) => {
	const home = await new HomePage(page).open();
	const wallet = home.wallet("XOF");
	const days = wallet.getByRole("slider", { name: /^In and out per day/ });
	const month = new Map<string, { in: bigint; out: bigint }>();
	for (const line of lines) {
		const day = line.created_at.slice(0, 10);
		const sum = month.get(day) ?? { in: 0n, out: 0n };
		sum[line.movement_type === "deposit" ? "in" : "out"] += minorOf(line.amount);
		month.set(day, sum);
	}
	const words = (minor: bigint) => formatAmount(toDecimal(minor), "XOF", "en");
	await days.focus();
	await page.keyboard.press("ArrowLeft");
	const yesterday = addDays(dayOf(new Date(), "Africa/Abidjan"), -1);
	const moved = month.get(yesterday) ?? { in: 0n, out: 0n };
	await expect(days).toHaveAttribute("aria-valuetext", new RegExp(`: in ${words(moved.in)}, out ${words(moved.out)}`));
	await expect(wallet).toContainText(`In${words(moved.in)}`);
	await page.keyboard.press("Home");
	await expect(days).toHaveValue("0");
	await wallet.getByRole("button", { name: "Figures as a table" }).click();
	const rows = page.getByRole("dialog").getByRole("rowgroup").nth(1).getByRole("row");
	await expect(rows).toHaveCount(30);
	const row = rows.filter({ has: page.locator(`time[datetime="${yesterday}"]`) });
	await expect(row.getByRole("cell").nth(0)).toHaveText(words(moved.in));
	await expect(row.getByRole("cell").nth(1)).toHaveText(words(moved.out));
});

test("names come after the lines, and nothing moves when they do", async ({ page, desk }) => {
	// A list that is still arriving moves for a reason of its own.
	await levelMovements(desk, await desk.hand("viewer"));
	const movements = new MovementsPage(page);
	await page.addInitScript(() => {
		const watched = window as unknown as { shifted: number };
		watched.shifted = 0;
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) watched.shifted += (entry as unknown as { value: number }).value;
		}).observe({ type: "layout-shift", buffered: true });
	});
	for (const width of [320, 768, 1280]) {
		await page.setViewportSize({ width, height: 900 });
		await movements.open();
		await expect(movements.rows().first()).toContainText("Before your records began");
		expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.02);
	}
});

test("without an order of time the balance after a line is a dash that says why", async ({ page }) => {
	const movements = await new MovementsPage(page).open();
	await movements.settled();
	await movements.head("Amount").getByRole("link").click();
	const last = movements.rows().first().getByRole("cell").last();
	await expect(last).toContainText("Sort by date");
	await expect(last.getByTitle(/Sort by date/)).toContainText("–");
});

test("the other wallet is one press away, with its own rows", async ({ page, desk }) => {
	const lines = await levelMovements(desk, await desk.hand("viewer"), "XAF");
	const movements = await new MovementsPage(page).open();
	await movements.filters.getByText("XAF", { exact: true }).click();
	await expect(page).toHaveURL(/currency=XAF/);
	expect(sorted(await movements.shown("XAF"))).toEqual(sorted(newestFirst(lines).slice(0, PAGE_ROWS).map(asShown)));
});

test("both sortable columns sort both ways over all pages, and say so", async ({ page, lines }) => {
	const movements = await new MovementsPage(page).open();
	const [when, amount] = [movements.head("Date"), movements.head("Amount")];
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
	await amount.getByRole("link").click();
	await expect(amount).toHaveAttribute("aria-sort", "descending");
	await expect(when).toHaveAttribute("aria-sort", "none");
	await amount.getByRole("link").click();
	await expect(amount).toHaveAttribute("aria-sort", "ascending");
});

test("Refresh brings what the service has got meanwhile, without a reload", async ({ page, desk }) => {
	await levelMovements(desk, await desk.hand("maker"), "XAF");
	// Managers are viewers like this one, and may refresh too.
	const movements = await new MovementsPage(page).open("?currency=XAF");
	await movements.settled("XAF");
	await desk.sandbox.fund("XAF", "987654");
	await expect(movements.rows("XAF").first()).not.toContainText("987");
	await page.getByRole("button", { name: "Refresh" }).click();
	await expect(movements.rows("XAF").first()).toContainText("+987\u00a0654");
});

test("arrows, Home and End walk the rows, and Tab leaves them", async ({ page }) => {
	const movements = await new MovementsPage(page).open();
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
	const box = row(0).getByRole("checkbox");
	await page.keyboard.press("Space");
	await expect(box).toBeChecked();
	await page.keyboard.press("Space");
	await expect(box).not.toBeChecked();
});

test("at 360 px when, type and amount stay, and nothing needs sideways scrolling", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	const movements = await new MovementsPage(page).open();
	await movements.settled();
	for (const name of ["Date", "Type", "Amount"]) await expect(movements.head(name)).toBeVisible();
	await expect(movements.head("Fee")).toBeHidden();
	await expect(movements.rows().first().getByRole("cell")).toHaveCount(3);
	const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
	expect(tooWide).toBe(false);
});
