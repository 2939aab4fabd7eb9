import { expect, test } from "#tests/e2e/fixtures.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";

test.use({ apart: "statements" });
test.describe.configure({ mode: "default" });

test("a month is closed by two people, and two admins reopen it", async ({ page, pageOf, signIn, hand, deputy }) => {
	test.setTimeout(90_000);
	await (await hand("maker")).post("/api/wallets/XOF/movements/refresh", {});
	const approver = await signIn(page, "approver");
	await page.goto("/statements?wallet=XOF");
	await page.getByRole("combobox", { name: "Period" }).selectOption("Last month");
	await expect(page.getByText("Opening balance", { exact: false }).first()).toBeVisible();
	await expectSound(page, "Statements");
	await page.getByRole("button", { name: "Export" }).click();
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "PDF" }).click();
	expect((await download).suggestedFilename()).toMatch(/^statement-XOF-[-0-9]+\.pdf$/);
	await page.getByRole("button", { name: "Close the month" }).click();
	const dialog = page.getByRole("dialog", { name: /^Close / });
	await dialog.getByRole("button", { name: "Propose the closing" }).click();
	await expect(dialog.getByText("No reason yet")).toBeVisible();
	await dialog.getByRole("textbox").fill("Before the desk began");
	await new StepUpPart(page).through(() => dialog.getByRole("button", { name: "Propose the closing" }).click());
	await expect(page.getByText(`Proposed by ${approver.name}`)).toBeVisible();
	await expect(page.getByRole("button", { name: "Confirm the closing" })).toHaveCount(0);

	const admins = await pageOf("admin");
	await admins.goto(page.url());
	await admins.getByRole("button", { name: "Confirm the closing" }).click();
	const confirm = admins.getByRole("dialog", { name: /^Confirm the closing of / });
	await new StepUpPart(admins).through(() => confirm.getByRole("button", { name: "Confirm the closing" }).click());
	await expect(admins.getByText(`Closed by ${approver.name} and`)).toBeVisible();
	await expect(page.getByText(`Closed by ${approver.name} and`)).toBeVisible();

	await admins.getByRole("button", { name: "Reopen" }).click();
	const reopen = admins.getByRole("dialog", { name: /^Reopen / });
	await reopen.getByRole("textbox").fill("A line was missing then");
	await new StepUpPart(admins).through(() => reopen.getByRole("button", { name: "Ask to reopen" }).click());
	await expect(reopen).toBeHidden();
	await expect(admins.getByText(`Closed by ${approver.name} and`)).toBeVisible();
	await confirmChanges(deputy);
	await expect(admins.getByText("Not closed")).toBeVisible();
});
