import { expect, test } from "#tests/e2e/fixtures.ts";
import { HomePage } from "#tests/pages/home-page.ts";

// The test stops the worker, so no other test may use this desk.
test.use({ apart: "worker-away" });

test("while the worker is dead a look-up says so, and Home shows the last balance and why; both come back with it", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	const home = await new HomePage(page).open();
	await expect(home.staleMark("XOF")).toBeHidden();

	await desk.killWorker();
	await page.goto("/transactions/TX-20260101-UNKNOWN1");
	await expect(
		page.getByText("The sending program is not responding. Nothing is lost", { exact: false }),
	).toBeVisible();
	// A balance that was read within the last two seconds is still an answer.
	await expect(async () => {
		await home.open();
		await expect(home.staleMark("XOF")).toBeVisible({ timeout: 2_500 });
	}).toPass();
	await expect(home.wallet("XOF")).toContainText(
		"The sending program is not responding. This is the last balance reading.",
	);

	await desk.startWorker();
	await home.open();
	await expect(home.staleMark("XOF")).toBeHidden();
	// A worker that has just started may answer one look-up late.
	await expect(async () => {
		await page.goto("/transactions/TX-20260101-UNKNOWN1");
		await expect(page.getByText("TX-20260101-UNKNOWN1").first()).toBeVisible();
		await expect(
			page.getByText("The sending program is not responding. Nothing is lost", { exact: false }),
		).toBeHidden();
	}).toPass();
});
