import { type Role, rolesThatMay } from "#lib/roles.ts";

export interface SaidBy {
	role: Role;
	disabled_at: Date | null;
	password_temporary: boolean;
	decides_from: Date | null;
	/** By the database's clock. */
	said_at: Date;
}

const DECIDERS = rolesThatMay("payout.decide");

/**
 * Who said it may decide now, and has kept that right since: the same question as word_counts() in the database (migration
 * 0024). Approvals and settlements are words of the same people.
 */
export function decisionCounts({ role, disabled_at, password_temporary, decides_from, said_at }: SaidBy): boolean {
	if (disabled_at !== null || password_temporary || !DECIDERS.includes(role)) return false;
	return decides_from === null || decides_from <= said_at;
}
