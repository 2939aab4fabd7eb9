import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { readTheme, THEME_COOKIE } from "#lib/i18n/choose-locale.ts";
import { inter, interExtended } from "./fonts.ts";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
	const t = await getTranslations("app");
	return {
		title: { default: t("name"), template: `%s · ${t("name")}` },
		description: t("description"),
		robots: { index: false, follow: false },
		icons: { icon: "/icon.svg" },
		// Mail programs' habit of turning figures into links.
		formatDetection: { telephone: false, date: false, address: false, email: false },
	};
}

export const viewport: Viewport = {
	themeColor: [
		{ media: "(prefers-color-scheme: light)", color: "#faf9f6" },
		{ media: "(prefers-color-scheme: dark)", color: "#141513" },
	],
};

/** The theme is on <html> in the first byte: no flash, no inline script. */
export default async function RootLayout({ children }: { children: ReactNode }) {
	const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
	return (
		<html
			lang={await getLocale()}
			data-theme={theme === "system" ? undefined : theme}
			className={`${inter.variable} ${interExtended.variable}`}
		>
			<body>
				<ClientMessages namespaces={[]}>{children}</ClientMessages>
			</body>
		</html>
	);
}
