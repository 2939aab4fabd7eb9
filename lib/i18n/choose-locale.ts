/** Chooses a person's language by their cookie, else by their browser's preference, else the desk's default. */
export const LOCALES = ["en", "fr"] as const;
export type Locale = (typeof LOCALES)[number];
export const THEMES = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof THEMES)[number];

declare module "next-intl" {
	interface AppConfig {
		Locale: Locale;
	}
}

/** `acceptLanguage` is the raw header: "fr-CI,fr;q=0.9,en;q=0.8". */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | null, fallback: Locale): Locale {
	if (isLocale(cookie)) return cookie;
	const wanted = (acceptLanguage ?? "")
		.split(",")
		.map((part, place) => {
			const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
			const quality = parameters.find((text) => text.trim().startsWith("q="));
			const weight = quality ? Number(quality.trim().slice(2)) : 1;
			return { language: tag.split("-")[0], weight: Number.isFinite(weight) ? weight : 0, place };
		})
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => b.weight - a.weight || a.place - b.place);
	return wanted.map(({ language }) => language).find(isLocale) ?? fallback;
}

function isLocale(text: string | undefined): text is Locale {
	return LOCALES.some((locale) => locale === text);
}

export function readTheme(cookie: string | undefined): ThemeChoice {
	return THEMES.find((theme) => theme === cookie) ?? "system";
}
