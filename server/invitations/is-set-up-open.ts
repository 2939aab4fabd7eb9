/** Creates the first admin's link when the desk starts without members. Only the terminal of the machine shows it, once. */
import { sql } from "kysely";
import { linkTokenSchema } from "#lib/contracts/invitation.ts";
import { hashLinkToken, newLinkToken } from "#server/invitations/send-link.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** True when the link can create the first admin: it comes from the latest start, is less than a day old, and no member exists yet. */
export async function isSetUpOpen(database: Database, token: string): Promise<boolean> {
	if (!linkTokenSchema.safeParse(token).success) return false;
	const row = await database
		.selectFrom("set_up_link")
		.select("token_hash")
		.where("token_hash", "=", hashLinkToken(token))
		.where("expires_at", ">", sql<Date>`now()`)
		.where(({ not, exists, selectFrom }) => not(exists(selectFrom("member").select("id"))))
		.executeTakeFirst();
	return row !== undefined;
}

const IN_A_DAY = sql<Date>`now() + interval '24 hours'`;

/** Returns the token, or null when members exist. Links of earlier starts are no longer valid. */
export async function makeSetUpLink(database: Database): Promise<string | null> {
	return database.transaction().execute(async (trx) => {
		// If two programs start at once, the second deletes the link of the first.
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

/** Serialises the creation of the first member and of the set-up link. */
export async function lockSetUp(trx: DatabaseTransaction): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended('set_up_link', 0))`.execute(trx);
}
