import { readFileSync } from "node:fs";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { paidPayout } from "#tests/support/browser/paid-payout.ts";
import { brokenPdfRules } from "#tests/support/files/pdf-rules.ts";
import { readPdf } from "#tests/support/files/read-pdf.ts";

test("from a paid payout, whose page on paper has exact times and nothing to press, its receipt opens, in figures and words, in the other language and as PDF, and whoever holds its code learns without a sign-in that the desk issued it", async ({
	page,
	desk,
}) => {
	const { id, reference } = await paidPayout(desk.hand, { amount: "45120", note: "Rent of March" });
	await desk.signIn(page, "viewer");
	await page.goto(`/payouts/${id}`);
	const main = page.getByRole("main");
	await expect(main.getByRole("link", { name: "Receipt" })).toBeVisible();
	await expect(main.getByText(/^Today/).first()).toBeVisible();
	await page.emulateMedia({ media: "print" });
	await expect(main.getByRole("link", { name: "Receipt" })).toBeHidden();
	await expect(main.getByRole("button")).toHaveCount(0);
	await expect(main.getByText(/^Today/).first()).toBeHidden();
	const exact = await main
		.locator("time")
		.first()
		.evaluate((time) => getComputedStyle(time, "::after").content);
	expect(exact).toMatch(/^"\d{1,2} \w{3,4} \d{4} \d\d:\d\d:\d\d"$/);
	await page.emulateMedia({ media: "screen" });
	await main.getByRole("link", { name: "Receipt" }).click();
	const receipt = page.getByRole("article");
	await expect(receipt.getByRole("heading", { name: "Payout receipt" })).toBeVisible();
	for (const text of [
		"45 120 XOF",
		"Forty-five thousand one hundred and twenty West African CFA francs",
		"Rent of March",
		"Paid",
		reference,
	])
		await expect(receipt).toContainText(text);
	await expect(receipt).not.toContainText("not proof of payment");
	await page.getByRole("link", { name: "In French" }).click();
	await expect(receipt).toHaveAttribute("lang", "fr");
	await expect(receipt).toContainText("Quarante-cinq mille cent vingt francs CFA");
	const [file] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Download PDF" }).click(),
	]);
	const bytes = readFileSync(await file.path());
	const { text } = await readPdf(bytes);
	const code = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/.exec(text)?.[0] ?? "no code";
	expect(await brokenPdfRules(bytes)).toEqual([]);
	expect(text).toContain("Quarante-cinq mille");
	await expect(receipt).toContainText(code);
	const stranger = await desk.newPage();
	await stranger.goto(`/verify/${code.toLowerCase()}`);
	await expect(stranger.getByRole("main")).toContainText("issued this document");
	await expect(stranger.getByRole("main")).toContainText("Payout receipt");
	await expect(stranger.getByRole("main")).not.toContainText("45 120");
	await stranger.goto("/verify/7K3M-Q9ZX-04TB-WNRE");
	await expect(stranger.getByRole("main")).toContainText("issued no document with this code");
	await page.emulateMedia({ media: "print" });
	await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
	await expect(receipt).toBeVisible();
});

test("a cashier hands the receipt itself to an app of the device, without a link to the desk", async ({
	page,
	desk,
}) => {
	const { id } = await paidPayout(desk.hand, { amount: "45122" });
	await desk.signIn(page, "maker");
	// Replaces the device's own dialog, which no browser test can see.
	await page.addInitScript(() => {
		const shared: object[] = [];
		Object.assign(window, { shared });
		navigator.canShare = () => true;
		navigator.share = async (data) => {
			const [file] = data?.files ?? [];
			const head = (await file?.slice(0, 5).text()) ?? "";
			shared.push({ keys: Object.keys(data ?? {}), name: file?.name, type: file?.type, head });
		};
	});
	await page.goto(`/payouts/${id}/receipt`);
	await page.getByRole("button", { name: "Send to the customer" }).click();
	await expect
		.poll(() => page.evaluate(() => (window as unknown as { shared: object[] }).shared))
		.toEqual([{ keys: ["files"], name: expect.stringMatching(/\.pdf$/), type: "application/pdf", head: "%PDF-" }]);
});
