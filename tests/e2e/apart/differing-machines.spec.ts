import { expect, test } from "#tests/e2e/fixtures.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";

// The test restarts the web program with other settings, so no other test may use this desk.
test.use({ apart: "differing-machines" });

test("an admin reads in Settings which programs have other wallets or another session password, until they are restarted alike", async ({
	page,
	desk,
}) => {
	const wallets = page.getByText("Machines have different wallets.");
	const passwords = page.getByText("Machines have different session passwords.");
	const admin = await desk.members("admin");
	await desk.signIn(page, admin);
	await page.goto("/settings/configuration");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(wallets.or(passwords)).toBeHidden();

	await desk.killWeb();
	// The member's session was sealed with the second of the two passwords.
	await desk.startWeb({ WALLET_CURRENCIES: "XOF", SESSION_PASSWORD: `${"n".repeat(48)},${desk.sessionPassword}` });
	await page.goto("/settings/configuration");
	await expect(wallets).toBeVisible();
	await expect(passwords).toBeVisible();
	const groups = page.getByRole("term");
	await expect(groups.filter({ hasText: /^XOF$/ })).toBeVisible();
	await expect(groups.filter({ hasText: /^XAF, XOF$/ })).toBeVisible();
	await expect(groups.filter({ hasText: "Password 2" })).toBeVisible();
	await expect(page.getByRole("definition").filter({ hasText: /^the web program on / })).toHaveCount(2);
	await expectSound(page, "Settings with differing machines");

	await desk.killWeb();
	await desk.startWeb();
	await page.goto("/settings/configuration");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(wallets.or(passwords)).toBeHidden();
});
