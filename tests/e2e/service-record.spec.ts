import { randomUUID } from "node:crypto";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";

test("an admin reads what the service did, lists a word as final failure by typing it, which another one confirms, and takes it off", async ({
	page,
	deputy,
	desk,
}) => {
	// A status that only this test uses, so no payment has it.
	const word = `reversed_${randomUUID().replaceAll(/[^a-f]/g, "")}`;
	const now = new Date();
	await desk.database
		.insertInto("observation")
		.values([
			{ kind: "status", endpoint: "status", value: word, count: 3, first_at: now, last_at: now },
			{ kind: "answer", endpoint: "status", value: "599", count: 1, first_at: now, last_at: now },
		])
		.execute();
	await desk.signIn(page, "admin");
	const settings = await new SettingsPage(page).open("service");
	const row = page.getByRole("table", { name: "Payment statuses" }).getByRole("row", { name: new RegExp(word) });
	await expect(row).toContainText("Not recognised");
	await row.getByRole("button", { name: `Edit the meaning of “${word}”` }).click();
	const act = settings.dialog.getByRole("button", { name: "Mark as final failure" });
	await expect(act).toBeDisabled();
	await settings.dialog.getByRole("textbox").fill(word);
	await act.click();
	await confirmChanges(deputy);
	await expect(row).toContainText("Final failure");
	await row.getByRole("button", { name: `Edit the meaning of “${word}”` }).click();
	await settings.dialog.getByRole("textbox").fill(word);
	await settings.dialog.getByRole("button", { name: "Stop counting as failure" }).click();
	await expect(row).toContainText("Not recognised");
});

test("what the worker and the web hear of the service is on the page within seconds", async ({ page, desk }) => {
	await desk.signIn(page, "admin");
	const settings = await new SettingsPage(page).open("service");
	const times = page.getByRole("table", { name: "Response time" });
	// The worker reads the balance when it starts, and stores response times every ten seconds.
	await expect(async () => {
		await settings.open("service");
		await expect(times.getByRole("row", { name: /Balance/ })).toContainText(/\d\sms/, { timeout: 500 });
	}).toPass({ timeout: 30_000 });
});
