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
	// Approvers, who have no Settings, open this page too.
	["changes", "/change-requests"],
] as const;

export function SettingsTabs() {
	const t = useTranslations("settings.tabs");
	const pathname = usePathname();
	return (
		<nav aria-label={t("label")} className="mb-5 flex flex-wrap gap-x-5 border-line border-b">
			{TABS.map(([tab, href]) => (
				<DeskLink
					key={tab}
					href={href}
					aria-current={pathname === href ? "page" : undefined}
					className="-mb-px whitespace-nowrap border-transparent border-b-2 px-0.5 py-2 font-medium text-ink-2 text-sm hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
				>
					{t(tab)}
				</DeskLink>
			))}
		</nav>
	);
}
