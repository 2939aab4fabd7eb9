import { expect, test } from "#tests/e2e/fixtures.ts";
import { PaymentListPage } from "#tests/pages/payment-list-page.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { shown } from "#tests/support/browser/amounts.ts";

test("what changes while a page is on its way from the server is on it when it arrives", async ({ page, desk }) => {
	const maker = await desk.hand("maker");
	const payout = await maker.requestPayout({ amount: "45017" });
	await desk.signIn(page, "maker");
	const list = new PaymentListPage(page, "payout");
	const status = () => page.waitForResponse(/\/api\/status$/);
	const opened = status();
	await page.goto("/payouts");
	// The frame's request after its stream has opened; later requests follow events.
	await opened;
	const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
	const read = page.waitForRequest((request) => request.url().includes(`/payouts/${payout.id}`));
	let rendered = 0;
	await page.route(`**/payouts/${payout.id}*`, async (route) => {
		const response = await route.fetch();
		rendered += 1;
		await gate;
		await route.fulfill({ response });
	});
	await list.rows
		.filter({ hasText: shown("45017") })
		.getByRole("link")
		.first()
		.click();
	await read;
	await expect.poll(() => rendered).toBeGreaterThan(0);
	const told = status();
	expect((await maker.decide(payout, "cancel")).status).toBe(200);
	await told;
	letGo();
	const payment = new PaymentPage(page, "payout");
	await expect(page).toHaveURL(new RegExp(`/payouts/${payout.id}$`));
	await payment.shows("Cancelled");
});

test("a page of somebody else, seen again after another sign-in in its browser, becomes the page of who is signed in", async ({
	page,
	desk,
}) => {
	const hide = (isHidden: boolean) =>
		page.evaluate((value) => {
			Object.defineProperty(document, "hidden", { value, configurable: true });
			document.dispatchEvent(new Event("visibilitychange"));
		}, isHidden);
	const first = await desk.signIn(page, "maker");
	await page.goto("/payouts");
	await expect(page.getByRole("button", { name: first.name })).toBeVisible();
	await hide(true);
	const second = await desk.signIn(await page.context().newPage(), "approver");
	await hide(false);
	await expect(page.getByRole("button", { name: second.name })).toBeVisible();
	await expect(page).toHaveURL(/\/payouts$/);
});

test("a choice that is not saved yet stays while members come and go", async ({ page, desk, deputy }) => {
	await desk.signIn(page, "admin");
	await page.goto("/settings/members");
	const choice = page.getByRole("group", { name: "Required for" }).getByRole("radio").last();
	await choice.check();
	const newcomer = await desk.members("approver");
	const read = page.waitForResponse(/\/api\/second-factor-policy$/);
	const person = { name: "Adama Fofana", email: `adama.${newcomer.id}@test.example`.toLowerCase(), locale: "en" };
	await deputy.post("/api/invitations", { ...person, role: "viewer" });
	await read;
	await expect(page.getByText(`${newcomer.name}`).last()).toBeVisible();
	await expect(choice).toBeChecked();
});

test("a page that is offline says so until it is back online", async ({ page, desk }) => {
	await desk.signIn(page, "viewer");
	await page.goto("/");
	const notice = page.getByText("You are offline. What you see may be out of date");
	await page.context().setOffline(true);
	await expect(notice).toBeVisible();
	await page.context().setOffline(false);
	await expect(notice).toBeHidden();
});
