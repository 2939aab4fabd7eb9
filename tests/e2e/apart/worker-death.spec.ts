import { expect, test } from "#tests/e2e/fixtures.ts";
import { HomePage } from "#tests/pages/home-page.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { anAmount } from "#tests/support/browser/amounts.ts";
import { deskHand } from "#tests/support/browser/desk-hand.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ apart: "trouble" });
// An attempt is given up half a minute after its worker's last sign.
test.setTimeout(180_000);

const AWAY = "The sending program is not responding.";

test("a worker killed while a payout is on the wire: its absence is said wherever it is missed; the payout is unknown, is never sent again, and is closed by a reference that the service confirms", async ({
	page,
	desk,
}) => {
	const maker = await deskHand(desk.origin, await desk.members("maker"));
	const approver = await deskHand(desk.origin, await desk.members("approver"));
	const [number, amount] = [newPhoneNumber("05"), anAmount()];
	const earlier = await maker.requestPayout({ destination: newPhoneNumber("05"), amount: "11" });
	await approver.until(await approver.approve(earlier), "succeeded");
	const payout = await maker.requestPayout({ destination: number, amount });
	await desk.sandbox.addFault({
		...{ endpoint: "payout", fault: "hang-before-headers", params: { done: true }, match: number },
	});
	const elsewhere = await desk.pageOf("viewer");
	const home = await new HomePage(elsewhere).open();
	await expect(home.staleMark("XOF")).toBeHidden();
	await desk.signIn(page, "approver");
	await page.goto(`/payouts/${payout.id}`);
	const payment = new PaymentPage(page, "payout");
	await payment.mark();
	await payment.approve();
	await payment.says("Sending. You can leave this page.");
	await expect.poll(async () => (await desk.sandbox.postsTo(number)).map(({ state }) => state)).toHaveLength(1);

	await desk.killWorker();
	const absence = page.getByText(/^No payment has been sent or checked since \d/);
	await expect(absence).toBeVisible();
	await payment.says("Sending. You can leave this page.");
	const nothingLost = elsewhere.getByText(`${AWAY} Nothing is lost`, { exact: false });
	await elsewhere.goto("/transactions/TX-20260101-UNKNOWN1");
	await expect(nothingLost).toBeVisible();
	// A balance that was read within the last two seconds is still an answer.
	await expect(async () => {
		await home.open();
		await expect(home.staleMark("XOF")).toBeVisible({ timeout: 2_500 });
	}).toPass();
	await expect(home.wallet("XOF")).toContainText(`${AWAY} This is the last balance reading.`);

	// Moves the row back by more than half a minute, because the database's clock cannot be moved.
	const longAgo = "permitted_at = permitted_at - interval '40 seconds'";
	await desk.pool.query(`update attempt set ${longAgo} where payment_id = $1`, [payout.id]);
	const restarted = new Date();
	await desk.startWorker();
	await expect(payment.main.getByText("Outcome unknown", { exact: true })).toBeVisible({ timeout: 60_000 });
	await payment.says("Outcome still unknown. Do not pay again.");
	await payment.timelineHas("No answer was recorded in time");
	await expect(page.getByRole("button", { name: /\b(re)?send\b|retry|(pay|try) again/i })).toHaveCount(0);
	await expect(absence).toBeHidden();
	await payment.stayed();
	await home.open();
	await expect(home.staleMark("XOF")).toBeHidden();
	// A worker that has just started may answer one look-up late.
	await expect(async () => {
		await elsewhere.goto("/transactions/TX-20260101-UNKNOWN1");
		await expect(elsewhere.getByText("TX-20260101-UNKNOWN1").first()).toBeVisible();
		await expect(nothingLost).toBeHidden();
	}).toPass();

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

	// The lane is free again: the next payout leaves, this one does not.
	const next = newPhoneNumber("05");
	const later = await approver.approve(await maker.requestPayout({ destination: next }));
	await approver.until(later, "succeeded");
	const posts = await desk.sandbox.requests({ method: "POST", path: "/payout", since: restarted });
	expect(posts.filter(({ body }) => body.includes(number))).toEqual([]);
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);
	expect(await desk.sandbox.postsTo(next)).toHaveLength(1);
});
