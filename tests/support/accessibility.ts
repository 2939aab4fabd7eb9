/** What axe and the width of the screen say of a page as it stands. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** What only the theme decides: everything else is the same in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Each fault with the place where it is; empty when there is none. */
export async function faultsOf(page: Page, rules: "all" | "colour"): Promise<string[]> {
	// In the page itself: there is no frame of another origin, and a second page for each look costs more than the look.
	const axe = new AxeBuilder({ page }).setLegacyMode();
	const { violations } = await (rules === "all" ? axe.withTags(RULES) : axe.withRules(COLOUR_RULES)).analyze();
	return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

const LOOKS = [
	{ width: 1280, colorScheme: "light", rules: "all" },
	{ width: 1280, colorScheme: "dark", rules: "colour" },
	{ width: 360, colorScheme: "light", rules: "all" },
	{ width: 360, colorScheme: "dark", rules: "colour" },
] as const;

/**
 * Every rule in light, what the theme decides in dark, on a desk and a phone; nothing scrolls sideways. The page stays: width
 * and theme are the style sheet's affair alone.
 */
export async function expectSound(page: Page, name: string): Promise<void> {
	for (const { width, colorScheme, rules } of LOOKS) {
		await page.setViewportSize({ width, height: 800 });
		await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
		// A busy machine may still be drawing the other theme.
		await expect.poll(() => faultsOf(page, rules), `${name}, ${colorScheme}, ${width} px`).toEqual([]);
		const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
		expect(overflow, `${name} is wider than ${width} px`).toBeLessThanOrEqual(0);
	}
}
