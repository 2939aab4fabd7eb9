import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RoleGroup, readRoleGroups, roleOfGroups } from "#lib/members/role-groups.ts";
import { ROLES, type Role } from "#lib/roles.ts";

const rankOf = (role: Role | null) => (role === null ? -1 : ROLES.indexOf(role));
const group = fc.stringMatching(/^[a-z][a-z =:/-]{0,12}[a-z]$/);
const roleGroups = fc.array(fc.record({ role: fc.constantFrom(...ROLES), group }), { minLength: 1, maxLength: 8 });

describe("the groups of a role, as the environment names them", () => {
	test("are read back as they were written, a group with an equals sign too", () => {
		fc.assert(
			fc.property(roleGroups, (pairs) => {
				const text = pairs.map(({ role, group: name }) => `${role}=${name}`).join(", ");
				expect(readRoleGroups(text)).toEqual(pairs);
			}),
		);
	});

	test.each(["", " , ", "admin", "admin=", "boss=chiefs", "admin=chiefs,finance", "Admin=chiefs"])(
		"%j is refused whole",
		(text) => expect(readRoleGroups(text)).toBeNull(),
	);
});

describe("the role that groups give", () => {
	const GROUPS: RoleGroup[] = [
		{ role: "viewer", group: "staff" },
		{ role: "maker", group: "cashiers" },
		{ role: "approver", group: "finance" },
		{ role: "admin", group: "desk-admins" },
		{ role: "admin", group: "owners" },
	];

	test.each([
		[["staff"], "viewer"],
		[["staff", "finance", "cashiers"], "approver"],
		[["owners", "staff"], "admin"],
		["finance", "approver"],
		[["Finance"], null],
		[["finance "], null],
		[[], null],
		[undefined, null],
		[null, null],
		[{ 0: "finance", length: 1 }, null],
		[[["finance"]], null],
	])("%j gives %s", (claim, role) => expect(roleOfGroups(GROUPS, claim)).toBe(role));

	test("is none for whatever names no group, and one of those named for whatever does", () => {
		fc.assert(
			fc.property(roleGroups, fc.anything(), (pairs, claim) => {
				const role = roleOfGroups(pairs, claim);
				const names: unknown[] = Array.isArray(claim) ? claim : [claim];
				const given = pairs.filter((pair) => names.includes(pair.group)).map((pair) => pair.role);
				expect(role === null).toBe(given.length === 0);
				if (role !== null) expect(given).toContain(role);
			}),
		);
	});

	test("does not depend on the order of groups, and falls to nobody by one group more", () => {
		fc.assert(
			fc.property(roleGroups, fc.array(group, { maxLength: 6 }), fc.nat(), (pairs, others, seed) => {
				const own = pairs.filter((_, place) => (seed >> place) % 2 === 1).map((pair) => pair.group);
				const claim = [...others, ...own];
				const role = roleOfGroups(pairs, claim);
				expect(roleOfGroups([...pairs].reverse(), [...claim].reverse())).toBe(role);
				for (const { group: more } of pairs) {
					const raised = roleOfGroups(pairs, [...claim, more]);
					expect(rankOf(raised)).toBeGreaterThanOrEqual(rankOf(role));
				}
			}),
		);
	});
});
