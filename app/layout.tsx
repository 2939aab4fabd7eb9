import type { Metadata, Viewport } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { inter, interExtended } from "#app/fonts.ts";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { pagePreferences } from "#server/http/page-preferences.ts";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
	const t = await getTranslations("app");
	return {
		title: { default: t("name"), template: `%s · ${t("name")}` },
		description: t("description"),
		robots: { index: false, follow: false },
		icons: { icon: "/icon.svg" },
		// Keeps phones from turning figures into links for calls and dates.
		formatDetection: { telephone: false, date: false, address: false, email: false },
	};
}

export const viewport: Viewport = {
	themeColor: [
		{ media: "(prefers-color-scheme: light)", color: "#faf9f6" },
		{ media: "(prefers-color-scheme: dark)", color: "#141513" },
	],
};

/** Sets the theme on <html> on the server, so that the page needs no inline script and never flashes in the other theme. */
export default async function RootLayout({ children }: { children: ReactNode }) {
	const { locale, theme } = await pagePreferences();
	return (
		<html
			lang={locale}
			data-theme={theme === "system" ? undefined : theme}
			className={`${inter.variable} ${interExtended.variable}`}
		>
			<body>
				<ClientMessages namespaces={[]}>{children}</ClientMessages>
			</body>
		</html>
	);
}
