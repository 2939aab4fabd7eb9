import { expect, test } from "#tests/e2e/fixtures.ts";

test("from Home one page says what keeps payouts from leaving, and stops all sending", async ({ page, desk }) => {
	await (await desk.hand("maker")).requestPayout();
	await desk.signIn(page, "approver");
	await page.goto("/");
	await expect(page.getByRole("button", { name: "Stop sending" }).first()).toBeEnabled();
	await page.getByRole("link", { name: "Why payouts wait" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Why payouts wait" })).toBeVisible();
	const missing = page.getByRole("listitem").filter({ hasText: "XOF: payouts still need approvals." });
	await expect(missing).toContainText("an approver must act");
	await missing.getByRole("link", { name: "Open" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Approvals" })).toBeVisible();
	await page.goto("/sending");
	await expect(page.getByRole("main").getByRole("button", { name: "Stop sending" }).first()).toBeEnabled();
});
