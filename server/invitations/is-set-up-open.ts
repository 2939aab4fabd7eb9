import { sql } from "kysely";
import { linkTokenSchema } from "#lib/contracts/invitation.ts";
import { hashLinkToken } from "#server/invitations/link-token.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Tells whether the link can create the first admin: issued by the last start, unused, not too old. Changes nothing. */
export async function isSetUpOpen(database: Database | DatabaseTransaction, token: string): Promise<boolean> {
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
