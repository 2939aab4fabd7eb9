/** The kinds of notices, and which of them concern an export or the reader's account. */

/** Closed list: each kind has a text under `notices.kind` in lib/i18n, for screen and mail. */
export const NOTICE_KINDS = [
	"new_browser",
	"password_changed",
	"password_set",
	"role_changed",
	"disabled",
	"enabled",
	"passkey_added",
	"passkey_removed",
	"totp_added",
	"totp_removed",
	"recovery_codes_renewed",
	"recovery_code_used",
	"second_factor_reset",
	"sessions_ended",
	"invitation_accepted",
	"export_ready",
	"export_failed",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Flat facts without secrets: `by` (a member's name), `browser`, `system`, `address`, `passkey`, `from`, `to`, `name`, `file`. */
export type NoticeDetails = Record<string, string>;

/** True for a notice about a file that the reader exported. */
export function isAboutExport(kind: NoticeKind): boolean {
	return kind === "export_ready" || kind === "export_failed";
}

/** True when the reader's own account is affected. */
export function isAboutAccount(kind: NoticeKind): boolean {
	return kind !== "invitation_accepted" && !isAboutExport(kind);
}
