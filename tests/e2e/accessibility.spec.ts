import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { allScreens } from "#tests/support/screens.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

async function faultsOf(page: Page): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
	return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

for (const colorScheme of ["light", "dark"] as const) {
	for (const width of [1280, 360]) {
		test(`no screen breaks a rule of WCAG 2.2 AA or scrolls sideways, ${colorScheme}, ${width} px`, async ({
			page,
			signIn,
			desk,
			members,
		}) => {
			test.setTimeout(180_000);
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			await page.setViewportSize({ width, height: 800 });
			await page.goto("/sign-in");
			await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
			expect(await faultsOf(page), "Sign-in").toEqual([]);
			const screens = await allScreens(desk, await members("maker"));
			await signIn(page, "admin");
			for (const { name, path } of screens) {
				await page.goto(path);
				await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
				expect(await faultsOf(page), name).toEqual([]);
				const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
				expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
			}
		});
	}
}
