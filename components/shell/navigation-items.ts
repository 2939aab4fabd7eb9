import { may, type Role } from "#lib/roles.ts";

/** `letter`: the key that opens the page when it is pressed after `g`. */
const GROUPS = [
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
] as const;

export type NavigationItem = (typeof GROUPS)[number][number];
export type NavigationKey = NavigationItem["key"];

export function navigationGroups(role: Role): NavigationItem[][] {
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

/** The address that each key opens, as short as its page can hold it: "gh/ gm/movements n/payouts/new". A page's letter comes after `g`. */
export function shortcutKeys(role: Role): string {
	const pages = navigationGroups(role).flat();
	const keys = [
		...pages.map(({ letter, href }) => `g${letter}${href}`),
		...startItems(role).map(({ letter, href }) => letter + href),
	];
	return keys.join(" ");
}

export function bottomItems(role: Role): NavigationItem[] {
	const keys: NavigationKey[] = ["home", "movements", "deposits", "payouts"];
	keys.push(may(role, "payout.decide") ? "approvals" : "transactions");
	const items = navigationGroups(role).flat();
	return keys.flatMap((key) => items.filter((item) => item.key === key));
}

export function menuItems(role: Role): NavigationItem[] {
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
