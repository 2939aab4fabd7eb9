/** A mistake in lib/roles.ts or in a route differs from the tables of route-permissions.ts. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ACTIONS, may, ROLES } from "#lib/roles.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { ANY_MEMBER, ANYBODY, allowed, ORDER, RIGHTS, ROUTES } from "#tests/support/desk/route-permissions.ts";

const cells = ROLES.flatMap((role) => ACTIONS.map((action) => ({ role, action, allowed: allowed(role, action) })));

describe("the permission matrix", () => {
	test("has a cell for every role and every action", () => {
		expect([...ORDER].sort()).toEqual([...ROLES].sort());
		expect(Object.keys(RIGHTS).sort()).toEqual([...ACTIONS].sort());
	});

	test.each(cells)("$role × $action: $allowed", ({ role, action, allowed }) => {
		expect(may(role, action)).toBe(allowed);
		const context = { member: { id: "m", name: "M", email: "m@x.example", role } } as Context;
		if (allowed) expect(() => requirePermission(context, action)).not.toThrow();
		else expect(() => requirePermission(context, action)).toThrow(expect.objectContaining({ code: "forbidden" }));
	});
});

describe("every route of the API", () => {
	const found = globSync("app/api/**/route.{ts,tsx}").flatMap((file) => {
		const source = readFileSync(file, "utf8");
		const exported = [...source.matchAll(/^export (?:const|async function|function) (\w+)/gm)].map(
			([, name]) => name ?? "",
		);
		const path = file.replace(/^app/, "").replace(/\/route\.tsx?$/, "");
		return exported.map((name) => ({ name: `${name} ${path}`, source, method: name }));
	});

	test("is made by handle()", () => {
		const others = found.filter(({ source, method }) => !source.includes(`export const ${method} = handle(`));
		expect(others.map(({ name }) => name)).toEqual([]);
	});

	test("stands in the table of route-permissions.ts, and the table names no other", () => {
		expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(ROUTES).sort());
	});

	test("declares the action that the table names, or is public, or is for every member", () => {
		const declared = found.map(({ name, source, method }) => [name, declaredBy(source, method)]);
		expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(Object.entries(ROUTES)));
	});
});

/** The action in the options of one `handle(` call; options kept in a constant are looked up in the same file. */
function declaredBy(source: string, method: string): string {
	const call = source.split(`export const ${method} = handle(`)[1] ?? "";
	const constant = /^\s*(\w+),/.exec(call)?.[1];
	const text = constant ? (source.split(`const ${constant} =`)[1] ?? "") : call;
	const options = text.slice(0, text.indexOf("}"));
	if (/\bpublic: true\b/.test(options)) return ANYBODY;
	return /\baction: "([a-z_.]+)"/.exec(options)?.[1] ?? ANY_MEMBER;
}
