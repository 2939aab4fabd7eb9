import { expect, test } from "#tests/e2e/fixtures.ts";

test.use({ apart: "trouble" });

const MINUTE = 60_000;

test("a deposit that ran out at the operator is shown in the service's own word and is not called failed", async ({
	page,
	desk,
}) => {
	const { payment } = await desk.askByForm(page, "deposit", { amount: "7500" });
	await payment.shows("Waiting for the payer");
	await payment.mark();
	await desk.sandbox.advance(6 * MINUTE);
	await payment.says("means neither paid nor failed");
	await expect(payment.main.getByText("expired (not recognised)").first()).toBeVisible();
	await payment.timelineHas(/The status changed.*expired/);
	await expect(payment.main.getByText("Paid", { exact: true })).toHaveCount(0);
	await payment.stayed();
});

test("a success after the payer's window is taken and marked as late", async ({ page, desk }) => {
	const admin = await desk.hand("admin");
	expect((await admin.send("PATCH", "/api/operators/moov-ci", { windowMinutes: 1 })).status).toBe(200);
	const { number, payment } = await desk.askByForm(page, "deposit", { amount: "8200", prefix: "01" });
	const reference = await payment.reference();
	await payment.mark();
	await desk.sandbox.advance(3 * MINUTE);
	await desk.sandbox.answer(number, reference, "approve");
	await payment.says("Paid late.");
	await payment.shows("Late");
	await payment.timelineHas("Confirmed as paid by the service, after the usual time");
	await payment.stayed();
});
