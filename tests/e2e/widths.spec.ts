import type { Page } from "playwright/test";
import { type Desk, expect, test } from "#tests/e2e/fixtures.ts";
import { leftInEnglish } from "#tests/e2e/left-in-english.ts";
import { rawCodes } from "#tests/e2e/raw-codes.ts";
import { widthFaults } from "#tests/e2e/width-faults.ts";
import { AXE_FILE, expectSound, faultsOf } from "#tests/support/browser/accessibility.ts";
import type { Screen } from "#tests/support/browser/screens.ts";

const WIDTHS = [320, 360, 768, 1024, 1280, 1920] as const;
/** The widest amount of the screens. */
const LARGE = "900000000";

/** Expects no fault at any width. The page is not loaded again, because only the style sheet knows the width. */
async function expectFitting(page: Page, name: string, also = async (_width: number) => {}): Promise<void> {
	await page.evaluate(() => document.fonts.ready);
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 800 });
		expect.soft(await widthFaults(page), `${name}, ${width} px`).toEqual([]);
		await also(width);
	}
}

/** Collects the browser's complaints from now on: violations of the policy, and errors. */
async function complaintsOf(page: Page): Promise<readonly string[]> {
	const complaints: string[] = [];
	await page.exposeFunction("complain", (words: string) => void complaints.push(words));
	await page.addInitScript(() => {
		const { complain } = window as unknown as { complain: (words: string) => void };
		addEventListener("securitypolicyviolation", (event) => complain(`${event.violatedDirective} ${event.blockedURI}`));
	});
	page.on("pageerror", (error) => complaints.push(error.message));
	page.on("console", (message) => {
		const expected = /status of (403|404)/.test(message.text());
		if (message.type() === "error" && !expected) complaints.push(`${message.text()} ${message.location().url}`);
	});
	return complaints;
}

/** Opens the sign-in and then each screen of this half as an admin. */
async function walk(
	{ page, screens, desk }: { page: Page; screens: readonly Screen[]; desk: Desk },
	half: string,
	look: (name: string) => Promise<void>,
): Promise<void> {
	test.setTimeout(300_000);
	await desk.sandbox.fund("XOF", LARGE);
	await page.emulateMedia({ reducedMotion: "reduce" });
	await (await desk.hand("maker")).requestPayout({ amount: "98765432" });
	await page.goto("/sign-in");
	await expect(page.getByRole("button", { name: /^(Sign in|Se connecter)$/ })).toBeEnabled();
	await look("Sign-in");
	await desk.signIn(page, "admin");
	for (const { name, path } of screens.filter((_, place) => (place % 2 === 0) === (half === "even"))) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await look(name);
	}
}

// One visit per screen for all checks, because loading costs more than checking.
for (const half of ["even", "odd"]) {
	test(`no screen breaks a rule of WCAG 2.2 AA, in light and dark, on a desk and a phone; from 320 to 1920 px none scrolls sideways, cuts words or hides a control: ${half} ones`, async ({
		page,
		screens,
		desk,
	}) => {
		await page.addInitScript({ path: AXE_FILE });
		await walk({ page, screens, desk }, half, async (name) => {
			await page.emulateMedia({ colorScheme: "light" });
			await expectFitting(page, name, async (width) => {
				if (width === 360 || width === 1280) await expectSound(page, name, [width]);
			});
		});
	});

	test(`in French no English words are left on any screen, no codes where names belong, no policy is offended and no error thrown; from 320 to 1920 px none scrolls sideways, cuts words or hides a control: ${half} ones`, async ({
		page,
		desk,
		screens,
	}) => {
		await page.context().addCookies([{ name: "cauri_locale", value: "fr", url: desk.origin }]);
		const complaints = await complaintsOf(page);
		await walk({ page, screens, desk }, half, async (name) => {
			await expect(page.locator("html")).toHaveAttribute("lang", "fr");
			expect.soft(await leftInEnglish(page), name).toEqual([]);
			expect.soft(await rawCodes(page), name).toEqual([]);
			await expectFitting(page, name);
		});
		expect(complaints).toEqual([]);
	});
}

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
