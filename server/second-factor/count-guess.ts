/** Guessing a code gets slower and slower, as guessing a password does; by account, beside the password's own count. */
import { sql } from "kysely";
import { type Attempt, countFailure, demandNoDelay, forgiveFailures } from "#server/access/guard/sign-in-delay.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Before the answer is looked at, so that many at once cannot slip through together. Throws `too_many_attempts`. */
export async function countGuess(database: Database, now: Date, memberId: string): Promise<void> {
	const attempt = attemptOf(memberId);
	await database.transaction().execute(async (trx) => {
		await sql`select pg_advisory_xact_lock(hashtextextended(${attempt.browser}, 0))`.execute(trx);
		await demandNoDelay(trx, now, attempt);
		await countFailure(trx, now, attempt);
	});
}

/** It was right: counting starts anew. */
export function forgiveGuess(trx: DatabaseTransaction, memberId: string): Promise<void> {
	return forgiveFailures(trx, attemptOf(memberId));
}

/** Counted wherever it comes from: the second step is asked of nobody who has not typed the password. */
function attemptOf(memberId: string): Attempt {
	return { email: `second factor of ${memberId}`, address: "", browser: `second factor:${memberId}` };
}
