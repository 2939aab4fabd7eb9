import { type Desk, expect, test } from "#tests/e2e/fixtures.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ signedInAs: "maker" });

const number = () => newPhoneNumber("05").replace("+225", "");
const shown = (digits: string) => `+225 ${digits.replace(/(..)(?=.)/g, "$1 ")}`;

/** Adds the recipient to the book; returns the national digits of the number. */
async function known(desk: Desk, name: string, also: { operator?: string; purpose?: string } = {}): Promise<string> {
	const digits = number();
	await (await desk.hand("maker")).post("/api/recipients", { name, number: `+225${digits}`, ...also });
	return digits;
}

test("a recipient is added, found without accents, given another number, archived and brought back", async ({
	page,
}) => {
	const [before, after] = [number(), number()];
	await page.goto("/recipients");
	await page.getByRole("button", { name: "New recipient" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
	await dialog.getByLabel("Name", { exact: true }).fill("Zéphyrine Gbagbo");
	await dialog.getByLabel("Number", { exact: true }).fill(before);
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog).toBeHidden();
	const search = page.getByRole("searchbox", { name: "Name, number or reference" });
	await search.fill("nobody of this name");
	await page.keyboard.press("Enter");
	await expect(page.getByText("No matching recipients")).toBeVisible();
	await search.fill("");
	await expect(page.getByText("No matching recipients")).toBeHidden();
	await expect(search).toBeFocused();
	await search.fill("zephyrine");
	await page.keyboard.press("Enter");
	await page.getByRole("button", { name: "Zéphyrine Gbagbo" }).click();
	await dialog.getByLabel("Number", { exact: true }).fill(after);
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText(/^New number since/)).toBeVisible();
	await page.getByRole("button", { name: "Zéphyrine Gbagbo" }).click();
	await expect(dialog).toContainText(`Earlier number: ${shown(before)}.`);
	await dialog.getByRole("button", { name: "Archive" }).click();
	await expect(page.getByText("No matching recipients")).toBeVisible();
	await page.getByRole("combobox", { name: "View" }).selectOption("Archived");
	await page.getByRole("button", { name: "Zéphyrine Gbagbo" }).click();
	await dialog.getByRole("button", { name: "Restore" }).click();
	await expect(page.getByRole("button", { name: "Zéphyrine Gbagbo" })).toBeHidden();
});

test("a fault of an act in a dialog is said inside it, where it can be read and dismissed", async ({ page, desk }) => {
	await known(desk, "Moussa Ouattara");
	await page.goto("/recipients");
	await page.getByRole("button", { name: "Moussa Ouattara" }).click();
	await page.route("**/api/recipients/*", (route) => route.abort());
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Archive" }).click();
	const fault = page.getByText("Cauri is not responding. Check your connection.");
	await expect(dialog.getByRole("status")).toContainText("Cauri is not responding.");
	await expect(fault).toHaveCount(1);
	await dialog.getByRole("button", { name: "Dismiss" }).click();
	await expect(fault).toBeHidden();
});

test("a number that is in the book names its recipient, and leads there", async ({ page, desk }) => {
	const digits = await known(desk, "Boutique Adjoua");
	await page.goto("/recipients");
	await page.getByRole("button", { name: "New recipient" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Name", { exact: true }).fill("Adjoua");
	await dialog.getByLabel("Number", { exact: true }).fill(digits);
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog).toContainText("Boutique Adjoua already has this number");
	await dialog.getByRole("link", { name: "Boutique Adjoua" }).click();
	await expect(dialog).toBeHidden();
	await expect(page).toHaveURL(/\?q=Boutique\+Adjoua$/);
	const { href } = new URL(page.url());
	await desk.signIn(page, "approver");
	await page.goto(href);
	await page.getByRole("button", { name: "Boutique Adjoua" }).click();
	await expect(dialog.getByRole("button", { name: "Close" })).toHaveCount(2);
	await expect(dialog.getByRole("button", { name: "Cancel" })).toBeHidden();
});

test("a pasted list is imported: what can be read is added, the rest is named; a quotation mark that nothing closes adds nobody, and a file replaces it", async ({
	page,
}) => {
	await page.goto("/recipients/import");
	await expect(page.getByLabel("Rows")).toBeFocused();
	await page.getByLabel("Rows").fill(`Awa Traoré\t${number()}\n"Chez Kofi\t${number()}\nYao Koffi\t${number()}`);
	await expect(page.getByText("Row 2 has an opening quotation mark without a closing one.")).toBeVisible();
	await expect(page.getByRole("button", { name: "Import rows" })).toBeVisible();
	const preview = page.getByRole("table", { name: "First rows" });
	await page.getByLabel("Rows").fill("Awa Traoré\t0701020304\nAwa Traoré\t0701020304");
	await expect(preview.getByRole("row")).toHaveCount(3);
	const buffer = Buffer.from(`Personnel\nNom;Numéro\nKofi Mensah;${number()}`);
	await page.getByLabel("Spreadsheet file").setInputFiles({ name: "book.csv", mimeType: "text/csv", buffer });
	await expect(preview).toContainText("Kofi Mensah");
	await expect(preview.getByRole("row")).toHaveCount(2);
	await expect(page.getByLabel("Rows")).toHaveValue("");
	await page.getByLabel("Spreadsheet file").setInputFiles("tests/fixtures/spreadsheets/feuilles.xlsx");
	await expect(page.getByText("Only the sheet “Mai” is read. Not read: Juin.")).toBeVisible();
	const rows = ["Nom\tTéléphone\tGroupe", `Mariam Diabaté\t${number()}\tNuit`, "Yao Koffi\t12\tNuit"];
	await page.getByLabel("Rows").fill(rows.join("\n"));
	await page.getByRole("button", { name: "Import 2 rows" }).click();
	await expect(page.getByText(/^1 recipient added.*1 row not read\.$/)).toBeVisible();
	await expect(page.getByRole("table", { name: "Rows that were not read" })).toContainText("Number: too few digits");
	await page.goto("/recipients?group=Nuit");
	await expect(page.getByRole("button", { name: "Mariam Diabaté" })).toBeVisible();
});

test("another recipient of the book brings their own purpose, and what was typed stays", async ({ page, desk }) => {
	await known(desk, "Gnagne Loyer", { purpose: "Rent of the shop" });
	await known(desk, "Gnagne Salaire", { purpose: "Salary" });
	await known(desk, "Gnagne Rien");
	await page.goto("/payouts/new");
	const purpose = page.getByRole("textbox", { name: /^Purpose/ });
	const pick = async (name: string) => {
		await page.getByRole("combobox", { name: "Find a recipient" }).fill(name);
		await page.getByRole("option", { name: new RegExp(name) }).click();
	};
	await pick("Gnagne Loyer");
	await expect(purpose).toHaveValue("Rent of the shop");
	await pick("Gnagne Salaire");
	await expect(purpose).toHaveValue("Salary");
	await pick("Gnagne Rien");
	await expect(purpose).toHaveValue("");
	await purpose.fill("Bonus");
	await pick("Gnagne Loyer");
	await expect(purpose).toHaveValue("Bonus");
});

test("Enter picks nobody who was found by an earlier text, and a number typed by hand takes the name away", async ({
	page,
	desk,
}) => {
	const digits = await known(desk, "Tiémoko Ancien");
	await page.goto("/payouts/new");
	const field = page.getByRole("combobox", { name: "Find a recipient" });
	const phone = page.getByRole("textbox", { name: "Recipient’s number" });
	await field.fill("Tiémoko");
	await expect(page.getByRole("option", { name: /Tiémoko Ancien/ })).toBeVisible();
	await page.route(/\/api\/recipients\?q=.*Nouveau/, () => undefined);
	const asked = page.waitForRequest(/\/api\/recipients\?q=.*Nouveau/);
	await field.fill("Tiémoko Nouveau");
	await asked;
	await field.press("Enter");
	await expect(phone).toHaveValue("");
	await field.fill("Tiémoko");
	await page.getByRole("option", { name: /Tiémoko Ancien/ }).click();
	await expect(phone).toHaveValue(shown(digits).slice(5));
	await expect(field).toHaveValue("Tiémoko Ancien");
	await page.getByLabel("Amount").fill("1700");
	await expect(field).toHaveValue("Tiémoko Ancien");
	await phone.fill(number());
	await expect(field).toHaveValue("");
});

test("recipients of one name are merged only after the numbers that are archived were shown", async ({
	page,
	desk,
}) => {
	const digits = [await known(desk, "Goli Homonyme"), await known(desk, "Goli Homonyme")];
	await page.goto("/recipients?view=doubles&q=Homonyme");
	const question = page.getByRole("group", {
		name: "Goli Homonyme is saved more than once. Which number stays?",
	});
	await question.getByRole("button", { name: shown(digits[0] ?? "") }).click();
	const dialog = page.getByRole("dialog", { name: `Keep ${shown(digits[0] ?? "")}?` });
	await expect(dialog).toContainText(`The recipient with ${shown(digits[1] ?? "")} is archived`);
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await question.getByRole("button", { name: shown(digits[0] ?? "") }).click();
	await dialog.getByRole("button", { name: "Merge" }).click();
	await expect(page.getByText("Goli Homonyme: duplicates merged")).toBeVisible();
});

test("a payout suggested by name shows it to maker and approver, with the mark of a number never paid", async ({
	page,
	desk,
}) => {
	const digits = await known(desk, "Ouattara Menuiserie");
	await page.goto("/payouts/new");
	await page.getByRole("combobox", { name: "Find a recipient" }).fill("menuis");
	await page.getByRole("option", { name: /Ouattara Menuiserie/ }).click();
	await expect(page.getByRole("textbox", { name: "Recipient’s number" })).toHaveValue(shown(digits).slice(5));
	await page.getByLabel("Amount").fill("1700");
	await expect(page.getByText("Never paid before")).toBeVisible();
	await page.getByRole("button", { name: "Review payout" }).click();
	await page.getByRole("button", { name: "Request approval" }).click();
	await expect(page).toHaveURL(/\/payouts\/[0-9A-Z]{26}$/);
	await expect(page.getByText("Ouattara Menuiserie").first()).toBeVisible();

	await desk.signIn(page, "approver");
	await page.goto("/approvals");
	const card = page.getByRole("article").filter({ hasText: "Ouattara Menuiserie" });
	await expect(card).toContainText("Never paid before");
	await page.goto("/payouts?search=menuiserie");
	await expect(page.getByRole("row").filter({ hasText: "Ouattara Menuiserie" })).toBeVisible();
});

test("a blocked number stops a payout in the form; a second admin unblocks it", async ({ page, deputy, desk }) => {
	await desk.signIn(page, "admin");
	const digits = number();
	await page.goto("/recipients?view=blocked");
	await page.getByRole("button", { name: "Block number" }).click();
	await expect(page.getByLabel("Number", { exact: true })).toHaveAccessibleDescription("missing");
	await page.getByLabel("Number", { exact: true }).fill(digits);
	await page.getByRole("button", { name: "Block number" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Reason").fill("Reported as a fraud");
	await dialog.getByRole("button", { name: "Block number" }).click();
	await expect(page.getByRole("row").filter({ hasText: shown(digits) })).toContainText("Reported as a fraud");
	await page.goto("/payouts/new");
	await page.getByRole("textbox", { name: "Recipient’s number" }).fill(digits);
	await page.getByLabel("Amount").fill("1700");
	await expect(page.getByText("Number blocked: Reported as a fraud")).toBeVisible();
	await page.getByRole("button", { name: "Review payout" }).click();
	await expect(page.getByRole("textbox", { name: "Recipient’s number" })).toHaveAccessibleDescription(
		/This number is blocked\. Two admins can unblock it/,
	);
	await expect(page.getByText("Cauri sends")).toBeHidden();
	await page.goto("/recipients?view=blocked");
	await page.getByRole("button", { name: `Unblock ${shown(digits)}` }).click();
	await expect(page.getByText("It waits for another admin to confirm it.")).toBeVisible();
	await confirmChanges(deputy);
	await page.reload();
	await expect(page.getByRole("row").filter({ hasText: shown(digits) })).toBeHidden();
});
