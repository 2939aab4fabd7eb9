/** SQL: whether the `member` of the query has a passkey or a confirmed authenticator app. */
import { sql } from "kysely";

export const memberHasFactor = sql<boolean>`(exists (select from passkey where passkey.member_id = member.id)
	or exists (select from totp where totp.member_id = member.id and totp.confirmed_at is not null))`;
