/** The signed-in member as the frame shows them. */
import type { Role } from "#lib/roles.ts";

export interface ShellMember {
	name: string;
	email: string;
	role: Role;
}

/** "Awa Koné" gives "AK". */
export function initials(name: string): string {
	const words = name.trim().split(/\s+/);
	const picked = words.length > 1 ? [words.at(0), words.at(-1)] : [words.at(0)];
	return picked
		.map((word) => Array.from(word ?? "")[0] ?? "")
		.join("")
		.toLocaleUpperCase();
}
