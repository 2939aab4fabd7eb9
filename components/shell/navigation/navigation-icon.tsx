import type { NavigationKey } from "#components/shell/navigation-items.ts";
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

export function NavigationIcon({ of }: { of: NavigationKey }) {
	return <Icon name={ICONS[of]} thin />;
}
