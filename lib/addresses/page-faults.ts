/** The digest of an error that a page throws: the only part of such an error that Next sends to the browser. */

export const DATABASE_AWAY = "database_away";

export function isDatabaseAwayPage(error: unknown): boolean {
	return typeof error === "object" && error !== null && "digest" in error && error.digest === DATABASE_AWAY;
}
