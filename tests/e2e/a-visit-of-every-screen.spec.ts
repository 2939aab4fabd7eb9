import type { Page } from "playwright/test";
import { type Desk, expect, test } from "#tests/e2e/fixtures.ts";
import { leftInEnglish } from "#tests/e2e/left-in-english.ts";
import { rawCodes } from "#tests/e2e/raw-codes.ts";
import { widthFaults } from "#tests/e2e/width-faults.ts";
import { AXE_FILE, expectSound } from "#tests/support/browser/accessibility.ts";
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

/** Opens the sign-in and then each screen of this half as an admin. This file sorts first: later, lists hold what all tests left. */
async function walk(
	{ page, screens, desk }: { page: Page; screens: readonly Screen[]; desk: Desk },
	half: string,
	look: (name: string) => Promise<void>,
): Promise<void> {
	test.setTimeout(300_000);
	await desk.sandbox.fund("XOF", LARGE);
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
