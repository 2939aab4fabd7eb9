/** Members as the identity provider knows them, as Kysely sees the tables. */
import type { Generated } from "kysely";
import type { OptionalText, OptionalTime, Time } from "#server/store/column-types.ts";

export interface MemberIdentityTable {
	issuer: string;
	/** The provider's own name for the person. */
	subject: string;
	member_id: string;
	linked_at: Time;
	last_seen_at: Time;
}

export interface ProviderSessionTable {
	/** Of the session, through all renewals of its id. */
	session_key: string;
	issuer: string;
	/** Sealed by the desk's session passwords. */
	id_token: string;
	proved_at: OptionalTime /** The provider's own name for its session; null: it has told none. */;
	sid: OptionalText;
}

export interface ToldSignOutTable {
	issuer: string;
	/** Of the provider's token. */
	jti: string;
	told_at: Generated<Date>;
}
