/** SQL: whether the query's `member` has a second factor that counts. */
import { sql } from "kysely";

export const memberHasFactor = sql<boolean>`(exists (select from passkey where passkey.member_id = member.id)
	or exists (select from totp where totp.member_id = member.id and totp.confirmed_at is not null))`;
