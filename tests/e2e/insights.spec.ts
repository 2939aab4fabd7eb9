import { expect, test } from "#tests/e2e/fixtures.ts";
import { faultsOf, THEMES } from "#tests/support/browser/accessibility.ts";
import { anAmount } from "#tests/support/browser/amounts.ts";
import { expectSoundInBoth } from "#tests/support/browser/in-both-languages.ts";

test("Insights says in a sentence what each picture shows, has its figures one click behind, and draws them without a script", async ({
	page,
	desk,
}) => {
	const maker = await desk.hand("maker");
	const payout = await (await desk.hand("approver")).approve(await maker.requestPayout({ amount: anAmount() }));
	await maker.until(payout, "succeeded");
	await desk.signIn(page, "viewer");
	await page.goto("/");
	await page.getByRole("link", { name: "Insights" }).first().click();
	await expect(page.getByRole("heading", { level: 1, name: "Insights" })).toBeVisible();
	await expect(page).toHaveURL(/\/insights$/);
	const success = page.getByRole("region", { name: "Success by operator" });
	await expect(success).toContainText(/\d+ of \d+ payments? (?:was|were) paid, \d/);
	await success.getByText("Figures as a table").click();
	await expect(success.getByRole("row").filter({ hasText: payout.operatorName })).toContainText("%");

	const state = await page.context().storageState();
	const still = await desk.newPage({ storageState: state, javaScriptEnabled: false });
	await still.goto("/insights");
	await still.getByRole("button", { name: /^Period/ }).click();
	await still.getByRole("link", { name: "This month" }).click();
	await expect(still).toHaveURL(/from=\d{4}-\d\d-01/);
	await expect(still.getByRole("region", { name: "Balance", exact: true }).locator("svg").first()).toBeVisible();
});

test("Insights on paper has its period and every picture, nothing to press, and breaks no rule of WCAG 2.2 AA", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	await page.goto("/insights?currency=XOF&from=2020-03-01&to=2020-03-31");
	await expectSoundInBoth(page, "Insights");
	await page.emulateMedia({ media: "print" });
	await expect(page.getByText(/^March 2020$/).filter({ visible: true })).toHaveCount(1);
	for (const name of ["Balance", "Success by operator", "Fees"])
		await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
	await expect(page.getByRole("navigation")).toHaveCount(0);
	await expect(page.getByRole("button")).toHaveCount(0);
	await expect(page.getByText("Skip to content")).toBeHidden();
	await expect(page.getByText("Figures as a table").first()).toBeHidden();
	for (const { colorScheme, rules } of THEMES) {
		await page.emulateMedia({ colorScheme, media: "print" });
		await expect.poll(() => faultsOf(page, rules), colorScheme).toEqual([]);
	}
});
