import type { Page } from "playwright/test";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { expect, test } from "#tests/e2e/fixtures.ts";
import { Frame } from "#tests/pages/frame.ts";
import { SignInPage } from "#tests/pages/sign-in-page.ts";

type Words = { [key: string]: string | Words };

/** Key → plain words, without those that have an argument or markup in them. */
function plainWords(words: Words, prefix = ""): [string, string][] {
	return Object.entries(words).flatMap(([key, value]): [string, string][] =>
		typeof value === "string"
			? /[{<]/.test(value)
				? []
				: [[`${prefix}${key}`, value]]
			: plainWords(value, `${prefix}${key}.`),
	);
}

const french = new Map(plainWords(fr));
const FRENCH_WORDS = new Set(french.values());
/** English words of the desk that are not French words too. */
const ENGLISH_ONLY = new Set(
	plainWords(en).flatMap(([key, words]) => (french.get(key) !== words && !FRENCH_WORDS.has(words) ? [words] : [])),
);

/** What stands between the arguments of a message: at least two words, so that no name or figure looks like one. */
function literalParts(words: Words): string[] {
	return Object.values(words).flatMap((value): string[] => {
		if (typeof value !== "string") return literalParts(value);
		if (!/[{<]/.test(value)) return [];
		let depth = 0;
		const literal = [...value].map((sign) => {
			if (sign === "{") depth += 1;
			const shown = depth === 0 ? sign : "\n";
			if (sign === "}") depth -= 1;
			return shown;
		});
		const parts = literal
			.join("")
			.replaceAll(/<[^>]*>/g, "\n")
			.split("\n");
		return parts.map((part) => part.trim()).filter((part) => /\p{L}{2,} \p{L}{2,}/u.test(part));
	});
}

const FRENCH_TEXT = JSON.stringify(fr);
const ENGLISH_PARTS = [...new Set(literalParts(en))].filter((part) => !FRENCH_TEXT.includes(part));

function leftInEnglish(texts: readonly string[]): string[] {
	return texts.filter((text) => ENGLISH_ONLY.has(text) || ENGLISH_PARTS.some((part) => text.includes(part)));
}

async function useFrench(page: Page, origin: string): Promise<void> {
	await page.context().addCookies([{ name: "cauri_locale", value: "fr", url: origin }]);
}

/** Every piece of text that a person sees or hears. */
function textsOf(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const texts: string[] = [document.title];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode())
			if (!node.parentElement?.closest("script, style")) texts.push(node.textContent ?? "");
		for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]"))
			for (const name of ["aria-label", "placeholder", "title"]) texts.push(element.getAttribute(name) ?? "");
		return texts.map((text) => text.trim()).filter(Boolean);
	});
}

test("both languages say the same things", () => {
	const keys = (words: Words) => plainAndFilled(words).sort();
	expect(keys(fr)).toEqual(keys(en));
});

function plainAndFilled(words: Words, prefix = ""): string[] {
	return Object.entries(words).flatMap(([key, value]) =>
		typeof value === "string" ? [`${prefix}${key}`] : plainAndFilled(value, `${prefix}${key}.`),
	);
}

test("in French no English words are left on any screen", async ({ page, signIn, desk, screens }) => {
	test.setTimeout(90_000);
	await useFrench(page, desk.origin);
	await page.goto("/sign-in");
	await expect(page.getByRole("button", { name: "Se connecter" })).toBeVisible();
	expect(leftInEnglish(await textsOf(page))).toEqual([]);
	await signIn(page, "admin");
	for (const { name, path } of screens) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await expect(page.locator("html")).toHaveAttribute("lang", "fr");
		expect(leftInEnglish(await textsOf(page)), name).toEqual([]);
	}
});

test("the language chosen in the member's menu holds on the next pages", async ({ page, signIn }) => {
	const member = await signIn(page, "viewer");
	await page.goto("/");
	await page.getByRole("button", { name: new RegExp(member.name) }).click();
	await page.getByRole("radio", { name: "Français" }).check();
	await expect(page.getByRole("link", { name: "Mouvements" }).first()).toBeVisible();
	await page.goto("/movements");
	await expect(page.getByRole("heading", { level: 1, name: "Mouvements" })).toBeVisible();
});

test("the system's dark theme is followed, and a theme that was chosen wins and is in the first HTML", async ({
	page,
	signIn,
	desk,
}) => {
	await signIn(page, "viewer");
	const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
	await page.emulateMedia({ colorScheme: "light" });
	await page.goto("/");
	const light = await background();
	await page.emulateMedia({ colorScheme: "dark" });
	const dark = await background();
	expect(dark).not.toBe(light);
	const kept = page.waitForResponse((response) => response.url().endsWith("/api/preferences"));
	await new Frame(page).chooseTheme("Light");
	await expect.poll(background).toBe(light);
	expect((await kept).ok()).toBe(true);
	const html = await (await page.context().request.get(`${desk.origin}/`)).text();
	expect(html).toMatch(/<html[^>]*data-theme="light"/);
	await page.goto("/");
	expect(await background()).toBe(light);
});

test("language and theme belong to the member: the next browser has them in its first HTML, and another member there their own", async ({
	page,
	browser,
	desk,
	signIn,
	members,
}) => {
	const member = await signIn(page, "viewer");
	await page.goto("/");
	await new Frame(page).chooseTheme("Dark");
	await page.getByRole("radio", { name: "Français" }).check();
	await expect(page.getByRole("link", { name: "Mouvements" }).first()).toBeVisible();

	const context = await browser.newContext({ baseURL: desk.origin, locale: "en-GB", colorScheme: "light" });
	const elsewhere = await context.newPage();
	await elsewhere.goto("/sign-in");
	await expect(elsewhere.locator("html")).toHaveAttribute("lang", "en");
	await new SignInPage(elsewhere).signIn(member.email, member.password);
	await expect(elsewhere.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(elsewhere.locator("html")).toHaveAttribute("lang", "fr");
	const html = await (await context.request.get(`${desk.origin}/movements`)).text();
	expect(html).toMatch(/<html[^>]*lang="fr"[^>]*data-theme="dark"/);

	const other = await members("maker");
	await desk.database.updateTable("member").set({ locale: "en", theme: "light" }).where("id", "=", other.id).execute();
	await signIn(elsewhere, other);
	const theirs = await (await context.request.get(`${desk.origin}/movements`)).text();
	expect(theirs).toMatch(/<html[^>]*lang="en"[^>]*data-theme="light"/);
	await context.close();
});
