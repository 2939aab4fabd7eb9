import { ROLES, type Role } from "#lib/roles.ts";

/** The closed list of notices to a member. Each kind has a text under `notices.kind` in lib/i18n, for screen and mail. */
export const NOTICE_KINDS = [
	"new_browser",
	"password_changed",
	"password_set",
	"password_removed",
	"role_changed",
	"disabled",
	"enabled",
	"passkey_added",
	"passkey_removed",
	"totp_added",
	"totp_removed",
	"totp_replaced",
	"recovery_codes_renewed",
	"recovery_code_used",
	"second_factor_reset",
	"sessions_ended",
	"invitation_accepted",
	"export_ready",
	"export_failed",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Flat facts without secrets: `by` (a name), `device`, `address`, `passkey`, `count`, `from`, `to`, `provider`, `confirmedBy`, `file`. */
export type NoticeDetails = Record<string, string>;

export function isAboutExport(kind: NoticeKind): boolean {
	return kind === "export_ready" || kind === "export_failed";
}

export function isAboutAccount(kind: NoticeKind): boolean {
	return kind !== "invitation_accepted" && !isAboutExport(kind);
}

/** True when the notice names no other person: the member acted, or somebody with the member's password. */
export function isByOwner({ kind, details }: { kind: NoticeKind; details: NoticeDetails }): boolean {
	return isAboutAccount(kind) && details.by === undefined;
}

/** Returns the values of a notice's text. `owner`: the text for the machine's owner, who has no name. */
export function noticeValues(details: NoticeDetails, roleText: (role: Role) => string, owner: string) {
	const roleOf = (text = "") => {
		const role = ROLES.find((each) => each === text);
		return role ? roleText(role) : text;
	};
	const { by, passkey = "", count = "0", file = "", from, to } = details;
	return { by: by === undefined ? "" : by || owner, passkey, count, file, from: roleOf(from), to: roleOf(to) };
}
