/** What people leave behind and nobody needs any more goes after its term: sessions with their browsers, look-ups, and notices that were seen. */
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";

/** After its end: long enough to ask what a colleague's browser did last month. The record keeps sign-ins for good. */
const SESSION_KEPT_DAYS = 30;
/** The list of one's own shows the newest; what was looked up a quarter ago is looked up anew. */
const LOOKUP_KEPT_DAYS = 90;
/** Who has seen it needs it no more; the record tells what happened for good. */
const NOTICE_KEPT_DAYS = 90;
/** No session lives longer than twelve hours (session-limits.ts), ended or not. */
const LONGEST_SESSION = "12 hours";

/** By the database's clock. Gives how many rows went. */
export async function forgetTraces(database: Database): Promise<number> {
	const before = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
	const results = [
		await database
			.deleteFrom("session")
			.where(sql<Date>`coalesce(ended_at, created_at + ${LONGEST_SESSION}::interval)`, "<", before(SESSION_KEPT_DAYS))
			.executeTakeFirst(),
		await database.deleteFrom("lookup").where("looked_up_at", "<", before(LOOKUP_KEPT_DAYS)).executeTakeFirst(),
		await database.deleteFrom("notice").where("seen_at", "<", before(NOTICE_KEPT_DAYS)).executeTakeFirst(),
	];
	return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}
