import { ROLES, type Role } from "#lib/roles.ts";
import { typedText } from "#lib/text/typed-text.ts";

export interface RoleGroup {
	role: Role;
	group: string;
}

/** Reads `admin=cauri-admins,approver=finance`. Several groups may give one role. Null if the text is empty or not of this form. */
export function readRoleGroups(text: string): RoleGroup[] | null {
	const pairs = text
		.split(",")
		.map(typedText)
		.filter(Boolean)
		.map((pair) => /^(\w+)\s*=\s*(.+)$/.exec(pair));
	const read = pairs.map((pair) => ({ role: ROLES.find((role) => role === pair?.[1]), group: pair?.[2] ?? "" }));
	const roleGroups = read.flatMap(({ role, group }) => (role && group ? [{ role, group }] : []));
	return roleGroups.length === read.length && read.length > 0 ? roleGroups : null;
}

/**
 * `claim`: the groups that the provider sent, a list of names or one name. Returns the last role in ROLES that one of them gives; null
 * when none gives a role.
 */
export function roleOfGroups(roleGroups: readonly RoleGroup[], claim: unknown): Role | null {
	const names = new Set<unknown>(Array.isArray(claim) ? claim : [claim]);
	const given = new Set(roleGroups.filter(({ group }) => names.has(group)).map(({ role }) => role));
	return ROLES.findLast((role) => given.has(role)) ?? null;
}
