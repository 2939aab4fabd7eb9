/** Keeps PostgreSQL's statistics current while a mirror grows: otherwise it reads a million lines to show fifty. */
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";

// Below this, PostgreSQL's automatic statistics suffice.
const MANY_LINES = 10_000;

/**
 * `came` since this sync began, `counted` at the last update; returns the lines that the statistics now cover. While a list
 * arrives, updates at each doubling and at the end, so that they cover each period.
 */
export async function countLines(
	connection: Database,
	{ came, counted, isWhole }: { came: number; counted: number; isWhole: boolean },
): Promise<number> {
	const enough = isWhole ? counted + 1 : 2 * counted;
	if (came < MANY_LINES || came < enough) return counted;
	await sql`select analyze_movement()`.execute(connection);
	return came;
}
