import { expect, test } from "#tests/e2e/fixtures.ts";
import { AccountPage } from "#tests/pages/account-page.ts";
import { Frame } from "#tests/pages/frame.ts";
import { SignInPage } from "#tests/pages/sign-in-page.ts";

test("a member sees where they are signed in and ends the others, which lead to the sign-in", async ({
	page,
	desk,
}) => {
	const member = await desk.signIn(page, "viewer");
	const [left, lost] = [await desk.pageOf(member), await desk.pageOf(member)];
	await page.goto("/");
	await new Frame(page).menuButton.click();
	await page.getByRole("link", { name: "Your account" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
	const account = new AccountPage(page);
	await expect(account.sessions).toHaveCount(3);
	await expect(account.sessions.filter({ hasText: "current" })).toHaveCount(1);

	await account.sessions.getByRole("button", { name: /^End / }).first().click();
	await expect(account.sessions).toHaveCount(2);
	await expect(page.getByRole("table", { name: "Active sessions" }).locator("tbody tr:focus")).toBeVisible();
	await account.endOthers.click();
	await expect(page.getByRole("status").filter({ hasText: "1 other session was ended." })).toBeVisible();
	await expect(account.sessions).toHaveCount(1);
	await expect(account.endOthers).toHaveCount(0);
	for (const other of [left, lost]) {
		await other.goto("/");
		await expect(other).toHaveURL(/\/sign-in/);
	}
	await page.goto("/movements");
	await expect(page.getByRole("heading", { level: 1, name: "Movements" })).toBeVisible();
});

test("a new password wants the current one, opens the desk from then on, and leaves only this page signed in", async ({
	page,
	desk,
}) => {
	const member = await desk.signIn(page, "maker");
	const other = await desk.pageOf(member);
	const account = await new AccountPage(page).open();
	await account.changeTo("", "too short");
	await expect(account.current).toBeFocused();
	await expect(account.current).toHaveAccessibleDescription("Enter your current password.");
	await expect(account.password).toHaveAccessibleDescription(/^Enter at least 12 characters,/);
	await account.changeTo("not the right one", "kapok-lantern-seven");
	await expect(account.current).toHaveAccessibleDescription("This is not your current password.");
	await account.changeTo(member.password, "baobab-mangue-2026");
	await expect(account.password).toHaveAccessibleDescription(/four ordinary words that do not belong together/);
	await account.changeTo(member.password, member.password);
	await expect(account.password).toHaveAccessibleDescription(/This is your current password\./);

	await account.changeTo(member.password, "kapok-lantern-seven");
	await expect(page.getByRole("status").filter({ hasText: "Your password was changed." })).toBeVisible();
	await expect(account.current).toHaveValue("");
	await expect(account.sessions).toHaveCount(1);
	await other.goto("/");
	const form = new SignInPage(other);
	await form.signIn(member.email, member.password);
	await expect(form.fault).toContainText("is wrong");
	await form.signIn(member.email, "kapok-lantern-seven");
	await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
});
