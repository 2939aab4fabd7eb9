/** Part of past-days.spec.ts. Pages are compared with the service's own list, line by line. */
import type { Page } from "playwright/test";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import { minorOf } from "#lib/money.ts";
import { asShown, expectTotals, narrow, newestFirst, sorted, test } from "#tests/e2e/apart/shown-movements.ts";
import { expect } from "#tests/e2e/fixtures.ts";
import { MovementsPage } from "#tests/pages/movements-page.ts";

test("the address alone makes the same view: in a new tab, after a reload, and for another member", async ({
	page,
	context,
	desk,
	lines,
}) => {
	const { from, to, least, most, matching } = narrow(lines);
	const movements = await new MovementsPage(page).open();
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
	const other = new MovementsPage(await desk.pageOf("approver"));
	await other.page.goto(address);
	expect(await other.shown()).toEqual(shown);
	await expectTotals(other, matching);
});

for (const way of ["hover", "focus"] as const) {
	test(`who reaches for another order by ${way} has asked for its rows: the click shows them, though nobody answers any more`, async ({
		page,
		lines,
	}) => {
		const movements = await new MovementsPage(page).open();
		await movements.settled();
		const largest = movements.head("Amount").getByRole("link");
		const asked = page.waitForResponse((response) => response.url().includes("sort=-amount"));
		await largest[way]();
		await (await asked).finished();
		await page.route("**/api/**", (route) => route.abort());
		await (way === "hover" ? largest.click() : page.keyboard.press("Enter"));
		await expect(movements.head("Amount")).toHaveAttribute("aria-sort", "descending");
		const shown = (await movements.shown()).map(({ amount }) => amount.slice(1));
		const wanted = lines.toSorted((one, other) => (minorOf(one.amount) > minorOf(other.amount) ? -1 : 1));
		expect(shown).toEqual(wanted.slice(0, PAGE_ROWS).map((line) => asShown(line).amount.slice(1)));
	});
}

test("the document itself holds the rows: no script is waited for", async ({ lines, desk }) => {
	const movements = new MovementsPage(await desk.newPage({ javaScriptEnabled: false }));
	await desk.signIn(movements.page, "viewer");
	await movements.open();
	await expect(movements.rows()).toHaveCount(Math.min(lines.length, PAGE_ROWS));
	await expect(movements.rows().first()).toBeVisible();
});

test("the back button undoes one filter at a time", async ({ lines, page }) => {
	const movements = await new MovementsPage(page).open();
	await movements.chooseType("Payout");
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

test("where nothing matches it is said, with the way back", async ({ lines, page }) => {
	const movements = await new MovementsPage(page).open("?currency=XOF&from=2001-01-01&to=2001-01-31");
	await expect(page.getByText("No matching movements")).toBeVisible();
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

test("an address with faults still opens, with rows or with the words that nothing matches", async ({ page }) => {
	const errors = watchErrors(page);
	for (const query of FAULTY_QUERIES) {
		const response = await page.goto(`/movements?${query}`);
		expect(response?.status(), query).toBe(200);
		await expect(page.getByRole("heading", { level: 1, name: "Movements" })).toBeVisible();
		const ended = page.getByText("No matching movements").or(new MovementsPage(page).table());
		await expect(ended.first(), query).toBeVisible();
	}
	expect(errors).toEqual([]);
});

test("what an address names wrongly is left out, and that is said", async ({ lines, page }) => {
	const movements = await new MovementsPage(page).open("?currency=XOF&type=deposit&from=yesterday");
	await expect(page.getByText("This link contains an invalid filter")).toBeVisible();
	await expectTotals(
		movements,
		lines.filter((line) => line.movement_type === "deposit"),
	);
});

/** Faults that no page may have: uncaught errors and failures of our own routes. */
function watchErrors(page: Page): string[] {
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(error.message));
	page.on("response", (response) => {
		if (response.status() >= 500) errors.push(`${response.status()} ${response.url()}`);
	});
	return errors;
}

test("pages lead on and back without losing or repeating a line, also by the browser's own keys and after a reload", async ({
	lines,
	page,
}) => {
	const movements = await new MovementsPage(page).open();
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

test("a member chooses 25, 50 or 100 rows of a page: pages are counted in them, and the server draws them at the next visit", async ({
	lines,
	page,
	desk,
}) => {
	const newest = newestFirst(lines);
	const movements = await new MovementsPage(page).open();
	await movements.pages.getByRole("link", { name: "Next" }).click();
	await expect(movements.pages).toContainText("51–100 of");
	await page.getByRole("button", { name: "View", exact: true }).click();
	const sizes = page.getByRole("group", { name: "Rows per page" });
	await expect(sizes.getByRole("radio", { name: "50" })).toBeChecked();
	await sizes.getByText("25", { exact: true }).click();
	await expect(movements.pages).toContainText("1–25 of");
	expect(sorted(await movements.shown())).toEqual(sorted(newest.slice(0, 25).map(asShown)));
	const html = await (
		await page.context().request.get(`${desk.origin}/movements`, { headers: { "sec-fetch-dest": "document" } })
	).text();
	expect(html.split("<tr tabindex").length - 1).toBe(25);
	await movements.open();
	await movements.pages.getByRole("link", { name: "Next" }).click();
	await expect(movements.pages).toContainText("26–50 of");
	expect(sorted(await movements.shown())).toEqual(sorted(newest.slice(25, 50).map(asShown)));
});

test("money in and out over the days that are shown is a picture, which leads to Insights of these days", async ({
	lines,
	page,
}) => {
	const newest = newestFirst(lines);
	const days = [newest.at(-1), newest[0]].map((line) => line?.created_at.slice(0, 10));
	await new MovementsPage(page).open();
	const picture = page.getByRole("link", { name: "Money in and out over time: show it in Insights" });
	await expect(picture).toBeVisible();
	await picture.click();
	await expect(page.getByRole("heading", { level: 1, name: "Insights" })).toBeVisible();
	const { searchParams } = new URL(page.url());
	expect([searchParams.get("currency"), searchParams.get("from"), searchParams.get("to")]).toEqual(["XOF", ...days]);
	await page.goBack();
	await page.setViewportSize({ width: 360, height: 800 });
	await expect(page.getByRole("region", { name: "Totals of all results" })).toBeVisible();
	await expect(picture).toBeHidden();
});
