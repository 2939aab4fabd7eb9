"use client";
/** Language and theme, stored with the member and in cookies, so that the server renders the next page with them. */
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import type { Locale, ThemeChoice } from "#lib/i18n/choose-locale.ts";
import { changePreferences } from "#lib/queries/session.ts";

export function Preferences({ theme }: { theme: ThemeChoice }) {
	const t = useTranslations("shell");
	const router = useRouter();
	const locale = useLocale();
	const [chosen, setChosen] = useState({ locale, theme });
	const [failed, setFailed] = useState(false);
	const keep = async (change: { locale?: Locale; theme?: ThemeChoice }) => {
		setFailed(false);
		setChosen({ ...chosen, ...change });
		if (change.theme) showTheme(change.theme);
		try {
			await changePreferences(change);
			if (change.locale) router.refresh();
		} catch {
			// Shows the old choice again: nothing was stored, so the next page would have the old one.
			setChosen(chosen);
			showTheme(chosen.theme);
			setFailed(true);
		}
	};
	return (
		<>
			<Segmented
				label={t("language")}
				className="w-full"
				value={chosen.locale}
				options={[
					{ value: "en", label: <span lang="en">{t("english")}</span> },
					{ value: "fr", label: <span lang="fr">{t("french")}</span> },
				]}
				onChange={(next) => void keep({ locale: next })}
			/>
			<Segmented
				label={t("theme")}
				className="w-full"
				value={chosen.theme}
				options={[
					{ value: "system", label: t("themeSystem") },
					{ value: "light", label: t("themeLight") },
					{ value: "dark", label: t("themeDark") },
				]}
				onChange={(next) => void keep({ theme: next })}
			/>
			{failed ? (
				<p role="alert" className="text-danger text-xs">
					{t("notSaved")}
				</p>
			) : null}
		</>
	);
}

function showTheme(theme: ThemeChoice): void {
	if (theme === "system") delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
}
