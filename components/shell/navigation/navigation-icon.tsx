import {
	ArrowDownToLine,
	ArrowUpFromLine,
	Check,
	House,
	type LucideIcon,
	Scale,
	ScrollText,
	Search,
	Settings,
	TextAlignStart,
} from "lucide-react";
import type { NavigationKey } from "#components/shell/navigation-items.ts";

const ICONS: Record<NavigationKey, LucideIcon> = {
	home: House,
	movements: TextAlignStart,
	transactions: Search,
	deposits: ArrowDownToLine,
	payouts: ArrowUpFromLine,
	approvals: Check,
	reconciliation: Scale,
	audit: ScrollText,
	settings: Settings,
};

export function NavigationIcon({ of, className }: { of: NavigationKey; className: string }) {
	const Icon = ICONS[of];
	return <Icon aria-hidden="true" strokeWidth={1.75} className={className} />;
}
