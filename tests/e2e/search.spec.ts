import type { Page } from "playwright/test";
import { nationalPart } from "#lib/phone.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { Frame } from "#tests/pages/frame.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

/** Uses the frame's search field, which works after hydration. */
async function openSearch(page: Page): Promise<Frame> {
	const frame = new Frame(page);
	await expect(async () => {
		// A click before hydration does nothing; an open palette covers the field.
		if (!(await frame.palette.isVisible())) await frame.searchField.click();
		await expect(frame.palette).toBeVisible({ timeout: 500 });
	}).toPass();
	return frame;
}

test("the way to search is in sight from 320 to 1280 px, opens ready to type, and says what it can find when it finds nothing", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	await page.goto("/movements");
	const frame = new Frame(page);
	for (const width of [320, 360, 768, 1280]) {
		await page.setViewportSize({ width, height: 740 });
		await expect(frame.searchField).toBeInViewport({ ratio: 1 });
		await openSearch(page);
		await expect(frame.searchBox).toBeFocused();
		const box = await frame.palette.boundingBox();
		expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? width + 1) <= width).toBe(true);
		await page.keyboard.press("Escape");
		await expect(frame.palette).toBeHidden();
		await expect(frame.searchField).toBeFocused();
	}
	await openSearch(page);
	await frame.searchBox.fill("xqzvjk");
	for (const found of ["payments by name", "recipients by name", "movements by amount", "statements by month", "pages"])
		await expect(frame.palette).toContainText(found);
});

test("an amount, however grouped, a purpose and a number find the payment, and each says why and its state", async ({
	page,
	desk,
}) => {
	const destination = newPhoneNumber("05");
	const purpose = `Toiture ${destination.slice(-6)}`;
	const order = { amount: "731219", destination, note: purpose };
	await (await desk.hand("maker")).requestPayout(order);
	await desk.signIn(page, "viewer");
	await page.goto("/");
	const frame = await openSearch(page);
	const option = frame.palette.getByRole("option").filter({ hasText: purpose });
	for (const [typed, why] of [
		["731 219", "amount"],
		["731,219 XOF", "amount"],
		[`toit ${destination.slice(-6, -2)}`, "purpose"],
		[destination.slice(-8), "number"],
	] as const) {
		await frame.searchBox.fill(typed);
		await expect(option, typed).toContainText(why);
		await expect(option).toContainText("Waiting for approval");
		await expect(option).toContainText(/Payout of 731\s219\sXOF/);
		await expect(option).not.toContainText(destination.slice(-8));
	}
});

test("Enter at once opens nothing that only resembles what was typed", async ({ page, desk }) => {
	const payout = await (await desk.hand("maker")).requestPayout({ amount: "6412", note: "Settlement of the roof" });
	await desk.signIn(page, "admin");
	await page.goto("/");
	const frame = await openSearch(page);
	await page.keyboard.press("Enter");
	await page.keyboard.type("sett");
	await page.keyboard.press("Enter");
	const option = frame.palette.getByRole("option").filter({ hasText: "Settlement of the roof" });
	await expect(option).toBeVisible();
	await expect(page).toHaveURL(/\/$/);
	await frame.searchBox.fill("6412");
	await page.keyboard.press("Enter");
	await expect(option).toContainText("amount");
	await expect(page).toHaveURL(/\/$/);
	await frame.searchBox.fill(payout.id);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(new RegExp(`/payouts/${payout.id}$`));
});

test("a payout to a name and the statement of a month begin in the search, by the keyboard alone", async ({
	page,
	desk,
}) => {
	const number = newPhoneNumber("05");
	const name = `Zita ${number.slice(-6)}`;
	await (await desk.hand("maker")).post("/api/recipients", { name, number, purpose: "Laundry" });
	await desk.signIn(page, "maker");
	await page.goto("/");
	const frame = await openSearch(page);
	await frame.searchBox.fill(`New payout to zita ${number.slice(-6)}`);
	await expect(frame.palette.getByRole("option")).toHaveText(new RegExp(`New payout to ${name}`));
	await page.keyboard.press("Enter");
	await expect(page.getByRole("textbox", { name: "Recipient’s number" })).toHaveValue(nationalPart(number));
	await expect(page.getByRole("textbox", { name: /^Purpose/ })).toHaveValue("Laundry");
	await openSearch(page);
	await frame.searchBox.fill("statement february 2024");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/statements\?from=2024-02-01&to=2024-02-29$/);
});
