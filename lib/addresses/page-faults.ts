/** The digest of a page's error: the only part of it that reaches the browser. */

/** The database does not answer; the page retries by itself. */
export const DATABASE_AWAY = "database_away";

export function isDatabaseAwayPage(error: unknown): boolean {
	return typeof error === "object" && error !== null && "digest" in error && error.digest === DATABASE_AWAY;
}
