import { expect, test } from "#tests/e2e/fixtures.ts";
import { widthFaults } from "#tests/e2e/width-faults.ts";
import { faultsOf } from "#tests/support/browser/accessibility.ts";

test("a table's head stays in sight below the banner while its rows pass, and the columns of a list stand where they stood, whatever rows it shows", async ({
	page,
	screens,
	desk,
}) => {
	expect(screens.length).toBeGreaterThan(0);
	await desk.signIn(page, "viewer");
	const heads = page.getByRole("columnheader");
	/** The columns' left edges at each width. */
	const columns = async (path: string) => {
		await page.goto(path);
		await expect(page.getByRole("row").nth(1)).toBeVisible();
		await page.evaluate(() => document.fonts.ready);
		const edges = new Map<number, number[]>();
		for (const width of [360, 768, 1280, 1920]) {
			await page.setViewportSize({ width, height: 800 });
			edges.set(
				width,
				await heads.evaluateAll((all) => all.map((head) => Math.round(head.getBoundingClientRect().left))),
			);
		}
		return edges;
	};
	const before = await columns("/payouts?state=awaiting_approval");
	for (const [width, after] of await columns("/payouts?state=succeeded")) {
		const edges = before.get(width) ?? [];
		// The browser distributes fractions of a pixel.
		const moved = after.map((left, place) => Math.abs(left - (edges[place] ?? 0))).filter((by) => by > 1);
		expect(after.length, `${width} px`).toBe(edges.length);
		expect(moved, `${width} px: ${edges} → ${after}`).toEqual([]);
	}

	await page.goto("/deposits");
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 420 });
		await expect(heads.first()).toBeVisible();
		await page.getByRole("row").nth(3).scrollIntoViewIfNeeded();
		await page.evaluate(() => {
			const third = document.querySelectorAll("tbody tr")[2];
			window.scrollBy(0, third?.getBoundingClientRect().top ?? 0);
		});
		const banner = await page.getByRole("complementary", { name: "Environment" }).boundingBox();
		const bounds = await heads.first().boundingBox();
		expect(bounds?.y).toBeGreaterThanOrEqual((banner?.y ?? 0) + (banner?.height ?? 0));
	}
});

test("on a wide screen a row's detail stands beside its table, by mouse and keyboard; on others the row opens its page", async ({
	page,
	screens,
	desk,
}) => {
	const detail = screens.find(({ name }) => name === "Payout paid")?.path ?? "";
	await desk.signIn(page, "viewer");
	await page.setViewportSize({ width: 1920, height: 1000 });
	await page.goto("/payouts?state=succeeded");
	const row = page.locator(`tbody a[href="${detail}"]`);
	const pane = page.getByRole("region", { name: "Selected payment" });
	// A part that is streamed is hidden at first, and cannot have the focus.
	await expect(row).toBeVisible();
	await row.press("Enter");
	await expect(pane).toBeFocused();
	await expect(pane.getByRole("heading", { level: 2, name: /1 200 XOF/ })).toBeVisible();
	await expect(pane.getByText("The service confirms")).toBeVisible();
	await expect(page).toHaveURL(`${desk.origin}/payouts?state=succeeded&beside=${detail.slice(1)}`);
	await expect(row).toHaveAttribute("aria-current", "true");
	expect(await widthFaults(page)).toEqual([]);
	expect(await faultsOf(page, "all")).toEqual([]);

	await page.reload();
	await expect(pane.getByText("The service confirms")).toBeVisible();
	await pane.focus();
	await page.keyboard.press("Escape");
	await expect(pane).toHaveCount(0);
	await expect(row).toBeFocused();

	await row.click();
	await expect(pane.getByText("The service confirms")).toBeVisible();
	await page.setViewportSize({ width: 1280, height: 1000 });
	await expect(pane).toHaveCount(0);
	await row.click();
	await expect(page).toHaveURL(`${desk.origin}${detail}`);
});

test("the pages of Settings have one width; on a phone their tabs are one line with the current one in sight", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "admin");
	await page.setViewportSize({ width: 360, height: 800 });
	await page.goto("/settings/members");
	const tabs = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
	const paths = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
	const widths = new Set<number | undefined>();
	for (const path of paths) {
		await page.setViewportSize({ width: 360, height: 800 });
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		// The last tab may lack a fraction of a pixel: a row scrolls by whole ones.
		await expect(tabs.and(page.locator("[aria-current]"))).toBeInViewport({ ratio: 0.99 });
		const heights = await tabs.evaluateAll(
			(links) => new Set(links.map((link) => link.getBoundingClientRect().y)).size,
		);
		expect(heights, path).toBe(1);
		await page.setViewportSize({ width: 1920, height: 800 });
		widths.add((await page.getByRole("main").boundingBox())?.width);
	}
	expect([...widths]).toHaveLength(1);
});

test("what is known of a payment begins as high as its story; its reference and its id stand in one line, in both languages", async ({
	page,
	screens,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	for (const locale of ["fr", "en"]) {
		await page.context().addCookies([{ name: "cauri_locale", value: locale, url: desk.origin }]);
		await page.goto(screens.find(({ name }) => name === "Payout paid")?.path ?? "");
		const codes = page.getByRole("definition").locator(".code");
		await expect(codes.first()).toBeVisible();
		for (const width of [360, 1920, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			const lines = await codes.evaluateAll((all) => all.map((code) => code.getClientRects().length));
			expect(lines, `${locale}, ${width} px`).toEqual(lines.map(() => 1));
		}
	}
	const facts = await page.getByRole("heading", { name: "Details" }).boundingBox();
	const notice = await page.getByText("The service confirms").locator("xpath=ancestor::div[2]").boundingBox();
	expect(facts?.y).toBe(notice?.y);
});
