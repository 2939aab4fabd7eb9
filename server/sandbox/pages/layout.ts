/** The layout of the sandbox's pages: head, banner, language. All assets come from this server. */
import { html, raw } from "hono/html";
import type { Locale } from "#server/sandbox/pages/texts.ts";
import type { Texts } from "#server/sandbox/pages/texts-en.ts";

export type Html = ReturnType<typeof html>;

export interface Reader {
	locale: Locale;
	texts: Texts;
	theme: "light" | "dark" | null;
}

export function page(reader: Reader, title: string, body: Html, options: { wide?: boolean } = {}): Html {
	const other = reader.locale === "en" ? "fr" : "en";
	return html`<!doctype html>
<html lang="${reader.locale}" ${reader.theme ? raw(`data-theme="${reader.theme}"`) : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox</title>
<link rel="icon" href="/assets/sandbox.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/sandbox.css">
<script src="/assets/sandbox.js" defer></script>
</head>
<body>
<aside class="banner" aria-label="Sandbox">${reader.texts.banner}</aside>
<header class="top ${options.wide ? "wide" : ""}">
<a class="brand" href="/phone">${raw(SHELL)}<span>Sandbox</span></a>
<nav aria-label="Pages"><a class="toplink" href="/phone">${reader.texts.phone}</a><a class="toplink" href="/control">${reader.texts.control}</a><a class="toplink" href="?lang=${other}" hreflang="${other}" lang="${other}">${reader.texts.language}</a></nav>
</header>
<main class="${options.wide ? "wide" : ""}">${body}</main>
</body>
</html>`;
}

export function clockTime(at: Date, locale: Locale): string {
	return at.toLocaleTimeString(locale === "fr" ? "fr-FR" : "en-GB", {
		hour: "2-digit",
		minute: "2-digit",
		timeZone: "UTC",
	});
}

export function dayAndTime(at: Date, locale: Locale): string {
	return at.toLocaleString(locale === "fr" ? "fr-FR" : "en-GB", {
		day: "numeric",
		month: "short",
		hour: "2-digit",
		minute: "2-digit",
		timeZone: "UTC",
	});
}

const SHELL =
	'<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><ellipse cx="12" cy="12" rx="7.2" ry="9.4"/><path d="M12 4.6c-1.6 2.4-1.6 12.4 0 14.8M12 4.6c1.6 2.4 1.6 12.4 0 14.8M9.2 8h1.6M9 11h1.6M9 14h1.6M13.4 9.5H15M13.4 12.5H15M13.2 15.5h1.6"/></svg>';
