import type { Role } from "#lib/roles.ts";

export interface ShellMember {
	id: string;
	name: string;
	email: string;
	role: Role;
}

/** "Awa Koné" gives "AK". */
export function initials(name: string): string {
	const terms = name.trim().split(/\s+/);
	const picked = terms.length > 1 ? [terms.at(0), terms.at(-1)] : [terms.at(0)];
	return picked
		.map((part) => Array.from(part ?? "")[0] ?? "")
		.join("")
		.toUpperCase();
}
