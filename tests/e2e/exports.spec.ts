import { expect, test } from "#tests/e2e/fixtures.ts";
import { AuditPage } from "#tests/pages/audit-page.ts";
import { downloadOf, textOf } from "#tests/pages/export-part.ts";
import { PaymentListPage } from "#tests/pages/payment-list-page.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { readRows } from "#tests/support/files/read-book.ts";
import { parseCsv } from "#tests/support/files/read-file.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test("the list of payouts comes as files of what is filtered", async ({ page, desk }) => {
	const phoneNumber = newPhoneNumber("05", "789");
	const payout = await (await desk.hand("maker")).requestPayout({ destination: phoneNumber });
	await desk.signIn(page, "viewer");
	const list = await new PaymentListPage(page, "payout").open();
	await list.find(phoneNumber.slice(-8));
	await expect(list.rows).toHaveCount(1);
	const csv = await list.export("csv");
	expect(csv.suggestedFilename()).toMatch(/^payouts-\d{4}-\d{2}-\d{2}\.csv$/);
	const [heads = [], ...rows] = parseCsv(await textOf(csv), ",");
	expect(rows.map((row) => row[heads.indexOf("Payment ID")])).toEqual([payout.id]);
	const workbook = await readRows(await (await list.export("xlsx")).createReadStream());
	expect(workbook.at(-1)?.[2]).toMatchObject({ formula: "SUM(C$2:C$2)" });
});

test("a long list is written in the background: its progress, a notice, the file, and its removal", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	// The check's answer above 50,000 rows; everything else is the desk's own.
	await page.route(/\/export\?.*ask=1/, (route) => route.fulfill({ json: { background: true } }));
	await page.goto("/movements?currency=XOF");
	await page.getByRole("button", { name: "Export" }).click();
	await page.getByRole("link", { name: "CSV file" }).click();
	await expect(page).toHaveURL(/\/exports$/);
	const item = page.getByRole("list", { name: "Exports" }).getByRole("listitem").first();
	await expect(item).toContainText(/\d rows? · .* MB · kept until/);
	await expectSound(page, "Exports");
	await expect(page.getByText(/Your file movements-XOF-\S+\.csv is ready\./).first()).toBeVisible();
	const started = page.waitForEvent("download");
	await item.getByRole("button", { name: /^Download/ }).click();
	const [heads = [], ...rows] = parseCsv(await textOf(await started), ",");
	expect(heads[0]).toBe("Date and time");
	expect(rows.length).toBeGreaterThan(0);
	await item.getByRole("button", { name: /^Remove/ }).click();
	await expect(page.getByText("No exports")).toBeVisible();
	await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
	await page.goto("/movements?currency=XOF");
	await page.getByRole("button", { name: "Export" }).click();
	await page.getByRole("link", { name: "Past exports" }).click();
	await expect(page).toHaveURL(/\/exports$/);
});

test("a workbook of more rows than a sheet holds is refused with the reason, and with what to do", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	const problem = { type: "about:blank", title: "invalid", status: 400, code: "invalid_input" };
	await page.route(/\/export\?.*ask=1/, (route) =>
		route.fulfill({ status: 400, json: { ...problem, fields: { format: "too_many_rows" } } }),
	);
	await page.goto("/movements?currency=XOF");
	await page.getByRole("button", { name: "Export" }).click();
	await page.getByRole("link", { name: "Excel file" }).click();
	await expect(page.getByText("Choose fewer days, other filters or CSV.")).toBeVisible();
});

test("the record shows where each entry came from, and its file tells the same in the member's language", async ({
	page,
	desk,
}) => {
	const approver = await desk.signIn(page, "approver");
	await page.goto("/payouts");
	await downloadOf(page, "csv");
	const audit = await new AuditPage(page).open("?action=payment.exported");
	const row = audit.rows.filter({ hasText: approver.name }).first();
	await expect(row).toContainText("List exported");
	await expect(row).toContainText(/(127\.0\.0\.1|::1) · Chrom\w+ · Linux/);
	await expectSound(page, "Audit log");
	await page.context().addCookies([{ name: "cauri_locale", value: "fr", url: desk.origin }]);
	await audit.open("?action=payment.exported");
	const [heads = [], ...rows] = parseCsv(await textOf(await downloadOf(page, "csv")), ";");
	expect(heads.slice(0, 4)).toEqual(["Date et heure", "Qui", "Action", "Objet"]);
	const own = rows.find((cells) => cells[1] === approver.name) ?? [];
	expect(own[2]).toBe("Décaissement · Liste exportée");
	expect(own[heads.indexOf("Adresse IP")]).toMatch(/^(127\.0\.0\.1|::1)$/);
	expect(own[heads.indexOf("Appareil")]).toMatch(/^Chrom\w+ · Linux$/);
});
