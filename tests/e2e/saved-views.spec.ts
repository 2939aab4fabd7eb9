import { expect, test } from "#tests/e2e/fixtures.ts";
import { PaymentListPage } from "#tests/pages/payment-list-page.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { anAmount } from "#tests/support/browser/amounts.ts";
import { expectSoundInBoth } from "#tests/support/browser/in-both-languages.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test("a view keeps its period, is opened by others once shared, and asks before it goes", async ({ page, desk }) => {
	const [amount, purpose] = [anAmount(), `Loyer ${newPhoneNumber("05").slice(-6)}`];
	await (await desk.hand("maker")).requestPayout({ amount, note: purpose });
	await desk.signIn(page, "maker");
	const list = await new PaymentListPage(page, "payout").open(`?purpose=${encodeURIComponent(purpose)}`);
	await expect(list.rows).toHaveCount(1);
	await page.getByRole("button", { name: "Period", exact: true }).click();
	await page.getByRole("button", { name: "Last 7 days" }).click();
	await expect(page).toHaveURL(/from=/);
	const name = `${purpose} of the week`;
	await page.getByRole("button", { name: "View", exact: true }).click();
	const views = page.getByRole("region", { name: "Saved views" });
	await views.getByRole("button", { name: "Save this view" }).click();
	await expect(views.getByRole("textbox", { name: "View name" })).toBeFocused();
	await page.keyboard.type(name);
	await views.getByRole("checkbox", { name: "Visible to everyone" }).check();
	await expectSound(page, "form of a view");
	await views.getByRole("button", { name: "Save this view" }).click();
	const saved = views.getByRole("link", { name: new RegExp(name) });
	await expect(saved).toHaveAttribute("aria-current", "true");

	await desk.signIn(page, "viewer");
	await list.open();
	await page.getByRole("button", { name: "View", exact: true }).click();
	await expect(saved).not.toHaveAttribute("aria-current");
	await expect(views.getByRole("button", { name: `Remove the view ${name}` })).toHaveCount(0);
	await saved.click();
	await expect(page).toHaveURL(/purpose=.*from=/);
	await page.getByRole("button", { name: "Filters (2)" }).click();
	await expect(page.getByRole("button", { name: /^Period.*Last 7 days/ })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(list.rows).toHaveCount(1);
	await expect(views).toBeHidden();
	await expectSoundInBoth(page, "payouts of a saved view");

	await desk.signIn(page, "maker");
	await list.open();
	await page.getByRole("button", { name: "View", exact: true }).click();
	await views.getByRole("button", { name: "Save this view" }).click();
	await views.getByRole("textbox", { name: "View name" }).fill(name);
	await expect(views.getByRole("checkbox", { name: "Visible to everyone" })).toBeChecked();
	await views.getByRole("button", { name: "Replace the view" }).click();
	await expect(saved).toContainText("Visible to everyone");
	await views.getByRole("button", { name: `Remove the view ${name}` }).click();
	const removal = page.getByRole("dialog", { name: `Remove the view “${name}”?` });
	await expect(removal).toContainText("for every member");
	await expectSound(page, "a view to remove");
	await expect(saved).toHaveCount(1);
	await removal.getByRole("button", { name: "Remove", exact: true }).click();
	await expect(saved).toHaveCount(0);
	await expect(views.locator(":focus")).toHaveCount(1);
});

test("a view of this quarter stays one of the quarter, also when it is saved in its first month", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	await page.clock.setFixedTime("2027-01-15T12:00:00Z");
	const list = await new PaymentListPage(page, "payout").open();
	await page.getByRole("button", { name: "Period", exact: true }).click();
	await page.getByRole("button", { name: "This quarter" }).click();
	await expect(page.getByRole("button", { name: /^Period.*This quarter/ })).toBeVisible();
	const name = `Quarter ${newPhoneNumber("05").slice(-6)}`;
	await page.getByRole("button", { name: "View", exact: true }).click();
	const views = page.getByRole("region", { name: "Saved views" });
	await views.getByRole("button", { name: "Save this view" }).click();
	await expect(views.getByText("Period: This quarter")).toBeVisible();
	await views.getByRole("textbox", { name: "View name" }).fill(name);
	await page.keyboard.press("Enter");
	const saved = views.getByRole("link", { name });
	await expect(saved).toHaveAttribute("aria-current", "true");
	await page.clock.setFixedTime("2027-02-20T12:00:00Z");
	await list.open();
	await page.getByRole("button", { name: "View", exact: true }).click();
	await saved.click();
	await expect(page).toHaveURL(/from=2027-01-01&to=2027-02-20/);
});
