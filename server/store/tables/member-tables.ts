/** Members, invitations, sign-in, notices, their exports and views of lists, as Kysely sees them; the migrations say what columns mean. */

import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { ExportState } from "#lib/contracts/background-export.ts";
import type { Locale, ThemeChoice } from "#lib/i18n/choose-locale.ts";
import type { Density, ListName, PageSize } from "#lib/lists/list-columns.ts";
import type { NoticeDetails, NoticeKind } from "#lib/members/notice-kinds.ts";
import type { Role } from "#lib/roles.ts";
import type { Optional, OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

export interface MemberTables {
	member: {
		id: string;
		email: string;
		name: string;
		role: Role;
		password_hash: string;
		locale: Optional<Locale>;
		theme: Optional<ThemeChoice>;
		disabled_at: OptionalTime;
		created_at: Time;
		version: Generated<number>;
		password_temporary: Generated<boolean>;
		password_temporary_until: OptionalTime;
		decides_from: OptionalTime;
		rights_until: OptionalTime;
		factor_expected_until: OptionalTime;
	};
	sign_in_delay: {
		key: string;
		kind: "pair" | "browser" | "account" | "address";
		account: OptionalText;
		failures: number;
		blocked_until: Time;
	};
	known_browser: {
		id: string;
		/** SHA-256 of the browser cookie's value, hex. */
		token_hash: string;
		member_id: string;
		created_at: Time;
		last_used_at: Time;
		passed_at: OptionalTime;
	};
	sign_in_guess: {
		hour: Time;
		member_id: string;
		guesses: number;
		told: Generated<number>;
	};
	/** Times are the database's own. */
	invitation: {
		id: string;
		email: string;
		name: string;
		role: Role;
		locale: Locale;
		token_hash: string;
		invited_by: string;
		invited_at: Generated<Date>;
		issued_at: Generated<Date>;
		expires_at: Generated<Date>;
		mailed_at: OptionalTime;
		ended: ColumnType<"accepted" | "revoked" | null, null | undefined, "accepted" | "revoked">;
		ended_at: OptionalTime;
	};
	set_up_link: {
		token_hash: string;
		created_at: Generated<Date>;
		expires_at: Time;
	};
	notice: {
		id: string;
		member_id: string;
		kind: NoticeKind;
		details: JSONColumnType<NoticeDetails>;
		created_at: Time;
		seen_at: OptionalTime;
	};
	member_identity: {
		issuer: string;
		subject: string;
		member_id: string;
		linked_at: Time;
		admitted_at: ColumnType<Date | null, never, Date | null>;
	};
	provider_session: {
		session_key: string;
		issuer: string;
		id_token: string;
		proved_at: OptionalTime;
		sid: OptionalText;
	};
	provider_logout: {
		issuer: string;
		jti: string;
		received_at: Generated<Date>;
	};
	background_export: {
		id: string;
		member_id: string;
		address: string;
		state: ExportState;
		tries: Generated<number>;
		file_name: string | null;
		content_type: string | null;
		rows_written: Generated<string>;
		total_rows: string | null;
		bytes: Generated<string>;
		requested_at: Date;
		progressed_at: Generated<Date>;
		finished_at: Date | null;
		kept_until: Date | null;
	};
	background_export_part: {
		export_id: string;
		place: number;
		bytes: Buffer;
	};
	list_layout: {
		member_id: string;
		list: ListName;
		columns: string[] | null;
		density: Density;
		rows: PageSize;
	};
	list_view: MemberTables["list_layout"] & {
		id: string;
		name: string;
		shared: boolean;
		query: string;
		saved_at: Date;
	};
}
