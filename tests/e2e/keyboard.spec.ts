import type { Locator, Page } from "playwright/test";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { Frame } from "#tests/pages/frame.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { deskHand } from "#tests/support/browser/desk-hand.ts";
import { TEST_PASSWORD } from "#tests/support/browser/test-password.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

// Far more stops than any screen has.
const MOST_STOPS = 60;

/** Presses Tab until the target has the focus; every focused element must show it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
	await expect(target).toBeVisible();
	for (let stop = 0; stop < MOST_STOPS; stop += 1) {
		if (await target.evaluate((element) => element === document.activeElement)) return expectVisibleFocus(page);
		await page.keyboard.press("Tab");
	}
	throw new Error("Tab does not lead there");
}

/** The focused element, its parent or grandparent must have an outline. */
async function expectVisibleFocus(page: Page): Promise<void> {
	const marked = await page.evaluate(() => {
		const outlined = (element: Element) => {
			const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
			return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
		};
		const focused = document.activeElement ?? document.body;
		return [focused, focused.parentElement, focused.parentElement?.parentElement].some(
			(element) => element && outlined(element),
		);
	});
	expect(marked, await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))).toBe(true);
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
	await tabTo(page, field);
	await page.keyboard.type(text);
}

async function press(page: Page, target: Locator): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press("Enter");
}

test("sign-in, deposit and payout request need no mouse", async ({ page, desk }) => {
	const maker = await desk.members("maker");
	await page.goto("/sign-in");
	await typeInto(page, page.getByRole("textbox", { name: "E-mail" }), maker.email);
	await typeInto(page, page.getByLabel("Password", { exact: true }), maker.password);
	await page.keyboard.press("Enter");
	await press(page, page.getByRole("link", { name: "New deposit" }));
	const ask = page.getByRole("button", { name: /^Request/ });
	await expect(ask).toBeEnabled();
	await typeInto(page, page.getByRole("textbox", { name: "Payer’s number" }), newPhoneNumber("05"));
	await expect(page.getByRole("combobox", { name: "Operator" })).toHaveValue("mtn-ci");
	await typeInto(page, page.getByRole("textbox", { name: "Amount" }), "7500");
	await press(page, ask);
	await expect(page).toHaveURL(/\/deposits\/(?!new)[^/]+$/);
	await expect(page.getByText("Not completed yet").first()).toBeVisible();

	await page.goto("/payouts/new");
	const review = page.getByRole("button", { name: "Review payout" });
	await expect(review).toBeEnabled();
	await typeInto(page, page.getByRole("textbox", { name: "Recipient’s number" }), newPhoneNumber("05"));
	await expect(page.getByRole("combobox", { name: "Operator" })).toHaveValue("mtn-ci");
	await typeInto(page, page.getByRole("textbox", { name: "Amount" }), "8200");
	await press(page, review);
	const send = page.getByRole("button", { name: "Request approval" });
	// The facts about the number arrive first.
	await expect(send).toBeEnabled();
	await press(page, send);
	await expect(page).toHaveURL(/\/payouts\/(?!new)[^/]+$/);
	await expect(page.getByText("Waiting for approval").first()).toBeVisible();
});

test("an approval needs no mouse, and Escape takes the question back", async ({ page, desk }) => {
	const payout = await (await deskHand(desk.origin, await desk.members("maker"))).requestPayout({ amount: "9350" });
	await desk.signIn(page, "approver");
	await page.goto(`/payouts/${payout.id}`);
	const approve = page.getByRole("main").getByRole("button", { name: /^Approve/ });
	const question = page.getByRole("dialog", { name: "Approve this payout?" });
	await press(page, approve);
	await expect(question).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(question).toBeHidden();
	await expect(approve).toBeFocused();
	await page.keyboard.press("Enter");
	// The proof's field has the focus, and Enter submits.
	const prompt = new StepUpPart(page);
	await expect(prompt.password).toBeFocused();
	await page.keyboard.type(TEST_PASSWORD);
	await page.keyboard.press("Enter");
	// The button that opened the question is gone.
	await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
	await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible({ timeout: 20_000 });
});

test("after a decision on marked payouts, whose bar is gone, the focus is on the heading", async ({ page, desk }) => {
	const maker = await desk.hand("maker");
	for (const amount of ["9430", "9440"]) await maker.requestPayout({ amount });
	await desk.signIn(page, "approver");
	await page.goto("/approvals");
	const dialog = page.getByRole("dialog");
	for (const amount of [/9.430/, /9.440/])
		await page.getByRole("article", { name: amount }).getByRole("checkbox").check();
	await page.getByRole("button", { name: "Reject 2" }).press("Enter");
	await dialog.getByLabel("Reason").fill("Not ordered");
	await press(page, dialog.getByRole("button", { name: "Reject 2" }));
	await expect(page.getByRole("article", { name: /9.440/ })).toBeHidden();
	await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("after a decision in the list of approvals the focus is on the next card, or on the heading when none is left", async ({
	page,
	desk,
}) => {
	const maker = await desk.hand("maker");
	for (const amount of ["9360", "9370"]) await maker.requestPayout({ amount });
	await desk.signIn(page, "approver");
	await page.goto("/approvals");
	const dialog = page.getByRole("dialog");
	for (const amount of [/9.360/, /9.370/]) {
		const card = page.getByRole("article", { name: amount });
		await press(page, card.getByRole("button", { name: /^Reject/ }));
		await dialog.getByLabel("Reason").fill("Not ordered");
		await press(page, dialog.getByRole("button", { name: /^Reject/ }));
		await expect(card).toBeHidden();
		await expect(page.locator("main article:focus, h1:focus")).toBeVisible();
	}
});

test("a decision that was not taken leaves the focus where the person put it, also when the list changes", async ({
	page,
	desk,
}) => {
	const maker = await desk.hand("maker");
	await maker.requestPayout({ amount: "9380" });
	await desk.signIn(page, "approver");
	await page.goto("/approvals");
	const reject = page.getByRole("article", { name: /9.380/ }).getByRole("button", { name: /^Reject/ });
	await press(page, reject);
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toBeHidden();
	await expect(reject).toBeFocused();
	await page.getByRole("heading", { level: 1 }).click();
	await maker.requestPayout({ amount: "9390" });
	await expect(page.getByRole("article", { name: /9.390/ })).toBeVisible();
	await expect(page.locator("main :focus")).toHaveCount(0);
});

test("the first Tab offers the way past the navigation, and the focus can be seen", async ({ page, desk }) => {
	await desk.signIn(page, "viewer");
	await page.goto("/");
	await page.keyboard.press("Tab");
	const skip = page.getByRole("link", { name: "Skip to content" });
	await expect(skip).toBeFocused();
	await expect(skip).toBeInViewport();
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/#/);
	await page.keyboard.press("Tab");
	await expectVisibleFocus(page);
});

test("`?` lists the keys, and Ctrl K finds pages and references", async ({ page, desk }) => {
	await desk.signIn(page, "viewer");
	await page.goto("/");
	await expect(page.getByRole("button", { name: /Account/ }).first()).toBeVisible();
	await expect(async () => {
		await page.keyboard.press("?");
		await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible({ timeout: 500 });
	}).toPass();
	await page.keyboard.press("Escape");
	await page.keyboard.press("Control+k");
	const palette = page.getByRole("dialog", { name: "Search" });
	await expect(palette).toBeVisible();
	await page.keyboard.type("TX-20260101-NOSUCH");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/transactions\/TX-20260101-NOSUCH$/);
});

test("what is typed while the search window still loads starts nothing", async ({ page, desk }) => {
	await desk.signIn(page, "maker");
	await page.goto("/movements");
	await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
	await page.waitForLoadState("networkidle");
	const line = Promise.withResolvers<void>();
	let asked = 0;
	await page.route("**/_next/static/**/*.js", async (route) => {
		asked += 1;
		await line.promise;
		await route.continue();
	});
	await page.keyboard.press("Control+k");
	await expect.poll(() => asked).toBeGreaterThan(0);
	await page.keyboard.type("nd");
	line.resolve();
	await expect(new Frame(page).palette).toBeVisible();
	await expect(page).toHaveURL(/\/movements$/);
});

test("`n` begins a payout and `d` a deposit, and `?` lists both", async ({ page, desk }) => {
	await desk.signIn(page, "maker");
	for (const [key, address] of [
		["n", /\/payouts\/new$/],
		["d", /\/deposits\/new$/],
	] as const) {
		await page.goto("/movements");
		await expect(async () => {
			await page.keyboard.press(key);
			await expect(page).toHaveURL(address, { timeout: 1_000 });
		}).toPass();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(key === "n" ? "New payout" : "New deposit");
	}
	// A letter that is typed into a field is no shortcut.
	await page.getByLabel("Amount").pressSequentially("n");
	await expect(page).toHaveURL(/\/deposits\/new$/);
	await page.goto("/");
	await expect(async () => {
		await page.keyboard.press("?");
		await expect(new Frame(page).keys).toBeVisible({ timeout: 500 });
	}).toPass();
	await expect(new Frame(page).keys).toContainText(/New payout\s*n/);
	await expect(new Frame(page).keys).toContainText(/New deposit\s*d/);
	await expect(new Frame(page).keys).toContainText(/Select a row of Movements\s*Space/);
});

test("single keys can be switched off in Account, and Ctrl K stays", async ({ page, desk }) => {
	await desk.signIn(page, "maker");
	await page.goto("/account");
	await page.waitForLoadState("networkidle");
	await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
	await page.goto("/movements");
	await page.waitForLoadState("networkidle");
	const { palette, keys } = new Frame(page);
	for (const key of ["n", "g", "p", "?"]) await page.keyboard.press(key);
	await page.keyboard.press("Control+k");
	await expect(palette).toBeVisible();
	await expect(keys).toBeHidden();
	await expect(page).toHaveURL(/\/movements$/);
});

test("a button that removes itself leaves the focus on the heading, and one that asks again keeps it", async ({
	page,
	desk,
}) => {
	await (await desk.hand("maker")).requestPayout({ amount: "9385" });
	await desk.signIn(page, "approver");
	await page.goto("/payouts?state=open");
	const heading = page.getByRole("heading", { level: 1 });
	await page.waitForLoadState("networkidle");
	await page.getByRole("button", { name: "Clear filters" }).press("Enter");
	await expect(heading).toBeFocused();
	await page.getByRole("checkbox", { name: /9.385/ }).check();
	await page.getByRole("button", { name: "Clear selection" }).press("Enter");
	await expect(heading).toBeFocused();
	const failing = "**/api/payouts?*state=failed*";
	await page.route(failing, (route) => route.abort());
	await page.getByRole("combobox", { name: "State" }).selectOption({ label: "Failed" });
	const retry = page.getByRole("button", { name: "Try again" });
	await expect(retry).toBeVisible();
	await page.route(failing, () => undefined);
	await retry.press("Enter");
	await expect(retry).toHaveAttribute("aria-busy", "true");
	await expect(retry).toBeFocused();
});
