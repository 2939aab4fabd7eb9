/** Members as the identity provider knows them, as Kysely sees the tables. */
import type { OptionalTime, Time } from "#server/store/column-types.ts";

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
	proved_at: OptionalTime;
}
