import type { Statement } from "#lib/contracts/statement.ts";

/** True before the wallet's first list is complete: nothing is known of its lines, so zeros and differences are no facts. */
export function isUnlisted({ syncedAt, isComplete }: Pick<Statement, "syncedAt" | "isComplete">): boolean {
	return syncedAt === null && !isComplete;
}
