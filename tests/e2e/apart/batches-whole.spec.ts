import { readFile } from "node:fs/promises";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { BatchPage } from "#tests/pages/batch-page.ts";
import { ResolutionPart } from "#tests/pages/resolution-part.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { shiftDeadline } from "#tests/support/desk/resolution.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ apart: "batches", environment: { PAYOUT_LANES: "1" } });
// One stack for all tests, because starting three takes longer.
test.describe.configure({ mode: "default" });

const number = () => newPhoneNumber("05").replace("+225", "");

test("a batch goes its whole way: pasted, mended, asked for, approved by two, paused, resumed, its unknown row settled, its result read", async ({
	page,
	desk,
}) => {
	test.slow();
	await desk.database
		.insertInto("payout_rule")
		.values({ currency: "XOF", one_approver_up_to: "1000.00", changed_at: new Date() })
		.execute();
	const lost = number();
	await desk.sandbox.addFault({ endpoint: "payout", fault: "reset-after", match: lost });
	await desk.sandbox.addFault({ endpoint: "payout", fault: "slow", params: { ms: 2_500 } });
	await desk.signIn(page, "maker");
	const batch = new BatchPage(page);
	const rows = ["Awa", "Kofi", "Yao", "Ama"].map((name) => `${name}\t${number()}\t1500`);
	await batch.draft("Salaries of May", [...rows, `Binta\t${lost}\tdeux mille`]);
	await batch.shows("One row cannot be sent yet");
	await page.getByRole("button", { name: "Correct row 5" }).click();
	await batch.dialog.getByLabel("Amount").fill("2000");
	await batch.dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("One row cannot be sent yet")).toHaveCount(0);
	await batch.shows("5 numbers are paid for the first time");
	await batch.ask("Request approval");
	await batch.shows("Waiting for approval");
	const { pathname } = new URL(page.url());

	const one = new BatchPage(await desk.pageOf("approver"));
	await one.page.goto("/approvals");
	await one.page.getByRole("article", { name: "Salaries of May" }).getByRole("link", { name: "Review" }).click();
	await one.approve();
	await one.shows("1 of 2");
	const two = new BatchPage(await desk.pageOf("admin"));
	await two.page.goto(pathname);
	await two.approve();
	await batch.shows(/^Sending$/);

	await two.ask("Pause");
	await batch.shows("This batch is paused");
	await two.ask("Resume");
	await batch.shows("The outcome of one payout is unknown");
	await batch.shows("4 paid");

	const link = one.page.getByRole("link", { name: /^Binta/ }).first();
	await one.page.goto(pathname);
	await link.click();
	const { pathname: unknown } = new URL(await one.page.evaluate(() => location.href));
	await one.page.waitForURL(/\/payouts\/./);
	const id = new URL(one.page.url()).pathname.split("/").at(-1) ?? unknown;
	await shiftDeadline(desk.pool, id, 15);
	await two.page.goto(`/payouts/${id}`);
	await one.page.reload();
	await new ResolutionPart(one.page).say("It was paid", "2000", "Seen on the operator's statement");
	await new ResolutionPart(two.page).say("It was paid", "2000", "The recipient confirms by phone");

	await page.reload();
	await batch.shows("5 paid");
	await expect(page.getByText("Done", { exact: true }).first()).toBeVisible();
	await page.getByRole("button", { name: "Export" }).click();
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: /CSV/ }).click();
	const text = await readFile(await (await download).path(), "utf8");
	expect(
		text.split("\r\n").filter((line) => line.includes("Salaries") || /Awa|Kofi|Yao|Ama|Binta/.test(line)),
	).toHaveLength(5);
	expect(text).toContain("Confirmed paid");
});

test("a file of 300 rows is checked, requested and approved by thumb at 360 px", async ({ page, desk }) => {
	test.slow();
	await page.setViewportSize({ width: 360, height: 740 });
	await desk.signIn(page, "maker");
	const batch = new BatchPage(page);
	await page.goto("/batches/new");
	await page.getByLabel("Name", { exact: true }).first().fill("Three hundred");
	const lines = Array.from({ length: 300 }, (_, n) => `Personne ${n + 1};${number()};${1_000 + n}`);
	const buffer = Buffer.from(["Nom;Téléphone;Montant", ...lines].join("\r\n"));
	await page.getByLabel("Spreadsheet file").setInputFiles({ name: "salaires.csv", mimeType: "text/csv", buffer });
	await batch.check("Three hundred");
	await batch.shows("Rows 1 to 100 of 300");
	await page.getByRole("button", { name: "Next rows" }).click();
	await batch.shows("Rows 101 to 200 of 300");
	await batch.shows("Personne 101");
	await expectSound(page, "a draft of 300 rows");
	await page.setViewportSize({ width: 360, height: 740 });
	await batch.ask("Request approval");
	await batch.shows("Waiting for approval");

	const approver = new BatchPage(await desk.pageOf("approver"));
	await approver.page.setViewportSize({ width: 360, height: 740 });
	await approver.page.goto(new URL(page.url()).pathname);
	await approver.shows("The 10 largest");
	await approver.page.getByRole("checkbox", { name: "Leave out row 2", exact: true }).check();
	await approver.page.getByRole("button", { name: "Leave out 1 row" }).click();
	await approver.dialog.getByLabel("Reason").fill("Left the company");
	await approver.dialog.getByRole("button", { name: "Leave out 1 row" }).click();
	await approver.shows("1 not paid");
	await approver.page.getByRole("button", { name: "Approve", exact: true }).click();
	await expect(approver.dialog).toContainText("299 payouts, 343 849 XOF");
	await approver.dialog.getByRole("button", { name: "Cancel", exact: true }).click();
	await expectSound(approver.page, "a batch to approve");
	await approver.page.setViewportSize({ width: 360, height: 740 });
	await approver.ask("Send back");
	await expect(approver.dialog).toContainText("Give a reason.");
	await approver.dialog.getByLabel("Reason").fill("Wrong month");
	await approver.dialog.getByRole("button", { name: "Send back" }).click();
	await approver.shows("Cancelled");
	await approver.shows("Wrong month");
	await approver.page.getByRole("link", { name: "Open the batch that replaces it" }).click();
	await approver.shows("Draft");
	await page.goto("/batches");
	await expect(page.getByRole("row", { name: /Three hundred.*Draft.*Sent back/ })).toBeVisible();
	await page.goto("/");
	await page.getByRole("link", { name: "Batch sent back: Three hundred" }).click();
	await batch.shows("Wrong month");
	await page.goto("/batches");
	await page.getByRole("link", { name: "Three hundred" }).last().click();
	await batch.shows("Open the batch that replaces it");
	await expect(page.getByRole("button", { name: "New batch of unpaid rows" })).toHaveCount(0);
});
