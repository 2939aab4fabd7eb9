import { may, type Role } from "#lib/roles.ts";

export type NavigationKey =
	| "home"
	| "movements"
	| "transactions"
	| "deposits"
	| "payouts"
	| "batches"
	| "recipients"
	| "approvals"
	| "reconciliation"
	| "statements"
	| "insights"
	| "audit"
	| "settings";

export interface NavigationItem {
	key: NavigationKey;
	href: string;
	/** The key that opens the page when it is pressed after `g`. */
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
		{ key: "batches", href: "/batches", letter: "b" },
		{ key: "recipients", href: "/recipients", letter: "k" },
		{ key: "approvals", href: "/approvals", letter: "a" },
	],
	[
		{ key: "reconciliation", href: "/reconciliation", letter: "r" },
		{ key: "statements", href: "/statements", letter: "e" },
		{ key: "insights", href: "/insights", letter: "i" },
		{ key: "audit", href: "/audit", letter: "j" },
		{ key: "settings", href: "/settings", letter: "s" },
	],
];

export function navigationGroups(role: Role): readonly (readonly NavigationItem[])[] {
	return GROUPS.map((group) => group.filter(({ key }) => isOpen(key, role))).filter((group) => group.length > 0);
}

export function startItems(
	role: Role,
): readonly { letter: string; text: "paletteNewPayout" | "paletteNewDeposit"; href: string }[] {
	return [
		...(may(role, "payout.request") ? [{ letter: "n", text: "paletteNewPayout", href: "/payouts/new" } as const] : []),
		...(may(role, "deposit.start") ? [{ letter: "d", text: "paletteNewDeposit", href: "/deposits/new" } as const] : []),
	];
}

export function bottomItems(role: Role): readonly NavigationItem[] {
	const items = navigationGroups(role).flat();
	const wanted: readonly NavigationKey[] = ["home", "movements", "deposits", "payouts"];
	const fifth = may(role, "payout.decide") ? "approvals" : "transactions";
	return items.filter(({ key }) => key === fifth || wanted.includes(key)).sort((a, b) => place(a.key) - place(b.key));
}

export function menuItems(role: Role): readonly NavigationItem[] {
	const bottom = bottomItems(role);
	return navigationGroups(role)
		.flat()
		.filter((item) => !bottom.includes(item));
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
