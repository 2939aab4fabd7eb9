import type { Page } from "playwright/test";
import type { Payment } from "#lib/contracts/payment.ts";
import { type Desk, expect, test } from "#tests/e2e/fixtures.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { ResolutionPart } from "#tests/pages/resolution-part.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { anAmount } from "#tests/support/browser/amounts.ts";
import { expectSoundInBoth } from "#tests/support/browser/in-both-languages.ts";
import { shiftDeadline } from "#tests/support/desk/resolution.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ apart: "resolution" });
// One stack for all tests, because starting three takes longer.
test.describe.configure({ mode: "default" });

/** The service pays (`reset-after`) or does not (`reset-before`), and the connection breaks before its answer. */
async function lostPayout(desk: Desk, fault: "reset-after" | "reset-before", amount: string): Promise<Payment> {
	const destination = newPhoneNumber("05");
	await desk.sandbox.addFault({ endpoint: "payout", fault, match: destination });
	const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
	const payout = await maker.requestPayout({ destination, amount });
	return approver.until(await approver.approve(payout), "unknown");
}

async function open(page: Page, payment: Payment): Promise<ResolutionPart> {
	await page.goto(`/${payment.kind}s/${payment.id}`);
	await new PaymentPage(page, payment.kind).shows("Outcome unknown");
	return new ResolutionPart(page);
}

/** Opens the payment for an approver and an admin, when it may be resolved. */
async function openForTwo(desk: Desk, page: Page, payment: Payment): Promise<[ResolutionPart, ResolutionPart]> {
	await shiftDeadline(desk.pool, payment.id, 15);
	await desk.signIn(page, "approver");
	return [await open(page, payment), await open(await desk.pageOf("admin"), payment)];
}

test("a payout whose answer was lost shows its movement, and two people settle it as paid, each seeing the other's word without a reload", async ({
	page,
	desk,
}) => {
	const amount = anAmount();
	const payout = await lostPayout(desk, "reset-after", amount);
	const approver = await desk.signIn(page, "approver");
	const admin = await desk.members("admin");
	const [one, two] = [await open(page, payout), await open(await desk.pageOf(admin), payout)];
	await one.shows(/1 likely movement/);
	await one.shows(/Balance before sending/);
	await one.shows(/Change in balance.*amount \+ fee/);
	await one.shows(/A missing movement does not prove that nothing was paid/);
	await expect(one.paid).toBeDisabled();
	await one.says(/Two people must confirm\. Possible from/);
	await one.says("Until then an answer or a movement may still arrive.");

	await shiftDeadline(desk.pool, payout.id, 15);
	await page.reload();
	await two.page.reload();
	await one.say("It was paid", amount, "Seen on the operator's statement");
	await one.says("Your answer is saved.");
	await expect(one.paid).toHaveCount(0);
	await two.says(`${approver.name}: it was paid`);
	await two.says("If you confirm the same outcome, it is final.");

	await two.paid.click();
	await two.dialog.getByRole("button", { name: "It was paid" }).click();
	await expect(two.amount).toHaveAccessibleDescription(/not the amount of this payment/);
	await expect(two.reason).toHaveAccessibleDescription(/Give a reason/);
	await two.fill(amount, "The recipient confirms by phone");
	for (const who of [one, two]) {
		const payment = new PaymentPage(who.page, "payout");
		await payment.shows("Confirmed paid");
		await payment.timelineHas(
			`${approver.name} confirmed: paid`,
			`Outcome confirmed: paid; second confirmation by ${admin.name}`,
			/The recipient confirms by phone/,
		);
		await expect(who.card).toHaveCount(0);
	}
	expect(await desk.sandbox.postsTo(payout.destination ?? "")).toHaveLength(1);
});

test("a payout that the service never made shows no movement and an unmoved balance, and a disagreement settles nothing", async ({
	page,
	desk,
}) => {
	const amount = anAmount();
	const payout = await lostPayout(desk, "reset-before", amount);
	const [one, two] = await openForTwo(desk, page, payout);
	await one.shows(/No movement of this amount/);
	await one.shows(/no change/);
	await one.say("It was not paid", amount, "Nothing on the statement");
	await two.say("It was paid", amount, "The recipient says so");
	for (const who of [one, two]) await who.says("Two people disagree.");
	await two.card.getByRole("button", { name: "Withdraw my answer" }).click();
	await one.says("Your answer is saved.");
	await two.say("It was not paid", amount, "I asked again");
	await new PaymentPage(page, "payout").shows("Confirmed not paid");
});

test("a line that arrives while the outcome is being confirmed is shown first, and what was typed stays", async ({
	page,
	desk,
}) => {
	const amount = anAmount();
	const payout = await lostPayout(desk, "reset-before", amount);
	const [one, two] = await openForTwo(desk, page, payout);
	await one.shows(/No movement of this amount/);
	await one.card.getByRole("button", { name: "It was not paid", exact: true }).click();
	await one.amount.fill(amount);
	await one.reason.fill("Nothing on the statement");
	await desk.sandbox.inventMovement({ currency: "XOF", type: "withdrawal", amount });
	await two.evidence.getByRole("button", { name: "Refresh" }).click();
	await two.shows(/1 likely movement/);
	const act = one.dialog.getByRole("button", { name: "It was not paid", exact: true });
	await act.click();
	await expect(one.dialog).toContainText("The evidence has changed");
	await expect(one.dialog).toContainText(/1 likely movement/);
	await expect(one.reason).toHaveValue("Nothing on the statement");
	await new StepUpPart(page).through(() => act.click());
	await two.says(/it was not paid/);
});

test("who may not settle sees the evidence and no way to decide; the support's text holds every plain fact and no secret", async ({
	page,
	desk,
}) => {
	const amount = anAmount();
	const payout = await lostPayout(desk, "reset-after", amount);
	await desk.signIn(page, "maker");
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	const part = await open(page, payout);
	await part.shows(/1 likely movement/);
	await expect(part.card).toHaveCount(0);
	await page.getByRole("button", { name: "Copy details for support" }).click();
	await expect(page.getByText(/copied/)).toBeVisible();
	const text = await page.evaluate(() => navigator.clipboard.readText());
	for (const fact of [
		payout.id,
		`${amount} XOF`,
		payout.destination ?? "?",
		payout.sentAt ?? "?",
		"Our key fingerprint: ",
	])
		expect(text).toContain(fact);
	expect(text).not.toContain(desk.canary);
	expect(text).not.toContain("test-key");
});

test("evidence, card and dialog have no fault of accessibility and fit, in light and dark, on a desk and a phone", async ({
	page,
	desk,
}) => {
	const payout = await lostPayout(desk, "reset-after", anAmount());
	await shiftDeadline(desk.pool, payout.id, 15);
	await desk.signIn(page, "approver");
	const part = await open(page, payout);
	await part.shows(/1 likely movement/);
	await expectSoundInBoth(page, "evidence and card");
	await part.paid.click();
	await part.dialog.getByRole("button", { name: "It was paid" }).click();
	await expect(part.amount).toHaveAccessibleDescription(/not the amount/);
	await expectSound(page, "dialog");
});
