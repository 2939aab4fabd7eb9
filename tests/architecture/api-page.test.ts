import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROUTES } from "#tests/support/desk/route-permissions.ts";

test("docs/api.md has a row for each route, with the right that the route needs", () => {
	const rows = readFileSync("docs/api.md", "utf8").matchAll(/^\| (`(?:GET|POST|PUT|PATCH|DELETE) .+)$/gm);
	const described = [...rows].flatMap(([, row = ""]) => {
		const [routes = "", , , right = ""] = row.split("|").map((cell) => cell.trim());
		return [...routes.matchAll(/`(\w+ [^`]+)`/g)].map(([, route = ""]) => `${route} · ${right.replaceAll("`", "")}`);
	});
	const rights = { "any member": "member" } as Record<string, string>;
	const needed = Object.entries(ROUTES).map(
		([route, right]) => `${route.replaceAll("[", "{").replaceAll("]", "}")} · ${rights[right] ?? right}`,
	);
	expect([...new Set(described)].sort()).toEqual(needed.sort());
});
