/** Creates the first admin's link when the desk starts without members. Only the terminal of the machine shows it, once. */
import { sql } from "kysely";
import { hashLinkToken, newLinkToken } from "#server/invitations/link-token.ts";
import { lockSetUp } from "#server/invitations/lock-set-up.ts";
import type { Database } from "#server/store/database.ts";

const IN_A_DAY = sql<Date>`now() + interval '24 hours'`;

/** Returns the token, or null when members exist. Links of earlier starts are no longer valid. */
export async function makeSetUpLink(database: Database): Promise<string | null> {
	return database.transaction().execute(async (trx) => {
		// With two starts at once, the second link is valid.
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
