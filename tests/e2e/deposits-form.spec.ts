import { nationalPart } from "#lib/phone.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { anAmount } from "#tests/support/browser/amounts.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ signedInAs: "maker" });

test("the form names each fault at its field, says how to mend it, and loses nothing that was typed", async ({
	page,
}) => {
	const form = await new PaymentFormPage(page, "deposit").open();
	await form.submit.click();
	await form.faultOf(form.phone, /Enter the number\./);
	await form.faultOf(form.amount, /Enter the amount\./);
	await expect(form.phone).toBeFocused();

	for (const [phone, words] of [
		["05 03 45", /too short/],
		["05 03 45 67 89 12", /too long/],
		["05 03 zero 45", /digits only/],
		["03 45 67 89", /old, shorter number.*01, 05 or 07 in Côte d’Ivoire/],
		["+999 12345678", /None of your operators serves this country/],
	] as const) {
		await form.phone.fill(phone);
		await form.phone.blur();
		await form.faultOf(form.phone, words);
	}
	await form.phone.fill("+225 05 03 45 67 89");
	await expect(form.operator).toHaveValue("mtn-ci");
	for (const [amount, words] of [
		["0", /above zero/],
		["100.5", /Too many decimals for this currency/],
		["99999999999999", /above the service’s maximum/],
	] as const) {
		await form.amount.fill(amount);
		await form.amount.blur();
		await form.faultOf(form.amount, words);
	}
	await form.note.fill("Table 12");
	await form.submit.click();
	await form.faultOf(form.amount, /above the service’s maximum/);
	await expect(form.note).toHaveValue("Table 12");
	await expect(form.phone).toHaveValue(/05 03 45 67 89$/);
	await expect(page).toHaveURL(/\/deposits\/new$/);
});

test("a half-filled form survives a reload of its tab, and its draft is gone after it was sent", async ({
	page,
	desk,
}) => {
	const number = newPhoneNumber("05");
	const form = await new PaymentFormPage(page, "deposit").openWith({
		phone: number,
		operator: "Wave",
		amount: "45000",
		note: "Facture 2026/118",
	});
	await page.reload();
	const kept = "Your earlier entry was kept. If it was already sent, sending it again creates no second payment.";
	await expect(page.getByText(kept)).toBeVisible();
	await expect(form.phone).toHaveValue(nationalPart(number));
	// The prefix suggests MTN when the field is left, but the person chose Wave.
	await form.phone.focus();
	await form.phone.blur();
	await expect(form.operator).toHaveValue("wave-ci");
	await expect(form.amount).toHaveValue(/^45\s000$/);
	await expect(form.note).toHaveValue("Facture 2026/118");
	await form.submit.click();
	await (await form.arrived()).shows("Not completed yet");
	await form.open();
	await expect(form.phone).toBeFocused();
	await expect(page.getByText("Your earlier entry was kept")).toBeHidden();
	await expect(form.phone).toHaveValue("");
	await expect(form.amount).toHaveValue("");
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);
});

test("a form that began with an earlier deposit keeps its values and its key: after a lost answer and a reload nothing is asked twice", async ({
	page,
	desk,
}) => {
	const maker = await desk.hand("maker");
	const number = newPhoneNumber("05");
	const earlier = await maker.until(await maker.startDeposit({ phoneNumber: number, amount: "45000" }), "pending");
	const form = new PaymentFormPage(page, "deposit");
	await page.goto(`/deposits/new?again=${earlier.id}`);
	await expect(form.amount).toHaveValue(/^45\s000$/);
	await page.route("**/api/deposits", async (route) => {
		await route.fetch();
		await route.abort("connectionreset");
	});
	await form.submit.click();
	await expect(page.getByRole("alert").filter({ hasText: "never creates two payments" })).toBeVisible();
	await page.unroute("**/api/deposits");
	await page.reload();
	await expect(page.getByText("Your earlier entry was kept")).toBeVisible();
	await form.submit.click();
	await (await form.arrived()).shows("Not completed yet");
	expect(await desk.sandbox.postsTo(number)).toHaveLength(2);

	await page.goto(`/deposits/new?again=${earlier.id}`);
	await expect(form.submit).toBeEnabled();
	await expect(form.amount).toHaveValue(/^45\s000$/);
	await expect(page.getByText("Your earlier entry was kept")).toBeHidden();
	await form.amount.fill("5000");
	await page.reload();
	await expect(page.getByText("Your earlier entry was kept")).toBeVisible();
	await expect(form.amount).toHaveValue(/^5\s000$/);
});

test("Enter pressed twice and a double click send once, and the way back from the payment finds an empty form", async ({
	page,
	desk,
}) => {
	const number = newPhoneNumber("05");
	const form = await new PaymentFormPage(page, "deposit").openWith({ phone: number, amount: anAmount() });
	await form.amount.press("Enter");
	await page.keyboard.press("Enter");
	const payment = await form.arrived();
	await payment.shows("Not completed yet");
	const address = page.url();
	await page.goBack();
	await expect(form.submit).toBeEnabled();
	await expect(form.phone).toHaveValue("");
	await expect(form.amount).toHaveValue("");
	await page.goForward();
	await expect(page).toHaveURL(address);
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);

	const other = newPhoneNumber("05");
	await form.openWith({ phone: other, amount: anAmount() });
	await form.submit.dblclick();
	await (await form.arrived()).shows("Not completed yet");
	expect(await desk.sandbox.postsTo(other)).toHaveLength(1);
});

test("a field that is left while the payment's page is on its way keeps no draft of what was sent", async ({
	page,
}) => {
	const number = newPhoneNumber("05");
	const form = await new PaymentFormPage(page, "deposit").open();
	await form.amount.fill(anAmount());
	await form.phone.fill(number);
	const [leaving, arriving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	await page.route(/\/deposits\/(?!new)[^/]+\?_rsc=/, async (route) => {
		leaving.resolve();
		await arriving.promise;
		await route.continue();
	});
	await form.phone.press("Enter");
	await leaving.promise;
	// Leaving the field gives the number its national form.
	await form.note.focus();
	await expect(form.phone).toHaveValue(nationalPart(number));
	arriving.resolve();
	await (await form.arrived()).shows("Not completed yet");
	await form.open();
	await expect(page.getByText("Your earlier entry was kept")).toBeHidden();
	await expect(form.phone).toHaveValue("");
});

test("a tab duplicated with its form filled in sends the same deposit, not a second one", async ({ page, desk }) => {
	const number = newPhoneNumber("05");
	const form = await new PaymentFormPage(page, "deposit").openWith({ phone: number, amount: anAmount() });
	const duplicated = page.waitForEvent("popup");
	await page.evaluate(() => void window.open("/deposits/new"));
	const twin = new PaymentFormPage(await duplicated, "deposit");
	await expect(twin.submit).toBeEnabled();
	await expect(twin.amount).not.toHaveValue("");
	await Promise.all([form.submit.click(), twin.submit.click()]);
	const [one, other] = [await form.arrived(), await twin.arrived()];
	expect(one.id).toBe(other.id);
	await new PaymentPage(page, "deposit").shows("Not completed yet");
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);
});

test("an amount keeps its signs while it is typed, and a number its digits however it was copied", async ({ page }) => {
	const number = newPhoneNumber("05");
	const form = await new PaymentFormPage(page, "deposit").open();
	await form.phone.fill(`\u202a${number}\u202c`);
	await form.amount.pressSequentially("45,000.00");
	await expect(form.amount).toHaveValue(/^45\s000\.00$/);
	await expect(page.getByRole("button", { name: /^Request 45\s000\sXOF/ })).toBeEnabled();
	await expect(form.phone).toHaveValue(nationalPart(number));
	await form.amount.fill("");
	await form.amount.pressSequentially("12,5");
	await expect(form.amount).toHaveValue("12,5");
	await form.note.focus();
	await expect(form.amount).toHaveValue("12.5");
});

test("an amount that is pasted with the words around it keeps all of its digits", async ({ page }) => {
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	const form = await new PaymentFormPage(page, "deposit").open();
	for (const text of ["Montant à payer : 1 250 000 F", "Net à payer Awa Koné : 1 250 000"]) {
		await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
		await form.amount.fill("");
		await form.amount.press("ControlOrMeta+v");
		await expect(form.amount).toHaveValue(/^1\s250\s000$/);
	}
});
