import { expect, test } from "#tests/e2e/fixtures.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test("from a paid payout its receipt opens, in figures and words, and in the other language", async ({
	page,
	signIn,
	hand,
}) => {
	const [maker, approver] = [await hand("maker"), await hand("approver")];
	const payout = await approver.approve(await maker.requestPayout({ amount: "45120", note: "Rent of March" }));
	const { reference } = await approver.until(payout, "succeeded");
	await signIn(page, "viewer");
	await page.goto(`/payouts/${payout.id}`);
	await page.getByRole("link", { name: "Receipt" }).click();
	const receipt = page.getByRole("article");
	await expect(receipt.getByRole("heading", { name: "Receipt of a payout" })).toBeVisible();
	for (const text of [
		"45 120 XOF",
		"forty-five thousand one hundred and twenty West African CFA francs",
		"Rent of March",
		"Paid",
		reference ?? "no reference",
	])
		await expect(receipt).toContainText(text);
	await expect(receipt).not.toContainText("not proof of payment");
	await page.getByRole("link", { name: "In French" }).click();
	await expect(receipt).toHaveAttribute("lang", "fr");
	await expect(receipt).toContainText("quarante-cinq mille cent vingt francs CFA");
	// The controls are for the screen alone.
	await page.emulateMedia({ media: "print" });
	await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
	await expect(receipt).toBeVisible();
});

test("a receipt of an unknown payout says that it proves nothing; one that was not sent has none", async ({
	page,
	signIn,
	hand,
}) => {
	const [maker, approver] = [await hand("maker"), await hand("approver")];
	const order = { amount: "51234", destination: newPhoneNumber("05", "199") };
	const unknown = await approver.approve(await maker.requestPayout(order));
	await approver.until(unknown, "unknown");
	const waiting = await maker.requestPayout({ amount: "51235" });
	await signIn(page, "viewer");
	await page.goto(`/payouts/${unknown.id}/receipt`);
	await expect(page.getByRole("article")).toContainText("This is not proof of payment.");
	await page.goto(`/payouts/${waiting.id}`);
	await expect(page.getByRole("heading", { level: 1 })).toContainText("51 235");
	await expect(page.getByRole("link", { name: "Receipt" })).toHaveCount(0);
	expect((await page.goto(`/payouts/${waiting.id}/receipt`))?.status()).toBe(404);
});
