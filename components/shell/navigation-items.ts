/** Where a member can go, by role; the words are under `nav`. */
import { may, type Role } from "#lib/roles.ts";

export type NavigationKey =
	| "home"
	| "movements"
	| "transactions"
	| "deposits"
	| "payouts"
	| "approvals"
	| "reconciliation"
	| "audit"
	| "settings";

export interface NavigationItem {
	key: NavigationKey;
	href: string;
	/** The letter after `g`. */
	letter: string;
}

const GROUPS: readonly (readonly NavigationItem[])[] = [
	[{ key: "home", href: "/", letter: "h" }],
	[
		{ key: "movements", href: "/movements", letter: "m" },
		{ key: "transactions", href: "/transactions", letter: "t" },
	],
	[
		{ key: "deposits", href: "/deposits", letter: "d" },
		{ key: "payouts", href: "/payouts", letter: "p" },
		{ key: "approvals", href: "/approvals", letter: "a" },
	],
	[
		{ key: "reconciliation", href: "/reconciliation", letter: "r" },
		{ key: "audit", href: "/audit", letter: "j" },
		{ key: "settings", href: "/settings", letter: "s" },
	],
];

/** Groups of the side navigation; what the role cannot open is not offered. */
export function navigationGroups(role: Role): readonly (readonly NavigationItem[])[] {
	return GROUPS.map((group) => group.filter(({ key }) => isOpen(key, role))).filter((group) => group.length > 0);
}

/** The five under the thumb; the rest is in the menu. */
export function thumbItems(role: Role): readonly NavigationItem[] {
	const items = navigationGroups(role).flat();
	const wanted: readonly NavigationKey[] = ["home", "movements", "deposits", "payouts"];
	const fifth = may(role, "payout.decide") ? "approvals" : "transactions";
	return items.filter(({ key }) => key === fifth || wanted.includes(key)).sort((a, b) => place(a.key) - place(b.key));
}

/** What the thumb does not reach. */
export function menuItems(role: Role): readonly NavigationItem[] {
	const thumb = thumbItems(role);
	return navigationGroups(role)
		.flat()
		.filter((item) => !thumb.includes(item));
}

function isOpen(key: NavigationKey, role: Role): boolean {
	if (key === "approvals") return may(role, "payout.decide");
	if (key === "audit") return may(role, "audit.read");
	if (key === "settings") return may(role, "settings.read");
	return true;
}

function place(key: NavigationKey): number {
	return ["home", "movements", "deposits", "payouts", "approvals", "transactions"].indexOf(key);
}
