import { expect, test } from "#tests/e2e/fixtures.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { deskHand } from "#tests/support/browser/desk-hand.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ apart: "trouble" });
// An attempt is given up half a minute after its worker's last sign.
test.setTimeout(120_000);

test("a worker killed while a payout is on the wire leaves it unknown, not sent again, and its absence is said", async ({
	page,
	desk,
}) => {
	const maker = await deskHand(desk.origin, await desk.members("maker"));
	const number = newPhoneNumber("05");
	const payout = await maker.requestPayout({ destination: number });
	await desk.sandbox.addFault({ endpoint: "payout", fault: "hang-before-headers", match: number });
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

	// Moves the row back by more than half a minute, because the database's clock cannot be moved.
	const longAgo = "permitted_at = permitted_at - interval '40 seconds'";
	await desk.pool.query(`update attempt set ${longAgo} where payment_id = $1`, [payout.id]);
	const restarted = new Date();
	await desk.startWorker();
	await expect(payment.main.getByText("Outcome unknown", { exact: true })).toBeVisible({ timeout: 60_000 });
	await payment.says("Outcome still unknown. Do not pay again.");
	await payment.timelineHas("No answer was recorded in time");
	await expect(absence).toBeHidden();
	await payment.stayed();

	// The lane is free again: the next payout leaves, this one does not.
	const next = newPhoneNumber("05");
	const approver = await deskHand(desk.origin, await desk.members("approver"));
	const later = await approver.approve(await maker.requestPayout({ destination: next }));
	await approver.until(later, "succeeded");
	const posts = await desk.sandbox.requests({ method: "POST", path: "/payout", since: restarted });
	expect(posts.filter(({ body }) => body.includes(number))).toEqual([]);
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);
	expect(await desk.sandbox.postsTo(next)).toHaveLength(1);
});
