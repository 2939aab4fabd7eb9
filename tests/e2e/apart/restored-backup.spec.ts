import { expect, test } from "#tests/e2e/fixtures.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";
import { expectSoundInBoth } from "#tests/support/browser/in-both-languages.ts";
import type { Stack } from "#tests/support/browser/stack.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ apart: "restored" });
test.setTimeout(120_000);

/** Runs `act` while the whole desk is down, as its operator would. */
async function withDeskDown(desk: Stack, act: () => Promise<void>): Promise<void> {
	await desk.stopWorker();
	await desk.killWeb();
	await act();
	await desk.startWeb();
	await desk.startWorker();
}

test("after a backup was put back nothing is sent until two admins go on, and what waited in it is not paid again", async ({
	page,
	deputy,
	desk,
}) => {
	const number = newPhoneNumber("05");
	const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
	await desk.signIn(page, "admin");
	const viewer = await desk.pageOf("viewer");
	const payout = await maker.requestPayout({ destination: number });
	await withDeskDown(desk, () => desk.backUp());
	await approver.until(await approver.approve(payout), "succeeded");
	await withDeskDown(desk, () => desk.restoreBackup());
	// The proof gave the session a new id, which the older database does not know, so the approver signs in again.
	const again = await desk.hand("approver");

	// The restored payout waits for approval again, and a person who cannot know approves it.
	await page.goto(`/payouts/${payout.id}`);
	const payment = new PaymentPage(page, "payout");
	await payment.shows("Waiting for approval");
	const warning = page.getByText(/^Sending stopped \(.*the database is older than the last state Cauri recorded/);
	await expect(warning).toBeVisible();
	await again.approve(await again.read(payout));
	await payment.shows("Approved, on hold.");

	await page.goto("/");
	await page.getByRole("link", { name: "Open Settings: Sending has stopped: database mismatch" }).click();
	const settings = new SettingsPage(page);
	await expect(page.getByText(/a backup was restored\. Payouts approved in it may have been paid since/)).toBeVisible();
	await expectSoundInBoth(page, "the mismatch");
	await viewer.goto("/");
	await expect(viewer.getByText(/^Sending stopped/)).toBeVisible();

	await settings.goOn.click();
	await settings.act.click();
	await expect(settings.reason).toHaveAccessibleDescription(/Give a reason of at least 10 characters/);
	await expectSound(page, "the word of the admin");
	await settings.reason.fill("The disk broke.\nWe put back the backup of this morning.");
	await settings.act.click();
	await expect(page.getByText("Change requested. It waits for another admin to confirm it.")).toBeVisible();
	await expect(warning).toBeVisible();
	await confirmChanges(deputy);
	await expect(warning).toBeHidden();

	await page.goto(`/payouts/${payout.id}`);
	await payment.shows("May have left");
	await payment.timelineHas(/^Stopped when .* acknowledged the database mismatch/);
	const next = newPhoneNumber("05");
	await again.until(await again.approve(await maker.requestPayout({ destination: next })), "succeeded");
	expect(await desk.sandbox.postsTo(next)).toHaveLength(1);
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);
});
