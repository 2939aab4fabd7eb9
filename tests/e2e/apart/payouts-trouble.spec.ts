import { expect, test } from "#tests/e2e/fixtures.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { anAmount } from "#tests/support/browser/amounts.ts";
import { deskHand } from "#tests/support/browser/desk-hand.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ apart: "trouble" });

test("a payout whose answer was lost is called unknown in words, is never sent again, and is closed by a reference that the service confirms", async ({
	page,
	desk,
}) => {
	const maker = await deskHand(desk.origin, await desk.members("maker"));
	const [number, amount] = [newPhoneNumber("05"), anAmount()];
	const earlier = await maker.requestPayout({ destination: newPhoneNumber("05"), amount: "11" });
	const payout = await maker.requestPayout({ destination: number, amount });
	const approver = await deskHand(desk.origin, await desk.members("approver"));
	await approver.until(await approver.approve(earlier), "succeeded");
	await desk.sandbox.addFault({ endpoint: "payout", fault: "reset-after", match: number });

	await desk.signIn(page, "approver");
	await page.goto(`/payouts/${payout.id}`);
	const payment = new PaymentPage(page, "payout");
	await payment.approve();
	await payment.shows("Outcome unknown");
	await payment.says("Outcome still unknown. Do not pay again.");
	await payment.says("The connection was cut.");
	await payment.timelineHas("No clear answer from the service");
	await expect(page.getByRole("button", { name: /\b(re)?send\b|retry|(pay|try) again/i })).toHaveCount(0);
	await desk.sandbox.clearFaults();

	const held = (await desk.sandbox.transactions()).find((transaction) => transaction.amount === `${amount}.00`);
	const field = page.getByRole("textbox", { name: "Service reference" });
	const verify = page.getByRole("button", { name: "Verify reference" });
	for (const [reference, words] of [
		["TX-20260101-NOTHING1", "The service does not know this reference."],
		[(await maker.until(earlier, "succeeded")).reference ?? "", "This reference belongs to another payment"],
	] as const) {
		await field.fill(reference);
		await verify.click();
		await expect(field).toHaveAccessibleDescription(new RegExp(words));
	}
	await field.fill(held?.reference ?? "");
	await new StepUpPart(page).through(() => verify.click());
	await payment.shows("Paid");
	await payment.timelineHas(/^Reference attached by Approver/);
	expect(await payment.reference()).toBe(held?.reference);
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);
});
