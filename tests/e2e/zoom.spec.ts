import type { Page } from "playwright/test";
import { expect, test } from "#tests/e2e/fixtures.ts";

/** Expects the open panel to lie in the window, whole or with a way to scroll in it. */
async function expectReachable(page: Page, name: string): Promise<void> {
	const panel = page.locator(":popover-open").last();
	await expect
		.poll(async () => {
			const box = await panel.boundingBox();
			const { height = 0 } = page.viewportSize() ?? {};
			return box !== null && box.height > 100 && box.y >= 0 && box.y + box.height <= height;
		}, name)
		.toBe(true);
	const last = panel.locator("button, a, input").filter({ visible: true }).last();
	await last.scrollIntoViewIfNeeded();
	await expect(last, name).toBeInViewport();
	await page.keyboard.press("Escape");
}

test("at 200 % zoom each menu fits into the window, and its last entry can be reached", async ({ page, desk }) => {
	// A laptop's window of 1280 × 720 at 200 %.
	await page.setViewportSize({ width: 640, height: 360 });
	await desk.signIn(page, "admin");
	for (const [path, name] of [
		["/account", /Account and preferences/],
		["/movements", /^View/],
		["/insights", /^Period/],
	] as const) {
		await page.goto(path);
		await page.waitForLoadState("networkidle");
		await page.getByRole("button", { name }).first().click();
		await expectReachable(page, path);
	}
});

test("with the browser's text at 200 %, on a phone no form, payment, receipt or approval scrolls sideways", async ({
	page,
	desk,
	screens,
}) => {
	test.setTimeout(60_000);
	await page.setViewportSize({ width: 360, height: 800 });
	const session = await page.context().newCDPSession(page);
	await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
	await (await desk.hand("maker")).requestPayout({ amount: "98765432" });
	await desk.signIn(page, "admin");
	const names = /^(New|Import recipients|Approvals|Payout |Deposit )/;
	for (const { name, path } of screens.filter((screen) => names.test(screen.name))) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
		const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
		expect.soft(await beyond(), name).toBeLessThanOrEqual(0);
	}
});

test("in high contrast what is chosen differs from what is not", async ({ page, desk }) => {
	await page.emulateMedia({ forcedColors: "active" });
	await desk.signIn(page, "viewer");
	await page.goto("/movements");
	const ground = (currency: string) =>
		page
			.locator("label", { has: page.getByRole("radio", { name: currency }) })
			.evaluate((label) => getComputedStyle(label).backgroundColor);
	expect(await ground("XOF")).not.toBe(await ground("XAF"));
	const outline = (name: string) =>
		page
			.getByRole("link", { name })
			.first()
			.evaluate((link) => getComputedStyle(link).outlineStyle);
	expect([await outline("Movements"), await outline("Deposits")]).toEqual(["solid", "none"]);
});

test("a page of many rows says on paper which of how many it holds, without boxes to tick", async ({ page, desk }) => {
	const hand = await desk.hand("maker");
	const rows = Array.from({ length: 101 }, (_, at) => ({
		destination: `05${String(10_000_000 + at)}`,
		amount: "1500",
	}));
	const blank = { currency: "XOF", operator: "mtn-ci", country: "CI", name: "", purpose: "" };
	const order = { name: "Long list", rows: rows.map((row) => ({ ...blank, ...row })) };
	const batch = await hand.post<{ id: string }>("/api/batches", order);
	await desk.signIn(page, "maker");
	await page.goto(`/batches/${batch.id}`);
	await expect(page.getByText("Rows 1 to 100 of 101")).toBeVisible();
	await page.emulateMedia({ media: "print" });
	await expect(page.getByText("Rows 1 to 100 of 101")).toBeVisible();
	await expect(page.getByRole("button", { name: "Next rows" })).toBeHidden();
	await page.goto("/movements");
	await expect(page.getByRole("row").nth(1)).toBeVisible();
	await expect(page.getByRole("checkbox")).toHaveCount(0);
});

test("two buttons of a page that do different things have different names", async ({ page, desk }) => {
	const maker = await desk.hand("maker");
	for (const last of ["11", "12"])
		await maker.post("/api/recipients", { name: "Awa Homonyme", number: `+2250504030${last}0`.slice(0, 14) });
	await desk.signIn(page, "admin");
	for (const path of ["/settings/payouts", "/recipients?q=homonyme"]) {
		await page.goto(path);
		const buttons = page.getByRole("main").getByRole("button", { name: /^(Save|Awa)/ });
		await expect(buttons.nth(1)).toBeVisible();
		const names = await buttons.evaluateAll((all) =>
			all.map((one) => one.getAttribute("aria-label") ?? one.textContent),
		);
		expect(new Set(names).size, names.join(" | ")).toBe(names.length);
	}
});
