/** Members, invitations, sign-in and notices, as Kysely sees them. */

import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { Locale } from "#lib/contracts/member.ts";
import type { NoticeDetails, NoticeKind } from "#lib/members/notice-kinds.ts";
import type { Role } from "#lib/roles.ts";
import type { OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

export interface MemberTable {
	id: string;
	email: string;
	name: string;
	role: Role;
	password_hash: string;
	locale: OptionalText;
	theme: OptionalText;
	disabled_at: OptionalTime;
	created_at: Time;
	/** Only the database's triggers write these five. */
	version: Generated<number>;
	password_temporary: Generated<boolean>;
	password_temporary_until: OptionalTime;
	decides_from: OptionalTime;
	rights_until: OptionalTime;
	factor_expected_until: OptionalTime;
}

/** Times are the database's own. */
export interface InvitationTable {
	id: string;
	email: string;
	name: string;
	role: Role;
	locale: Locale;
	/** SHA-256 of the link's secret, hex. */
	token_hash: string;
	invited_by: string;
	invited_at: Generated<Date>;
	issued_at: Generated<Date>;
	expires_at: Generated<Date>;
	mailed_at: OptionalTime;
	ended: ColumnType<"accepted" | "revoked" | null, null | undefined, "accepted" | "revoked">;
	ended_at: OptionalTime;
}

export interface SetUpLinkTable {
	token_hash: string;
	created_at: Generated<Date>;
	expires_at: Time;
}

export interface NoticeTable {
	id: string;
	member_id: string;
	kind: NoticeKind;
	details: JSONColumnType<NoticeDetails>;
	created_at: Time;
	seen_at: OptionalTime;
}

export interface MemberIdentityTable {
	issuer: string;
	subject: string;
	member_id: string;
	linked_at: Time;
	admitted_at: ColumnType<Date | null, never, Date | null>;
}

export interface ProviderSessionTable {
	session_key: string;
	issuer: string;
	/** Encrypted with the desk's session passwords. */
	id_token: string;
	proved_at: OptionalTime;
	sid: OptionalText;
}

export interface ProviderLogoutTable {
	issuer: string;
	jti: string;
	received_at: Generated<Date>;
}

export interface SignInDelayTable {
	key: string;
	kind: "pair" | "browser" | "account" | "address";
	account: OptionalText;
	failures: number;
	blocked_until: Time;
}

export interface KnownBrowserTable {
	id: string;
	/** SHA-256 of the browser cookie's value, hex. */
	token_hash: string;
	member_id: string;
	created_at: Time;
	last_used_at: Time;
	passed_at: OptionalTime;
}

export interface SignInGuessTable {
	hour: Time;
	member_id: string;
	guesses: number;
	told: ColumnType<number, number | undefined, number>;
}
