import { expect, test } from "#tests/e2e/fixtures.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { anAmount } from "#tests/support/amounts.ts";
import { deskHand } from "#tests/support/desk-hand.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ apart: "trouble" });

test("a payout whose answer was lost is called unknown in words, is never sent again, and is closed by a reference that the service confirms", async ({
	page,
	signIn,
	desk,
	members,
	sandbox,
}) => {
	const maker = await deskHand(desk.origin, await members("maker"));
	const [number, amount] = [newPhoneNumber("05"), anAmount()];
	const earlier = await maker.requestPayout({ destination: newPhoneNumber("05"), amount: "11" });
	const payout = await maker.requestPayout({ destination: number, amount });
	const approver = await deskHand(desk.origin, await members("approver"));
	await approver.until(await approver.approve(earlier), "succeeded");
	await sandbox.addFault({ endpoint: "payout", fault: "reset-after", match: number });

	await signIn(page, "approver");
	await page.goto(`/payouts/${payout.id}`);
	const payment = new PaymentPage(page, "payout");
	await payment.approve();
	await payment.shows("Outcome unknown");
	await payment.says("We do not know yet. Do not pay again.");
	await payment.says("The connection broke off.");
	await payment.timelineHas("The answer was lost or unclear");
	await expect(page.getByRole("button", { name: /\b(re)?send\b|retry|(pay|try) again/i })).toHaveCount(0);
	await sandbox.clearFaults();

	const restarted = new Date();
	await desk.killWorker();
	await desk.startWorker();
	// It reads the movements only after its first round over everything that was left.
	await expect
		.poll(() => sandbox.requests({ path: "/movements/", since: restarted }), { timeout: 20_000 })
		.not.toEqual([]);
	await page.reload();
	await payment.shows("Outcome unknown");
	expect(await sandbox.postsTo(number)).toHaveLength(1);

	const held = (await sandbox.transactions()).find((transaction) => transaction.amount === `${amount}.00`);
	const field = page.getByRole("textbox", { name: "Reference of the service" });
	const verify = page.getByRole("button", { name: "Verify this reference" });
	for (const [reference, words] of [
		["TX-20260101-NOTHING1", "The service knows no such reference."],
		[(await maker.until(earlier, "succeeded")).reference ?? "", "This is another payment’s reference"],
	] as const) {
		await field.fill(reference);
		await verify.click();
		await expect(field).toHaveAccessibleDescription(new RegExp(words));
	}
	await field.fill(held?.reference ?? "");
	await verify.click();
	await payment.shows("Paid");
	await payment.timelineHas(/^Reference attached by Approver/);
	expect(await payment.reference()).toBe(held?.reference);
	expect(await sandbox.postsTo(number)).toHaveLength(1);
});

test("a refusal of the service is shown with its reason, escaped, and is not sent again", async ({
	page,
	signIn,
	desk,
	members,
	sandbox,
}) => {
	const maker = await deskHand(desk.origin, await members("maker"));
	const number = newPhoneNumber("05");
	const payout = await maker.requestPayout({ destination: number });
	const detail = `Limit reached <img src=x onerror="document.title='broken in'">`;
	await sandbox.addFault({ endpoint: "payout", fault: "error-before", params: { status: 400, detail }, match: number });
	await signIn(page, "approver");
	await page.goto(`/payouts/${payout.id}`);
	const payment = new PaymentPage(page, "payout");
	await payment.approve();
	await payment.says("The service refused this payout.");
	await payment.says(detail);
	await payment.timelineHas("Refused by the service");
	await expect(payment.main.getByRole("img")).toHaveCount(0);
	await expect(page).not.toHaveTitle("broken in");
	await sandbox.clearFaults();
	expect(await sandbox.postsTo(number)).toHaveLength(1);
});

test("refused keys stop all sending, everybody is told, and what waits leaves once an admin says go", async ({
	page,
	signIn,
	pageOf,
	desk,
	members,
	sandbox,
}) => {
	const maker = await deskHand(desk.origin, await members("maker"));
	const [refused, waiting] = [newPhoneNumber("05"), newPhoneNumber("05")];
	const first = await maker.requestPayout({ destination: refused });
	const second = await maker.requestPayout({ destination: waiting });
	await sandbox.addFault({ endpoint: "payout", fault: "refuse-keys", match: refused });
	await signIn(page, "approver");
	await page.goto(`/payouts/${first.id}`);
	const payment = new PaymentPage(page, "payout");
	await payment.approve();
	await payment.says("The service refused our keys.");
	await expect(page.getByText(/^Sending stopped/)).toBeVisible();

	await page.goto(`/payouts/${second.id}`);
	await payment.approve();
	await payment.shows("Approved, about to be sent");
	await payment.mark();
	const settings = await new SettingsPage(await pageOf("admin")).open("configuration");
	expect(await sandbox.postsTo(waiting)).toEqual([]);
	await sandbox.clearFaults();
	await settings.resumeSending.click();
	await settings.dialog.getByRole("button", { name: "Resume sending" }).click();
	await expect(settings.page.getByText(/^Sending has stopped since/)).toBeHidden();

	await payment.shows("Paid");
	await payment.stayed();
	await expect(page.getByText(/^Sending stopped/)).toBeHidden();
	expect(await sandbox.postsTo(waiting)).toHaveLength(1);
	expect(await sandbox.postsTo(refused)).toHaveLength(1);
});
