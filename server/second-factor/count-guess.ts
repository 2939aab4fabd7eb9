/** Delays guesses at codes as at passwords, with a separate count. */
import { sql } from "kysely";
import {
	type Attempt,
	codesOf,
	countFailure,
	forgiveFailures,
	requireNoDelay,
} from "#server/access/guard/sign-in-delay.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export interface Guesser {
	memberId: string;
	/** Guesses delay only their source: a signed-in session, a browser where the member passed before, or all others together. */
	guesser: string;
}

/** Counts before the answer is checked, so that parallel guesses cannot pass together. Throws `too_many_attempts`. */
export async function countGuess(database: Database, now: Date, guesser: Guesser): Promise<void> {
	const attempt = attemptOf(guesser);
	await database.transaction().execute(async (trx) => {
		await sql`select pg_advisory_xact_lock(hashtextextended(${attempt.browser}, 0))`.execute(trx);
		await requireNoDelay(trx, now, attempt);
		await countFailure(trx, now, attempt);
	});
}

export function forgiveGuess(trx: DatabaseTransaction, guesser: Guesser): Promise<void> {
	return forgiveFailures(trx, attemptOf(guesser));
}

function attemptOf({ memberId, guesser }: Guesser): Attempt {
	return { email: codesOf(memberId), address: "", browser: `second factor:${guesser}` };
}
