/** What PostgreSQL knows of the lines keeps up with a mirror that grows: without it, it reads a million of them to show fifty. */
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";

// Of fewer new lines it learns by itself before it matters.
const MANY_LINES = 10_000;

/**
 * `came` since this sync began, of which `counted` were there when it was last told; returns how many it knows of now. While a list
 * arrives it is told whenever the lines have doubled, and once more when all are here: by then it knows each span of time.
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
