import { useTranslations } from "next-intl";
import { NavigationLink } from "#components/shell/navigation/navigation-link.tsx";
import { WaitingCount } from "#components/shell/navigation/waiting-count.tsx";
import type { NavigationItem, NavigationKey } from "#components/shell/navigation-items.ts";
import { Icon, type IconName } from "#components/ui/icon.tsx";

const ICONS: Record<NavigationKey, IconName> = {
	home: "house",
	movements: "text-align-start",
	transactions: "search",
	deposits: "arrow-down-to-line",
	payouts: "arrow-up-from-line",
	batches: "table-2",
	recipients: "users-round",
	approvals: "check",
	reconciliation: "scale",
	statements: "wallet-minimal",
	insights: "eye",
	audit: "scroll-text",
	settings: "settings",
};

interface NavigationEntryProps {
	item: NavigationItem;
	className?: string;
}

/** The class name is passed on only if there is one: a page would repeat "undefined" for each of its places. */
export function NavigationEntry({ item: { key, href }, ...style }: NavigationEntryProps) {
	const t = useTranslations("nav");
	return (
		<NavigationLink href={href} {...style}>
			<Icon name={ICONS[key]} thin />
			{t(key)}
			{key === "approvals" ? <WaitingCount /> : null}
		</NavigationLink>
	);
}
