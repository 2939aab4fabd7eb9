import type { Page } from "playwright/test";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ signedInAs: "maker" });

const number = (digits?: string) => newPhoneNumber("05", digits).replace("+225", "");

const _flat = (text: string) => text.replace(/\s+/g, " ");

async function draft(page: Page, name: string, text: string): Promise<void> {
	await page.goto("/batches");
	await page.getByRole("link", { name: "New batch" }).click();
	await page.getByLabel("Name", { exact: true }).first().fill(name);
	await page.getByLabel("Rows").fill(text);
	await expect(page.getByRole("table", { name: "First rows" })).toBeVisible();
	await page.getByRole("button", { name: /^Check \d+ rows?$/ }).click();
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("a batch is pasted, mended, requested, approved with one proof, and paid; a row left out is not", async ({
	page,
	desk,
}) => {
	const listed = await desk.pageOf("viewer");
	const line = listed.getByRole("row").filter({ hasText: "Salaries of May" });
	const rows = [
		`Nom\tTéléphone\tMontant\tMotif`,
		`Awa Traoré\t${number()}\t1 500\tMai`,
		`Kofi Mensah\t${number()}\tonze\tMai`,
		`Yao Koffi\t12\t900\tMai`,
	];
	await draft(page, "Salaries of May", rows.join("\n"));
	await expect(page.getByText("2 rows cannot be sent yet")).toBeVisible();
	await listed.goto("/batches");
	await expect(line).toContainText("2 to correct");
	await expect(page.getByRole("button", { name: "Request approval" })).toBeDisabled();
	const dialog = page.getByRole("dialog");
	await page.getByRole("button", { name: "Correct row 1" }).click();
	await expect(dialog.getByLabel("Amount")).toHaveValue("1\u00a0500");
	await expect(dialog.getByRole("combobox", { name: "Country" })).toContainText("Côte d’Ivoire");
	await dialog.getByRole("combobox", { name: "Operator" }).selectOption({ label: "Wave" });
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByRole("row").filter({ hasText: "Awa Traoré" })).toContainText(/Wave.*1\s500/);
	await page.getByRole("button", { name: "Correct row 2" }).click();
	await expect(dialog.getByLabel("Amount")).toHaveAccessibleDescription("cannot be read; write it in digits");
	await expect(dialog.getByLabel("Amount")).toBeFocused();
	await dialog.getByLabel("Amount").fill("1 250");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("One row cannot be sent yet")).toBeVisible();
	await page.getByRole("button", { name: "Correct row 3" }).click();
	await dialog.getByLabel("Amount").fill("950");
	await dialog.getByLabel("Do not pay this row").check();
	await dialog.getByLabel("Do not pay this row").uncheck();
	await expect(dialog.getByLabel("Amount")).toHaveValue("950");
	await dialog.getByLabel("Do not pay this row").check();
	await dialog.getByLabel("Reason").fill("Left the company");
	await dialog.getByRole("button", { name: "Save" }).click();
	await page.getByRole("button", { name: "Request approval" }).click();
	await expect(dialog).toContainText("2 payouts, 2 750 XOF");
	await dialog.getByRole("button", { name: "Request approval" }).click();
	await expect(page.getByText("Waiting for approval").first()).toBeVisible();
	await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);

	await desk.signIn(page, "approver");
	await page.goto("/approvals");
	await page.getByRole("article", { name: "Salaries of May" }).getByRole("link", { name: "Review" }).click();
	await page.getByRole("link", { name: "Awa Traoré" }).first().click();
	await expect(page.getByRole("button", { name: "Reject" })).toBeVisible();
	await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
	await page.getByRole("link", { name: "Open the batch" }).click();
	await page.getByRole("button", { name: "Approve", exact: true }).click();
	await dialog.getByRole("button", { name: "Approve", exact: true }).click();
	await new StepUpPart(page).answer();
	await expect(page.getByText("2 paid")).toBeVisible({ timeout: 30_000 });
	await expect(page.getByText("Done", { exact: true }).first()).toBeVisible();
	await expect(line).toContainText("2 paid");
	await page.getByRole("link", { name: "Awa Traoré" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText("1 500");
});

test("whoever pays a number again sees the earlier payout beside the question: the maker of a row, and an approver where it came since", async ({
	page,
	desk,
}) => {
	const maker = await desk.hand("maker");
	const [destination, other] = [newPhoneNumber("05"), newPhoneNumber("05")];
	await maker.requestPayout({ destination, amount: "41000", note: "Invoice 17" });
	const row = (to: string, amount: string) => `${to.replace("+225", "")}\t${amount}\tMay`;
	await draft(page, "Suppliers of May", [row(destination, "41000"), row(other, "42000")].join("\n"));
	const dialog = page.getByRole("dialog");
	const earlier = dialog.getByRole("article", { name: "Earlier payout" });
	await page.getByRole("button", { name: "Correct row 1" }).click();
	await expect(earlier).toContainText("Invoice 17");
	await expect(earlier).toContainText("Waiting for approval");
	await dialog.getByLabel("Why pay again?").fill("A second delivery of the same goods");
	await dialog.getByRole("button", { name: "Save" }).click();
	await page.getByRole("button", { name: "Request approval" }).click();
	await dialog.getByRole("button", { name: "Request approval" }).click();
	await expect(page.getByText("Waiting for approval").first()).toBeVisible();
	const { pathname } = new URL(page.url());
	const { items } = await maker.get<{ items: { paymentId: string; n: number }[] }>(`/api${pathname}/rows`);
	const reason = "Ordered by telephone, too";
	const of = items.filter(({ n }) => n === 2).map(({ paymentId }) => paymentId);
	const order = { amount: "42000", currency: "XOF", country: "CI", operator: "mtn-ci", destination: other };
	const later = { ...order, metadata: { note: "By telephone" }, duplicate: { of, reason } };
	await (await desk.hand("approver")).approve(await maker.post("/api/payouts", later));

	await desk.signIn(page, "approver");
	await page.goto(pathname);
	await page.getByRole("button", { name: "Approve", exact: true }).click();
	await dialog.getByRole("button", { name: "Approve", exact: true }).click();
	await expect(earlier).toContainText("By telephone");
	const why = dialog.getByLabel("Why pay again?");
	await why.fill("Yes");
	await dialog.getByRole("button", { name: "Approve", exact: true }).click();
	await expect(why).toHaveAccessibleDescription(/At least 10 characters/);
});

test("a new batch is not checked before the list that was pasted last is read", async ({ page }) => {
	await page.goto("/batches/new");
	const row = () => `Awa Traoré\t${number()}\t1500`;
	await page.getByLabel("Rows").fill(row());
	await expect(page.getByRole("button", { name: "Check 1 row" })).toBeEnabled();
	await page.clock.install();
	await page.clock.pauseAt(new Date("2100-01-01"));
	await page.getByLabel("Rows").fill([row(), row()].join("\n"));
	await expect(page.getByRole("button", { name: "Check 1 row" })).toBeDisabled();
	await page.clock.resume();
	await expect(page.getByRole("button", { name: "Check 2 rows" })).toBeEnabled();
});

test("a list whose parser loads late does not replace the one that was pasted after it", async ({ page }) => {
	await page.goto("/batches/new");
	const files = "**/_next/static/**/*.js";
	const held: (() => void)[] = [];
	await page.route(files, (route) => void held.push(() => void route.continue()));
	const row = () => `Awa Traoré\t${number()}\t1500`;
	await page.getByLabel("Rows").fill(row());
	await expect.poll(() => held.length).toBeGreaterThan(0);
	await page.clock.install();
	await page.clock.pauseAt(new Date("2100-01-01"));
	await page.getByLabel("Rows").fill([row(), row()].join("\n"));
	for (const go of held) go();
	await page.unroute(files);
	await expect(page.getByRole("button", { name: /^Check/ })).toBeDisabled();
	await page.clock.resume();
	await expect(page.getByRole("button", { name: "Check 2 rows" })).toBeEnabled();
});

test("a row without an answer stands on top of its batch, and a new batch takes only unpaid rows", async ({
	page,
	desk,
}) => {
	const rows = [
		`${number()}\t1100\tPaid one`,
		`${number("199")}\t1200\tUnknown one`,
		`${number("169")}\t1300\tRefused one`,
	];
	await draft(page, "Suppliers", rows.join("\n"));
	await page.getByRole("button", { name: "Request approval" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Request approval" }).click();
	await expect(page.getByText("Waiting for approval").first()).toBeVisible();
	const { pathname } = new URL(page.url());
	await desk.signIn(page, "approver");
	await page.goto(pathname);
	await page.getByRole("button", { name: "Approve", exact: true }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
	await new StepUpPart(page).answer();
	await expect(page.getByText("The outcome of one payout is unknown")).toBeVisible({ timeout: 30_000 });
	const refused = page.getByRole("row").filter({ hasText: "Refused one" });
	await expect(refused).toContainText("Your wallet’s balance does not cover");
	await expect(page.getByRole("link", { name: "Confirm outcome" })).toBeVisible();
	await page.getByRole("link", { name: "Show" }).click();
	await expect(page.getByRole("row")).toHaveCount(2);
	await desk.signIn(page, "maker");
	await page.goto(pathname);
	await expect(page.getByRole("link", { name: "Show" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Confirm outcome" })).toHaveCount(0);
	await page.getByRole("button", { name: "New batch of unpaid rows" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "New batch of unpaid rows" }).click();
	await expect(page).not.toHaveURL(pathname);
	await expect(page.getByRole("row", { name: "Refused one" })).toBeVisible();
	await expect(page.getByRole("row")).toHaveCount(2);
});

test("a file of the program that does not come at once takes nothing that was typed: its window opens when the line is back", async ({
	page,
}) => {
	await page.goto("/batches/new");
	await page.getByLabel("Rows").fill(`Awa Traoré\t${number()}\t1500`);
	await expect(page.getByRole("button", { name: "Check 1 row" })).toBeEnabled();
	const files = "**/_next/static/**/*.js";
	let refused = 0;
	await page.route(files, (route) => {
		refused += 1;
		return route.abort();
	});
	await page.getByRole("button", { name: "Saved recipients" }).click();
	// The loader itself retries.
	await expect.poll(() => refused).toBeGreaterThan(1);
	await page.unroute(files);
	await expect(page.getByRole("dialog", { name: "Saved recipients" })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("button", { name: "Check 1 row" })).toBeEnabled();
});

test("a batch of recipients who are picked from the book has their names, one amount for all, and nobody who is blocked", async ({
	page,
	desk,
}) => {
	const group = `Drivers ${number().slice(-6)}`;
	const maker = await desk.hand("maker");
	const numbers = [number(), number(), number()].map((digits) => `+225${digits.replaceAll(" ", "")}`);
	for (const [at, name] of ["Issa Diallo", "Mariam Cissé", "Bakary Sylla"].entries())
		await maker.post("/api/recipients", { name, number: numbers[at], groups: [group], purpose: "Route" });
	await (await desk.hand("approver")).post("/api/recipients/blocked-numbers", {
		number: numbers[2],
		reason: "Left the company",
	});
	await page.goto("/batches/new");
	await page.getByRole("button", { name: "Saved recipients" }).click();
	const dialog = page.getByRole("dialog", { name: "Saved recipients" });
	await expect(dialog.getByRole("searchbox")).toBeFocused();
	await dialog.getByLabel("Group").selectOption({ label: `${group} (3)` });
	await expect(dialog.getByRole("checkbox", { name: /Bakary Sylla/ })).toBeDisabled();
	await dialog.getByRole("button", { name: "Select all 3" }).click();
	await expect(dialog).toContainText("2 selected");
	await dialog.getByText("Same for all").click();
	await dialog.getByLabel("Amount for each").fill("2500");
	await expectSound(page, "recipients picked for a batch");
	await dialog.getByRole("button", { name: "Add 2 recipients" }).click();
	await expect(page.getByRole("button", { name: "Check 2 rows" })).toBeEnabled();
	await page.reload();
	await page.getByRole("button", { name: "Check 2 rows" }).click();
	await expect(page.getByRole("row", { name: /Issa Diallo/ })).toContainText("2 500");
	await expect(page.getByRole("row", { name: /Mariam Cissé/ })).toContainText("Route");
	await expect(page.getByRole("button", { name: "Request approval" })).toBeEnabled();
});

test("a file replaces what was pasted, in the form as in the batch", async ({ page }) => {
	await page.goto("/batches/new");
	await page.getByLabel("Rows").fill(`Awa Traoré\t${number()}\t1500`);
	const firstRows = page.getByRole("table", { name: "First rows" });
	await expect(firstRows).toContainText("Awa Traoré");
	const buffer = Buffer.from(`Nom;Numéro;Montant\nKofi Mensah;${number()};900`);
	await page.getByLabel("Spreadsheet file").setInputFiles({ name: "file.csv", mimeType: "text/csv", buffer });
	await expect(firstRows).toContainText("Kofi Mensah");
	await expect(page.getByLabel("Rows")).toHaveValue("");
});

test("a pasted batch is still there after a reload, with its name, its currency and a column chosen by hand; not once it is made", async ({
	page,
}) => {
	await page.goto("/batches/new");
	const name = page.getByLabel("Name", { exact: true }).first();
	const text = `Awa Traoré\t${number()}\t1500`;
	await expect(page.getByRole("button", { name: "Saved recipients" })).toBeEnabled();
	await name.fill("Salaries of June");
	await page.getByLabel("Currency").selectOption("XAF");
	await page.getByLabel("Rows").fill(text);
	await page.getByLabel("Purpose").selectOption({ label: "Column 1" });
	await expect(page.getByRole("button", { name: "Check 1 row" })).toBeEnabled();
	await page.reload();
	await expect(page.getByLabel("Rows")).toHaveValue(text);
	await expect(name).toHaveValue("Salaries of June");
	await expect(page.getByLabel("Currency", { exact: true })).toHaveValue("XAF");
	await expect(page.getByLabel("Purpose")).toHaveValue("0");
	await page.getByRole("button", { name: "Check 1 row" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Salaries of June" })).toBeVisible();
	await page.goto("/batches/new");
	await expect(page.getByRole("button", { name: "Saved recipients" })).toBeEnabled();
	await expect(page.getByLabel("Rows")).toHaveValue("");
	expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Awa");
});
