/** The tables of invitations, of the first start, and of what members are told of their own account, as Kysely sees them. */
import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { Locale } from "#lib/contracts/member.ts";
import type { NoticeDetails, NoticeKind } from "#lib/contracts/notice.ts";
import type { Role } from "#lib/roles.ts";
import type { OptionalTime, Time } from "#server/store/column-types.ts";

/** Times are the database's own. */
export interface InvitationTable {
	/** Becomes the member's. */
	id: string;
	email: string;
	name: string;
	role: Role;
	locale: Locale;
	/** SHA-256 of what the link holds, hex. */
	token_hash: string;
	invited_by: string;
	invited_at: Generated<Date>;
	issued_at: Generated<Date>;
	expires_at: Generated<Date>;
	mailed_at: OptionalTime;
	ended: ColumnType<"accepted" | "revoked" | null, null | undefined, "accepted" | "revoked">;
	/** Comes with `ended`. */
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
