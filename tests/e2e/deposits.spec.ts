import type { Page } from "playwright/test";
import { formatPhone, maskPhone, nationalPart } from "#lib/phone.ts";
import { type Desk, expect, test } from "#tests/e2e/fixtures.ts";
import { readQrPath } from "#tests/e2e/read-qr.ts";
import { HandsetPage } from "#tests/pages/handset-page.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { anAmount, shown } from "#tests/support/browser/amounts.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

async function openDeposit(desk: Desk, page: Page, operator: string) {
	const maker = await desk.hand("maker");
	const number = newPhoneNumber(operator === "mtn-ci" ? "05" : "07");
	const deposit = await maker.until(await maker.startDeposit({ operator, phoneNumber: number }), "pending");
	await desk.signIn(page, "maker");
	const payment = await new PaymentPage(page, "deposit").open(deposit.id);
	return { number, reference: deposit.reference ?? "", payment };
}

test("a deposit by link is paid on the page that its QR code leads to, and seen as paid on two screens without a reload: its page asks for as long as it is open", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "maker");
	const [number, amount] = [newPhoneNumber("07"), anAmount()];
	const form = await new PaymentFormPage(page, "deposit").openWith({ phone: number, operator: "Wave", amount });
	// No other operator is suggested for a number with Wave.
	await expect(form.phone).toHaveAccessibleDescription(/^Côte d.Ivoire\.$/);
	await expect(page.getByText(/requests a payment link for .* from Wave/)).toContainText(formatPhone(number));
	await form.submit.click();
	const payment = await form.arrived();
	await payment.shows("Not completed yet");
	await payment.mark();
	await expect(page.getByText(/Checked \d/)).toBeVisible();
	const viewer = await desk.pageOf("viewer");
	await viewer.goto("/deposits");
	const line = viewer.getByRole("row").filter({ hasText: maskPhone(number) });
	await expect(line).toContainText("Not completed yet");

	const reference = await payment.reference();
	const link = `${desk.sandbox.origin}/pay/${reference}`;
	await expect(payment.main.getByText(link.replace("http://", ""), { exact: true })).toBeVisible();
	const drawing = await payment.main.getByRole("img", { name: "QR code of the payment link" }).innerHTML();
	expect(readQrPath(drawing)).toBe(link);
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await payment.main.getByRole("button", { name: "Copy Payment link" }).click();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

	// Sharing comes first; a browser without a share menu copies the message.
	const share = payment.main.getByRole("button", { name: "Share" });
	const ways = share.or(payment.main.getByRole("link", { name: "Open", exact: true }));
	await expect(ways).toHaveText(["Share", "Open"]);
	await share.click();
	await expect(page.getByText("Message with link copied")).toBeVisible();
	const message = (await page.evaluate(() => navigator.clipboard.readText())).replace(/\s/g, " ");
	expect(message).toBe(`Please pay ${shown(amount)} XOF with Wave: ${link}`);

	// A browser that refuses to copy says so, as a fault.
	await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
	const refused = page.locator(".toast", { hasText: "Copying failed" }).filter({ has: page.locator(".text-danger") });
	await payment.main.getByRole("button", { name: "Copy Payment link" }).click();
	await expect(refused).toHaveCount(1);
	await share.click();
	await expect(refused).toHaveCount(2);

	const opened = page.waitForEvent("popup");
	await payment.main.getByRole("link", { name: "Open", exact: true }).click();
	const payer = await opened;
	expect(payer.url()).toBe(link);
	expect(await payer.evaluate(() => window.opener)).toBeNull();
	const asks = () => page.waitForResponse((answer) => answer.url().endsWith(`/api/deposits/${payment.id}/check`));
	for (const answer of [await asks(), await asks()]) expect(answer.status()).toBe(200);
	await payer.getByRole("button", { name: new RegExp(`^(Pay|Payer) ${amount[0]}`) }).click();

	await payment.shows("Paid");
	await payment.says(`The service confirms ${shown(amount)} XOF.`);
	await payment.timelineHas(/^Started by Maker/, "Accepted by the service", "Confirmed as paid by the service");
	await payment.stayed();
	await expect(line).toContainText("Paid");
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);
	await payment.main.getByRole("link", { name: "New deposit" }).click();
	await expect(page).toHaveURL(/\/deposits\/new$/);
});

test("a deposit by code is paid when the payer dials on the phone and types the code there; the desk never asks for it", async ({
	page,
	desk,
}) => {
	const { number, reference, payment } = await openDeposit(desk, page, "orange-money-ci");
	await payment.shows("Not completed yet");
	await payment.mark();
	await payment.says("Not in Cauri: it never needs the code.");
	await expect(payment.main.getByRole("textbox")).toHaveCount(0);
	await expect(payment.main.getByText("#144*82#").first()).toBeVisible();

	const handset = await HandsetPage.open(await page.context().newPage(), desk.sandbox, number);
	await handset.enterCode(reference, await handset.dialForCode("#144*82#"));

	await payment.shows("Paid");
	await payment.timelineHas("Confirmed as paid by the service");
	await payment.stayed();
});

test("a deposit by prompt is paid by the PIN on the phone, after a wrong one, and seen as paid without a reload", async ({
	page,
	desk,
}) => {
	const { number, reference, payment } = await openDeposit(desk, page, "mtn-ci");
	await payment.shows("Not completed yet");
	await payment.says("The request is on the payer’s phone");
	await expect(payment.main.getByRole("timer")).toHaveText(/^[0-4]:\d\d$/);
	await payment.mark();

	const handset = await HandsetPage.open(await page.context().newPage(), desk.sandbox, number);
	await handset.approve(reference, "9999");
	await expect(handset.messages).toContainText("PIN");
	await handset.approve(reference);

	await payment.shows("Paid");
	await payment.timelineHas("Accepted by the service", "Confirmed as paid by the service");
	await payment.stayed();
});

test("on a device whose clock is an hour ahead the payer has as long as anywhere", async ({ page, desk }) => {
	await page.clock.install({ time: Date.now() + 3_600_000 });
	const { payment } = await openDeposit(desk, page, "mtn-ci");
	await payment.shows("Not completed yet");
	await expect(payment.main.getByRole("timer")).toHaveText(/^[0-4]:\d\d$/);
	await page.clock.runFor(2_000);
	await expect(payment.main.getByRole("timer")).toHaveText(/^[0-4]:\d\d$/);
});

test("what the payer refused is shown in the service's own word and is called neither paid nor failed", async ({
	page,
	desk,
}) => {
	const { number, reference, payment } = await openDeposit(desk, page, "mtn-ci");
	const handset = await HandsetPage.open(await page.context().newPage(), desk.sandbox, number);
	await handset.refuse(reference);
	await payment.checkNow();
	await payment.says("counts as neither paid nor failed");
	await expect(payment.main.getByText("failed (not recognised)").first()).toBeVisible();
	await payment.timelineHas(/New status from the service.*failed/);
	await payment.shows("Not completed yet");
	await expect(payment.main.getByText(/on the payer’s phone|How the payer pays|Payer confirms/)).toHaveCount(0);
	await expect(payment.main.getByRole("timer")).toHaveCount(0);
});

test("a deposit that ended unpaid is tried again with its number, operator, amount and note", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "maker");
	const number = newPhoneNumber("07");
	const [endpoint, match] = ["payin", number.slice(1)] as const;
	await desk.sandbox.addFault({ endpoint, fault: "error-before", params: { status: 400, detail: "No" }, match });
	const typed = { phone: number, operator: "Wave", amount: "1234", note: "Table 4" };
	const form = await new PaymentFormPage(page, "deposit").openWith(typed);
	await form.submit.click();
	const payment = await form.arrived();
	await payment.main.getByRole("link", { name: "Start a new deposit" }).click();
	await expect(form.phone).toHaveValue(nationalPart(number));
	await expect(form.operator).toHaveValue("wave-ci");
	await expect(form.amount).toHaveValue(/^1\s234$/);
	await expect(form.note).toHaveValue("Table 4");
});
