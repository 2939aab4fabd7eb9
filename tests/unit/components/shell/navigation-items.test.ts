import { expect, test } from "vitest";
import { bottomItems, menuItems, navigationGroups, shortcutKeys } from "#components/shell/navigation-items.ts";
import { may, ROLES } from "#lib/roles.ts";

const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key);

test("nobody is offered a page that their role cannot open", () => {
	for (const role of ROLES) {
		const keys = keysOf(navigationGroups(role).flat());
		expect(keys.includes("approvals")).toBe(may(role, "payout.decide"));
		expect(keys.includes("audit")).toBe(may(role, "audit.read"));
		expect(keys.includes("settings")).toBe(may(role, "settings.read"));
	}
});

test("on the phone five places are in the bar at the bottom, and every other page is in the menu", () => {
	for (const role of ROLES) {
		const bottom = keysOf(bottomItems(role));
		expect(bottom).toHaveLength(5);
		expect([...bottom, ...keysOf(menuItems(role))].sort()).toEqual(keysOf(navigationGroups(role).flat()).sort());
	}
});

test("no two pages share a letter", () => {
	const letters = navigationGroups("admin")
		.flat()
		.map(({ letter }) => letter);
	expect(new Set(letters).size).toBe(letters.length);
});

test("the keys open only what the role may open", () => {
	const maker = shortcutKeys("maker").split(" ");
	for (const key of ["n/payouts/new", "d/deposits/new", "gh/", "gk/recipients"]) expect(maker).toContain(key);
	const viewer = shortcutKeys("viewer");
	expect(viewer).toContain("gp/payouts");
	for (const address of ["/new", "/approvals", "/audit", "/settings"]) expect(viewer).not.toContain(address);
});
