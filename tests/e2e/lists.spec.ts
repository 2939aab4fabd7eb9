import type { MovementList } from "#lib/contracts/movement.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { textOf } from "#tests/pages/export-part.ts";
import { MovementsPage } from "#tests/pages/movements-page.ts";
import { PaymentListPage } from "#tests/pages/payment-list-page.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { anAmount, shown } from "#tests/support/browser/amounts.ts";
import { expectSoundInBoth } from "#tests/support/browser/in-both-languages.ts";
import { parseCsv } from "#tests/support/files/read-file.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ signedInAs: "viewer" });

test("marked rows are added up, also for whoever may decide nothing, and a payment's page steps through the filtered list", async ({
	page,
	desk,
}) => {
	const maker = await desk.hand("maker");
	const [first, second, purpose] = [anAmount(), anAmount(), `Loyer ${newPhoneNumber("05").slice(-6)}`];
	await maker.requestPayout({ amount: first, note: purpose });
	await maker.requestPayout({ amount: second, note: purpose });
	const list = await new PaymentListPage(page, "payout").open(`?purpose=${encodeURIComponent(purpose)}`);
	await expect(list.rows).toHaveCount(2);
	await page.getByRole("checkbox", { name: "Select all on this page" }).check();
	const bar = page.getByRole("region", { name: "Selected payouts" });
	await expect(bar).toContainText(`2 selected · ${shown(String(Number(first) + Number(second)))} XOF`);
	await expect(bar.getByRole("button")).toHaveText(["Clear selection"]);
	await list.row(shown(second)).getByRole("link").click();
	const steps = page.getByRole("navigation", { name: "In the list" });
	await expect(steps.getByRole("link")).toHaveText(["Next"]);
	await steps.getByRole("link", { name: "Next" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText(shown(first));
	await expect(steps.getByRole("link")).toHaveText(["Previous"]);
	await steps.getByRole("link", { name: "Previous" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText(shown(second));
	await expectSound(page, "payment with steps");
});

test("movements are filtered by operator and by words of the purpose, and marked lines are added up", async ({
	page,
	desk,
}) => {
	test.setTimeout(90_000);
	const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
	const [first, second, purpose] = [anAmount(), anAmount(), `Salaire ${newPhoneNumber("05").slice(-6)}`];
	for (const amount of [first, second]) {
		const payout = await approver.approve(await maker.requestPayout({ amount, note: purpose }));
		await maker.until(payout, "succeeded");
	}
	await maker.post("/api/wallets/XOF/movements/refresh", {});
	const movements = await new MovementsPage(page).open();
	await movements.filterText("", purpose.toLowerCase());
	await expect(movements.rows()).toHaveCount(2);
	await expect(movements.totals()).toContainText("2 movements found");
	await page.getByRole("checkbox", { name: "Select all on this page" }).check();
	const bar = page.getByRole("region", { name: "Selected movements" });
	await expect(bar).toContainText(`2 selected · Payout −${shown(String(Number(first) + Number(second)))} XOF · Fees`);
	await page.getByRole("checkbox", { name: `Select the line of ${shown(second)} XOF` }).uncheck();
	await expect(bar).toContainText(`1 selected · Payout −${shown(first)} XOF`);
	await expectSound(page, "filtered movements with marks");
	await page.setViewportSize({ width: 1280, height: 800 });
	await movements.chooseOperator("Wave (CI)");
	await expect(page.getByText("No matching movements")).toBeVisible();
	await movements.chooseOperator("All operators");
	await expect(movements.rows()).toHaveCount(2);
	await expectSoundInBoth(page, "movements of a purpose");
	await expect(movements.rows()).toHaveCount(2);
	// A payment opened from a line leads to the next line's payment.
	await page.setViewportSize({ width: 1280, height: 800 });
	await movements.rows().first().getByRole("link").click();
	const steps = page.getByRole("navigation", { name: "In the list" });
	await expect(page.getByRole("heading", { level: 1 })).toContainText(shown(second));
	await expect(steps.getByRole("link")).toHaveText(["Next"]);
	await steps.getByRole("link", { name: "Next" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText(shown(first));
	await expect(steps.getByRole("link")).toHaveText(["Previous"]);
	// Also from a later page: the lines before it are requested.
	const query = `purpose=${encodeURIComponent(purpose)}`;
	const { items } = await maker.get<MovementList>(`/api/wallets/XOF/movements?${query}`);
	await movements.open(`?${query}&cursor=${items[0]?.id}`);
	await expect(movements.rows()).toHaveCount(1);
	await movements.rows().first().getByRole("link").click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText(shown(first));
	await steps.getByRole("link", { name: "Previous" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText(shown(second));
	await expect(steps.getByRole("link")).toHaveText(["Next"]);
	await steps.getByRole("link", { name: "Next" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText(shown(first));
});

test("a member chooses columns, their order and the height of rows: the server draws them at the next visit, and the export has them", async ({
	page,
	desk,
}) => {
	test.setTimeout(90_000);
	const purpose = `Loyer ${newPhoneNumber("05").slice(-6)}`;
	await (await desk.hand("maker")).requestPayout({ note: purpose });
	const address = `?purpose=${encodeURIComponent(purpose)}`;
	const list = await new PaymentListPage(page, "payout").open(address);
	const heads = list.table.getByRole("columnheader");
	await page.getByRole("button", { name: "View", exact: true }).click();
	const columns = page.getByRole("list", { name: "Column order" });
	const toggle = async (name: string) => {
		const box = columns.getByRole("checkbox", { name, exact: true });
		const isShown = await box.isChecked();
		await box.click();
		await expect(box).toBeChecked({ checked: !isShown });
	};
	for (const name of ["Recipient", "Operator", "Reference", "Fee"]) await toggle(name);
	await toggle("Payment ID");
	await columns.getByRole("button", { name: "Move Amount up" }).click();
	await page.getByText("Compact", { exact: true }).click();
	const sizes = page.getByRole("group", { name: "Rows per page" });
	await sizes.getByText("100", { exact: true }).click();
	const chosen = ["Date", "State", "Purpose", "Amount", "Requested by", "Payment ID"];
	await expect(heads).toHaveText(chosen);
	await expectSound(page, "menu of columns");
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.keyboard.press("Escape");
	const html = await (
		await page.context().request.get(`${desk.origin}/payouts${address}`, { headers: { "sec-fetch-dest": "document" } })
	).text();
	expect(html).toContain('data-density="compact"');
	await list.open(address);
	await expect(heads).toHaveText(chosen);
	await page.getByRole("button", { name: "View", exact: true }).click();
	await expect(sizes.getByRole("radio", { name: "100" })).toBeChecked();
	await page.keyboard.press("Escape");
	const [fileHeads] = parseCsv(await textOf(await list.export("csv")), ",");
	expect(fileHeads).toEqual([
		...["Date and time", "State", "Purpose", "Amount", "Amount paid", "Currency", "Requested by", "Payment ID"],
	]);
	const movements = await new MovementsPage(page).open();
	await movements.settled();
	await page.getByRole("button", { name: "View", exact: true }).click();
	await toggle("Balance after");
	await toggle("Operator");
	await expect(movements.table().getByRole("columnheader")).toHaveText([
		...["Date", "Type", "Payment", "Fee", "Amount", "Operator"],
	]);
	await page.keyboard.press("Escape");
	await expectSoundInBoth(page, "movements with chosen columns");
});

test("today is the day on which it is chosen, on a page that is open since yesterday", async ({ page }) => {
	await page.clock.setFixedTime("2027-01-15T23:50:00Z");
	await new PaymentListPage(page, "payout").open();
	const period = page.getByRole("button", { name: "Period", exact: true });
	const today = page.getByRole("button", { name: "Today", exact: true });
	await period.click();
	await expect(today).toBeVisible();
	await page.keyboard.press("Escape");
	await page.clock.setFixedTime("2027-01-16T07:00:00Z");
	await period.click();
	await today.click();
	await expect(page).toHaveURL(/from=2027-01-16&to=2027-01-16/);
});

test("a list goes to a day and keeps what is later", async ({ page, desk }) => {
	const [amount, purpose] = [anAmount(), `Loyer ${newPhoneNumber("05").slice(-6)}`];
	await (await desk.hand("maker")).requestPayout({ amount, note: purpose });
	const address = `?purpose=${encodeURIComponent(purpose)}`;
	const list = await new PaymentListPage(page, "payout").open(`${address}&cursor=9998-12-31`);
	await expect(list.rows).toHaveCount(1);
	const day = page.getByLabel("Go to a day");
	await day.fill("9997-12-31");
	await expect(page).toHaveURL(/cursor=9997-12-31/);
	// A day has parts, and the next key goes to the next part.
	await expect(day).toBeFocused();
	await day.fill("2024-02-29");
	await expect(page).toHaveURL(/cursor=2024-02-29/);
	await expect(page.getByText("No matching payouts")).toBeVisible();
	await page.goBack();
	await expect(day).toHaveValue("9997-12-31");
	await page.goBack();
	await expect(day).toHaveValue("9998-12-31");
	await expect(list.rows).toHaveCount(1);
});

test("on a phone one button opens a list's filters and counts those in use, and the first row is in sight", async ({
	page,
	desk,
}) => {
	await (await desk.hand("maker")).requestPayout({ amount: anAmount() });
	await page.setViewportSize({ width: 360, height: 740 });
	const list = await new PaymentListPage(page, "payout").open();
	await expect(list.rows.first()).toBeInViewport();
	await expect(list.state).toBeHidden();
	await page.getByRole("button", { name: "Filters", exact: true }).click();
	await expectSound(page, "a phone's filters");
	await list.state.selectOption({ label: "Waiting for approval" });
	await page.keyboard.press("Escape");
	await expect(list.state).toBeHidden();
	await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
	await page.setViewportSize({ width: 1280, height: 740 });
	await expect(list.state).toBeVisible();
	await expect(page.getByRole("button", { name: "Filters (1)" })).toBeHidden();
});
