/** Checks a page with axe and against the width of the screen. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import { expect, type Page } from "playwright/test";

const { PICTURES } = process.env;
const RULES = {
	all: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"] },
	/** Rules whose result depends on the theme. */
	colour: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
} satisfies Record<string, axe.RunOnly>;

/** Half as large as the package's main file. Also for `addInitScript`, where a test checks many pages. */
export const AXE_FILE = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
const AXE_SOURCE = readFileSync(AXE_FILE, "utf8");

/** Each fault with its place; empty when there is none. */
export async function faultsOf(page: Page, rules: keyof typeof RULES): Promise<string[]> {
	// Once per page: loading half a megabyte takes longer than running it.
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_SOURCE);
	return page.evaluate(async (runOnly) => {
		const { run } = (window as unknown as { axe: typeof axe }).axe;
		// Only rules about sound and films preload anything.
		const { violations } = await run(document, { runOnly, resultTypes: ["violations"], preload: false });
		return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
	}, RULES[rules]);
}

const WIDTHS = [1280, 360];
/** Only colours differ between the themes. */
export const THEMES = [
	{ colorScheme: "light", rules: "all" },
	{ colorScheme: "dark", rules: "colour" },
] as const;

/**
 * Checks all rules in light and the theme's rules in dark, on desktop and phone; nothing scrolls sideways. Does not reload: width
 * and theme affect only the style sheet.
 */
export async function expectSound(page: Page, name: string, widths = WIDTHS): Promise<void> {
	for (const width of widths) {
		await takeWidth(page, width);
		for (const { colorScheme, rules } of THEMES) {
			await page.emulateMedia({ colorScheme });
			// A busy machine may still be drawing the other theme.
			await expect.poll(() => faultsOf(page, rules), `${name}, ${colorScheme}, ${width} px`).toEqual([]);
			await expectNarrow(page, name, width, colorScheme);
		}
	}
}

/** Checks only the width, which depends on the language. */
export async function expectFits(page: Page, name: string): Promise<void> {
	await page.emulateMedia({ colorScheme: "light" });
	for (const width of WIDTHS) {
		await takeWidth(page, width);
		await expectNarrow(page, name, width, "light");
	}
}

const HEIGHT = 800;

export async function takeWidth(page: Page, width: number): Promise<void> {
	await page.setViewportSize({ width, height: HEIGHT });
	// A sticky bar would cover a part of some target, and axe would call the rest too small.
	const whole = await page.evaluate(() =>
		document.querySelector("dialog[open]") ? 0 : document.documentElement.scrollHeight,
	);
	if (whole > HEIGHT) await page.setViewportSize({ width, height: whole });
}

async function expectNarrow(page: Page, name: string, width: number, colorScheme: string): Promise<void> {
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect(overflow, `${name} is wider than ${width} px`).toBeLessThanOrEqual(0);
	// For people who look at each state: `PICTURES=folder npx playwright test …`.
	if (!PICTURES) return;
	const file = `${name} ${width} ${colorScheme}.png`.replaceAll(/[^\w.]+/g, "-");
	await page.screenshot({ path: join(PICTURES, file), fullPage: true });
}
