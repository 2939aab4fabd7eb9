"use client";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { DeskLink } from "#components/ui/desk-link.tsx";

const TABS = [
	["members", "/settings/members"],
	["sign-in", "/settings/sign-in"],
	["operators", "/settings/operators"],
	["payouts", "/settings/payouts"],
	["accounting", "/settings/accounting"],
	["service", "/settings/service"],
	["configuration", "/settings/configuration"],
	// Not below /settings, because approvers, who have no Settings, open this page, too.
	["changes", "/change-requests"],
] as const;

export function SettingsTabs() {
	const t = useTranslations("settings.tabs");
	const pathname = usePathname();
	return (
		// `data-wide` gives all pages of Settings one width.
		<nav
			aria-label={t("label")}
			data-wide
			className="relative mb-5 flex gap-x-5 overflow-x-auto shadow-[inset_0_-1px_var(--color-line)] [scrollbar-width:thin]"
		>
			{TABS.map(([tab, href]) => (
				<DeskLink
					key={tab}
					href={href}
					aria-current={pathname === href ? "page" : undefined}
					ref={pathname === href ? showInLine : undefined}
					className="whitespace-nowrap border-transparent border-b-2 px-0.5 py-2 font-medium text-ink-2 text-sm hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:text-ink"
				>
					{t(tab)}
				</DeskLink>
			))}
		</nav>
	);
}

/** Scrolls the row of tabs, not the page, to the current tab. */
function showInLine(tab: HTMLAnchorElement | null): void {
	const line = tab?.parentElement;
	if (line) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
}
