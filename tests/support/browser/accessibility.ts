/** Checks a page with axe and against the width of the screen. */
import { join } from "node:path";
import axe from "axe-core";
import { expect, type Page } from "playwright/test";

const { PICTURES } = process.env;
const RULES = {
	all: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"] },
	/** Rules whose result depends on the theme. */
	colour: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
} satisfies Record<string, axe.RunOnly>;

/** Each fault with its place; empty when there is none. */
export async function faultsOf(page: Page, rules: keyof typeof RULES): Promise<string[]> {
	// Once per page: loading half a megabyte takes longer than running it.
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
	return page.evaluate(async (runOnly) => {
		const { run } = (window as unknown as { axe: typeof axe }).axe;
		const { violations } = await run(document, { runOnly, resultTypes: ["violations"] });
		return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
	}, RULES[rules]);
}

const LOOKS = [
	{ width: 1280, colorScheme: "light", rules: "all" },
	{ width: 1280, colorScheme: "dark", rules: "colour" },
	{ width: 360, colorScheme: "light", rules: "all" },
	{ width: 360, colorScheme: "dark", rules: "colour" },
] as const;

/**
 * Checks all rules in light and the theme's rules in dark, on desktop and phone; nothing scrolls sideways. Does not reload: width
 * and theme affect only the style sheet.
 */
export async function expectSound(page: Page, name: string): Promise<void> {
	for (const look of LOOKS) {
		await takeLook(page, look);
		// A busy machine may still be drawing the other theme.
		const where = `${name}, ${look.colorScheme}, ${look.width} px`;
		await expect.poll(() => faultsOf(page, look.rules), where).toEqual([]);
		await expectNarrow(page, name, look);
	}
}

/** Checks only the width, which depends on the language. */
export async function expectFits(page: Page, name: string): Promise<void> {
	for (const look of LOOKS.filter(({ colorScheme }) => colorScheme === "light")) {
		await takeLook(page, look);
		await expectNarrow(page, name, look);
	}
}

type Look = (typeof LOOKS)[number];

const HEIGHT = 800;

async function takeLook(page: Page, { width, colorScheme }: Look): Promise<void> {
	await page.setViewportSize({ width, height: HEIGHT });
	// A bar that stays in sight would cover a part of some target, and axe would call what is left of it too small.
	const whole = await page.evaluate(() =>
		document.querySelector("dialog[open]") ? 0 : document.documentElement.scrollHeight,
	);
	await page.setViewportSize({ width, height: Math.max(HEIGHT, whole) });
	await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
}

async function expectNarrow(page: Page, name: string, { width, colorScheme }: Look): Promise<void> {
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect(overflow, `${name} is wider than ${width} px`).toBeLessThanOrEqual(0);
	// For people who look at each state: `PICTURES=folder npx playwright test …`.
	if (!PICTURES) return;
	const file = `${name} ${width} ${colorScheme}.png`.replaceAll(/[^\w.]+/g, "-");
	await page.screenshot({ path: join(PICTURES, file), fullPage: true });
}
