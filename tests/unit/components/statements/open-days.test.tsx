import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OpenDayText } from "#components/statements/open-days.tsx";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };

function shown(locale: "en" | "fr", day: string, to: string): string {
	const open = { day, to, kind: "not_proved", amount: "0.00", reason: null } as const;
	const markup = renderToStaticMarkup(
		<NextIntlClientProvider locale={locale} messages={{ en, fr }[locale]} timeZone="Africa/Abidjan">
			<OpenDayText open={open} currency="XOF" />
		</NextIntlClientProvider>,
	);
	return markup.replaceAll(/<[^>]+>/g, "").replaceAll(/[\u00a0\u202f]/g, " ");
}

test("a run of days without a reading is named by its first and last day, and a single one by itself", () => {
	expect(shown("en", "2001-10-01", "2001-10-31")).toMatch(/^1 Oct 2001 to 31 Oct 2001 Without a reading/);
	expect(shown("fr", "2001-10-01", "2001-10-31")).toMatch(/^du 1 oct. 2001 au 31 oct. 2001 Sans lecture/);
	expect(shown("en", "2001-10-01", "2001-10-01")).toMatch(/^1 Oct 2001 Without a reading/);
});
