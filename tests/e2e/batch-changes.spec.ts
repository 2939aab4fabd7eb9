import { expect, test } from "#tests/e2e/fixtures.ts";
import { BatchPage } from "#tests/pages/batch-page.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

const row = (purpose: string) => `${newPhoneNumber("05").replace("+225", "")}\t1500\t${purpose}`;

test("an open dialog requests the batch that was shown: a row that an admin changes meanwhile is looked at first", async ({
	page,
	desk,
}) => {
	const batch = new BatchPage(page);
	await desk.signIn(page, "maker");
	await batch.draft("Rents of May", [row("May")]);
	await page.getByRole("button", { name: "Request approval" }).click();
	const rows = `/api${new URL(page.url()).pathname}/rows`;
	await (await desk.hand("admin")).send("PATCH", `${rows}/1`, { version: 1, purpose: "June" });
	await expect(page.locator("tbody")).toContainText("June");
	await batch.dialog.getByRole("button", { name: "Request approval" }).click();
	await expect(batch.dialog).toContainText("The data changed while you were viewing it");
	await batch.dialog.getByRole("button", { name: "Cancel" }).click();
	await batch.ask("Request approval");
	await batch.shows("Waiting for approval");
});

test("rows are no longer marked once another person has left out one of them", async ({ page, desk }) => {
	const batch = new BatchPage(page);
	await desk.signIn(page, "maker");
	await batch.draft("Rents of June", [row("One"), row("Two"), row("Three")]);
	await batch.ask("Request approval");
	await batch.shows("Waiting for approval");
	const { pathname } = new URL(page.url());
	await desk.signIn(page, "approver");
	await page.goto(pathname);
	for (const n of [1, 2]) await page.getByRole("checkbox", { name: `Leave out row ${n}` }).check();
	await expect(page.getByRole("button", { name: "Leave out 2 rows" })).toBeVisible();
	const admin = await desk.hand("admin");
	const { version } = await admin.get<{ version: number }>(`/api${pathname}`);
	await admin.post(`/api${pathname}/decision`, { decision: "reject", version, rows: [2], reason: "Moved out" });
	await expect(page.getByRole("button", { name: /^Leave out/ })).toHaveCount(0);
	await page.getByRole("checkbox", { name: "Leave out row 1" }).check();
	await page.getByRole("button", { name: "Leave out 1 row" }).click();
	await batch.dialog.getByLabel("Reason").fill("Moved out, too");
	await batch.dialog.getByRole("button", { name: "Leave out 1 row" }).click();
	await expect(batch.dialog).toHaveCount(0);
	await expect(page.getByRole("checkbox")).toHaveCount(1);
});

test("Enter in the search for saved recipients does not end the choice", async ({ page, desk }) => {
	const maker = await desk.hand("maker");
	const [one, other] = [`Awa ${newPhoneNumber("05").slice(-6)}`, `Kofi ${newPhoneNumber("05").slice(-6)}`];
	for (const name of [one, other]) await maker.post("/api/recipients", { name, number: newPhoneNumber("05") });
	await desk.signIn(page, "maker");
	await page.goto("/batches/new");
	await page.getByRole("button", { name: "Saved recipients" }).click();
	const dialog = page.getByRole("dialog", { name: "Saved recipients" });
	for (const name of [one, other]) {
		await dialog.getByRole("searchbox").fill(name);
		await dialog.getByRole("searchbox").press("Enter");
		await dialog.getByRole("checkbox", { name: new RegExp(name) }).check();
	}
	await expect(dialog).toContainText("2 selected");
	await dialog.getByRole("button", { name: "Add 2 recipients" }).click();
	await expect(page.getByRole("button", { name: "Check 2 rows" })).toBeEnabled();
});

for (const [name, address, act] of [
	["a new batch", "/batches/new", /^Check/],
	["an import of recipients", "/recipients/import", /^Import/],
] as const)
	test(`a file that is chosen for ${name} replaces the earlier rows at once, and not those that are pasted while it is read`, async ({
		page,
		desk,
	}) => {
		await desk.signIn(page, "maker");
		await page.goto(address);
		const [field, table, submit] = [
			page.getByLabel("Rows"),
			page.getByRole("table"),
			page.getByRole("button", { name: act }),
		];
		await field.fill(`Awa Traoré\t${newPhoneNumber("05")}\t1500`);
		await expect(table).toContainText("Awa Traoré");
		const { promise: line, resolve: letGo } = Promise.withResolvers<void>();
		await page.route("**/api/batches/table", async (route) => {
			await line;
			await route.continue();
		});
		const buffer = Buffer.from(`Kofi Mensah;${newPhoneNumber("05")};900`);
		await page.getByLabel("Spreadsheet file").setInputFiles({ name: "file.csv", mimeType: "text/csv", buffer });
		await expect(table).toHaveCount(0);
		await expect(submit).not.toContainText("1");
		await field.fill(`Binta Sarr\t${newPhoneNumber("05")}\t1500`);
		await expect(table).toContainText("Binta Sarr");
		const read = page.waitForResponse("**/api/batches/table");
		letGo();
		await read;
		await expect(page.getByRole("button", { name: "Choose a file" })).not.toHaveAttribute("aria-busy");
		await expect(table).toContainText("Binta Sarr");
	});
