import { type DatabaseMismatch, selectMismatch } from "#server/continuity/database-mismatch.ts";
import type { Database } from "#server/store/database.ts";

/** Returns the mismatch without the fields that only workers need; null when there is none. */
export async function describeMismatch(
	database: Database,
): Promise<(Omit<DatabaseMismatch, "id" | "eventId" | "awaits" | "foundBy"> & { at: string }) | null> {
	const current = await selectMismatch(database);
	if (!current) return null;
	const { id: _id, eventId: _event, awaits: _awaits, foundBy: _finder, ...found } = current.mismatch;
	return { ...found, at: current.at.toISOString() };
}
