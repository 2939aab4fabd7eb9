import type { Page } from "playwright/test";
import { formatAmount, toDecimal } from "#lib/money.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { HomePage } from "#tests/pages/home-page.ts";
import { movementsOf, sumOf } from "#tests/support/browser/service-answers.ts";
import type { Stack } from "#tests/support/browser/stack.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";
import type { SandboxClient } from "#tests/support/service/sandbox-client.ts";

// Balances are compared with the service's, and the service is stopped, so no other test may use this desk.
test.use({ apart: "wallets", signedInAs: "viewer" });
test.describe.configure({ mode: "default" });

async function balanceAtService(sandbox: SandboxClient, currency: string): Promise<string> {
	const wallet = (await sandbox.balances()).find((each) => each.currency === currency);
	return `${formatAmount(wallet?.balance ?? "", currency, "en")}\u00a0${currency}`;
}

/** Today's figures from the service's list, as Home writes them. */
async function todayAtService(desk: Stack, currency: string): Promise<string> {
	const today = new Date().toISOString().slice(0, 10);
	const lines = (await movementsOf(desk, currency)).filter((line) => line.created_at.startsWith(today));
	const of = (type: string) => lines.filter((line) => line.movement_type === type);
	const words = (minor: bigint) => formatAmount(toDecimal(minor), currency, "en");
	const [paidIn, paidOut] = [sumOf(of("deposit"), "amount"), sumOf(of("withdrawal"), "amount")];
	return `In today ${words(paidIn)}out ${words(paidOut)}fees ${words(sumOf(lines, "fee_amount"))}`;
}

/** Returns a check that stays true until the page is loaded again. */
async function markPage(page: Page): Promise<() => Promise<boolean>> {
	await page.evaluate(() => Object.assign(window, { sameDocument: true }));
	return () => page.evaluate(() => "sameDocument" in window);
}

test("Home shows each wallet's balance as the service has it, its reference, and the time of the look", async ({
	page,
	desk,
}) => {
	const home = await new HomePage(page).open();
	for (const { currency, reference } of await desk.sandbox.balances()) {
		if (currency !== "XOF" && currency !== "XAF") continue;
		await expect(home.wallet(currency)).toContainText(await balanceAtService(desk.sandbox, currency));
		await expect(home.wallet(currency)).toContainText(reference);
		const asked = Date.parse((await home.asOf(currency).getAttribute("datetime")) ?? "");
		expect(Math.abs(Date.now() - asked)).toBeLessThan(60_000);
		await expect(home.staleMark(currency)).toBeHidden();
	}
});

test("a deposit paid on the phone changes balance, today's figures and last movements without a reload", async ({
	page,
	context,
	desk,
}) => {
	const home = await new HomePage(page).open();
	const isSame = await markPage(page);
	const before = await balanceAtService(desk.sandbox, "XOF");
	await expect(home.wallet("XOF")).toContainText(before);
	const number = newPhoneNumber("05");
	const maker = await desk.hand("maker");
	const deposit = await maker.until(await maker.startDeposit({ amount: "13579", phoneNumber: number }), "pending");

	const phone = await context.newPage();
	await phone.goto(desk.sandbox.phoneUrl(number));
	const prompt = phone.getByRole("article", { name: deposit.reference ?? "" });
	await prompt.getByRole("textbox", { name: "PIN" }).fill("1234");
	await prompt.getByRole("button", { name: "Approve" }).click();
	await maker.until(deposit, "succeeded");
	await page.bringToFront();

	// The service keeps 1.5 %: 13 579 − 204.
	await expect.poll(() => balanceAtService(desk.sandbox, "XOF")).not.toBe(before);
	await expect(home.wallet("XOF")).toContainText(await balanceAtService(desk.sandbox, "XOF"));
	await expect(home.wallet("XOF")).toContainText(await todayAtService(desk, "XOF"));
	const newest = home.lastMovements.getByRole("row").nth(1);
	await expect(newest).toContainText("+13\u00a0579");
	await expect(newest.getByRole("link")).toHaveAttribute("href", `/deposits/${deposit.id}`);
	expect(await isSame()).toBe(true);
});

test("All movements leads from Home to the list", async ({ page }) => {
	await new HomePage(page).open();
	await page.getByRole("link", { name: "All movements" }).click();
	await expect(page).toHaveURL(/\/movements$/);
	await expect(page.getByRole("table", { name: "Movements of the XOF wallet" })).toBeVisible();
});

test.describe("what needs you", () => {
	test("an approval is asked of approvers alone, and leads to it; for others it waits", async ({ page, desk }) => {
		const payout = await (await desk.hand("maker")).requestPayout({ amount: "77001" });
		const home = new HomePage(page);
		const line = home.needs.getByRole("listitem").filter({ hasText: "your approval" });
		for (const role of ["viewer", "maker"] as const) {
			await desk.signIn(page, role);
			await home.open();
			await expect(home.needs).toBeVisible();
			await expect(line).toBeHidden();
			// A maker sees the payout among their own requests.
			if (role === "viewer") await expect(home.waiting).toContainText("waits for approval");
		}
		await desk.signIn(page, "approver");
		await home.open();
		await expect(home.waiting).toBeHidden();
		await expect(line).toContainText((await desk.members("maker")).name);
		await line.getByRole("link").click();
		await expect(page).toHaveURL(/\/approvals$/);
		await expect(page.getByRole("main")).toContainText(formatAmount(payout.amount, "XOF", "en"));
	});

	test("at 360 px the balances and what needs a decision are on the first screen, above the charts", async ({
		page,
		desk,
	}) => {
		await (await desk.hand("maker")).requestPayout({ amount: "77004" });
		await page.setViewportSize({ width: 360, height: 740 });
		await desk.signIn(page, "approver");
		const home = await new HomePage(page).open();
		for (const currency of ["XOF", "XAF"] as const)
			await expect(home.wallet(currency).getByText(currency).first()).toBeInViewport();
		await expect(home.needs.getByRole("listitem").filter({ hasText: "your approval" })).toBeInViewport();
		const [needs, chart] = [await home.needs.boundingBox(), await page.getByRole("slider").first().boundingBox()];
		expect((needs?.y ?? Number.NaN) + (needs?.height ?? 0)).toBeLessThanOrEqual(chart?.y ?? 0);
	});

	test("a payout whose answer was lost stands there for who may settle it, and leads to its evidence", async ({
		page,
		desk,
	}) => {
		const approver = await desk.hand("approver");
		const order = { amount: "77002", destination: newPhoneNumber("05", "199") };
		const payout = await approver.approve(await (await desk.hand("maker")).requestPayout(order));
		await approver.until(payout, "unknown");
		const home = new HomePage(page);
		const line = home.needs.getByRole("listitem").filter({ hasText: "unknown outcome" });
		for (const role of ["viewer", "maker"] as const) {
			await desk.signIn(page, role);
			await home.open();
			await expect(home.needs).toBeVisible();
			await expect(line).toBeHidden();
		}
		await desk.signIn(page, "approver");
		await home.open();
		await expect(line).toContainText("we do not know yet whether it was paid");
		await expect(line).toContainText("77\u00a0002\u00a0XOF");
		await line.getByRole("link").click();
		await expect(page).toHaveURL(new RegExp(`/payouts/${payout.id}$`));
	});
});
