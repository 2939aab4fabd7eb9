/** At a start without members: a link for the first admin, told to the terminal once. For the machine's owner alone. */
import { sql } from "kysely";
import { hashLinkToken, newLinkToken } from "#server/invitations/link-token.ts";
import { lockSetUp } from "#server/invitations/lock-set-up.ts";
import type { Database } from "#server/store/database.ts";

const IN_A_DAY = sql<Date>`now() + interval '24 hours'`;

/** The token; null where there are members. A link of an earlier start opens nothing any more. */
export async function makeSetUpLink(database: Database): Promise<string | null> {
	return database.transaction().execute(async (trx) => {
		// Two starts at once: the second one's link counts.
		await lockSetUp(trx);
		await trx.deleteFrom("set_up_link").execute();
		const member = await trx.selectFrom("member").select("id").limit(1).executeTakeFirst();
		if (member) return null;
		const token = newLinkToken();
		await trx
			.insertInto("set_up_link")
			.values({ token_hash: hashLinkToken(token), expires_at: IN_A_DAY })
			.execute();
		return token;
	});
}
