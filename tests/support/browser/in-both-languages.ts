/** Checks a page in English and in French; the page must bear being opened again. */
import type { Page } from "playwright/test";
import { expectFits, expectSound } from "#tests/support/browser/accessibility.ts";

const LOCALE_COOKIE = "cauri_locale";

/** Ends in English, on the page where it began. */
export async function expectSoundInBoth(page: Page, name: string): Promise<void> {
	await openIn(page, "fr");
	await expectFits(page, `${name} (fr)`);
	await openIn(page, "en");
	await expectSound(page, name);
}

async function openIn(page: Page, locale: string): Promise<void> {
	await page.context().addCookies([{ name: LOCALE_COOKIE, value: locale, url: new URL(page.url()).origin }]);
	await page.reload();
}
