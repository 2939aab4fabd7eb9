/** The rights of each role, written a second time on purpose: a mistake in lib/roles.ts or in a route differs from this table. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ACTIONS, type Action, may, ROLES, type Role } from "#lib/roles.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { ANY_MEMBER, ANYBODY, ROUTES } from "#tests/support/desk/route-permissions.ts";

//                                viewer maker approver admin
const EXPECTED: Record<Action, readonly [0 | 1, 0 | 1, 0 | 1, 0 | 1]> = {
	"wallet.read": [1, 1, 1, 1],
	"movement.read": [1, 1, 1, 1],
	"movement.refresh": [1, 1, 1, 1],
	"transaction.read": [1, 1, 1, 1],
	"transaction.import": [0, 1, 1, 1],
	"payment.read": [1, 1, 1, 1],
	"deposit.start": [0, 1, 0, 1],
	"payout.request": [0, 1, 0, 1],
	"payout.cancel_own": [0, 1, 0, 1],
	"payout.decide": [0, 0, 1, 1],
	"payout.resolve": [0, 0, 1, 1],
	"sending.stop": [0, 1, 1, 1],
	"recipient.read": [1, 1, 1, 1],
	"recipient.manage": [0, 1, 0, 1],
	"recipient.block": [0, 1, 1, 1],
	"reconciliation.read": [1, 1, 1, 1],
	"reconciliation.decide": [0, 0, 1, 1],
	"statement.read": [1, 1, 1, 1],
	"statement.close": [0, 0, 1, 1],
	"audit.read": [0, 0, 1, 1],
	"member.read": [0, 0, 0, 1],
	"member.manage": [0, 0, 0, 1],
	"settings.read": [0, 0, 0, 1],
	"settings.manage": [0, 0, 0, 1],
	"change_request.read": [0, 0, 1, 1],
	"change_request.stop": [0, 0, 1, 1],
	"change_request.confirm": [0, 0, 0, 1],
};
const ORDER = ["viewer", "maker", "approver", "admin"] as const satisfies readonly Role[];

const cells = ORDER.flatMap((role, column) =>
	Object.entries(EXPECTED).map(([action, row]) => ({ role, action: action as Action, allowed: row[column] === 1 })),
);

describe("the permission matrix", () => {
	test("has a cell for every role and every action", () => {
		expect([...ORDER].sort()).toEqual([...ROLES].sort());
		expect(Object.keys(EXPECTED).sort()).toEqual([...ACTIONS].sort());
		expect(cells).toHaveLength(ROLES.length * ACTIONS.length);
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
