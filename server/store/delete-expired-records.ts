/** Deletes personal records after their retention: sessions with their browsers, proofs of second factors, look-ups, seen notices, and files of exports. */
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";

/** This is long enough to look up the browsers of last month; the audit log keeps sign-ins permanently. */
const SESSION_KEPT_DAYS = 30;
const STEP_UP_KEPT_DAYS = 30;
const LOOKUP_KEPT_DAYS = 90;
const NOTICE_KEPT_DAYS = 90;
/** A session that nobody ends lasts twelve hours at most (session-limits.ts). */
const LONGEST_SESSION = "12 hours";

/** Returns the number of deleted rows. */
export async function deleteExpiredRecords(database: Database): Promise<number> {
	const before = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
	const results = [
		await database
			.deleteFrom("session")
			.where(sql<Date>`coalesce(ended_at, created_at + ${LONGEST_SESSION}::interval)`, "<", before(SESSION_KEPT_DAYS))
			.executeTakeFirst(),
		// The audit log records who proved what. A row whose signature belongs to an approval stays.
		await database
			.deleteFrom("step_up")
			.where(({ not, exists, selectFrom }) =>
				not(exists(selectFrom("decision").select("id").whereRef("step_up_id", "=", "step_up.id"))),
			)
			.where("created_at", "<", before(STEP_UP_KEPT_DAYS))
			.executeTakeFirst(),
		await database.deleteFrom("lookup").where("looked_up_at", "<", before(LOOKUP_KEPT_DAYS)).executeTakeFirst(),
		await database.deleteFrom("background_export").where("kept_until", "<", sql<Date>`now()`).executeTakeFirst(),
		await database.deleteFrom("notice").where("seen_at", "<", before(NOTICE_KEPT_DAYS)).executeTakeFirst(),
	];
	return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}
