import { expect, test } from "#tests/e2e/fixtures.ts";

test.use({ apart: "trouble" });

const MINUTE = 60_000;

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
