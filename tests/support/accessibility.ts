/** What axe and the width of the screen say of a page as it stands. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** What only the theme decides: everything else is the same in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** What a narrow screen decides: what is hidden there, how large it is, and what then names it. */
const WIDTH_RULES = [
	...COLOUR_RULES,
	...["target-size", "scrollable-region-focusable", "button-name", "link-name", "label", "select-name"],
	...["aria-hidden-focus", "landmark-unique", "region", "heading-order", "page-has-heading-one", "empty-table-header"],
];

/** Each fault with the place where it is; empty when there is none. */
export async function faultsOf(page: Page, rules: "all" | "colour" | "width"): Promise<string[]> {
	// In the page itself: there is no frame of another origin, and a second page for each look costs more than the look.
	const axe = new AxeBuilder({ page }).setLegacyMode();
	if (rules === "all") axe.withTags(RULES);
	else axe.withRules(rules === "width" ? WIDTH_RULES : COLOUR_RULES);
	const { violations } = await axe.analyze();
	return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

const LOOKS = [
	{ width: 1280, colorScheme: "light", rules: "all" },
	{ width: 1280, colorScheme: "dark", rules: "colour" },
	{ width: 360, colorScheme: "dark", rules: "width" },
	{ width: 360, colorScheme: "light", rules: "colour" },
] as const;

/**
 * Every rule once, then what the theme and what the width decides; nothing scrolls sideways. The page stays: width and theme are
 * the style sheet's affair alone.
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
