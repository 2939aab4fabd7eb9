/** Checks a page that may be opened anew in English and in French. */
import type { Page } from "playwright/test";
import { expectSound } from "#tests/support/browser/accessibility.ts";

const LOCALE_COOKIE = "cauri_locale";

/** Ends in English, on the page where it began. */
export async function expectSoundInBoth(page: Page, name: string): Promise<void> {
	for (const locale of ["fr", "en"]) {
		await page.context().addCookies([{ name: LOCALE_COOKIE, value: locale, url: new URL(page.url()).origin }]);
		await page.reload();
		await expectSound(page, `${name} (${locale})`);
	}
}
