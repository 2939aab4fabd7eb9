/** What a page that threw may say of why: the digest of its error, all that reaches the browser. */

/** The database does not answer: the page asks again by itself. */
export const DATABASE_AWAY = "database_away";

/** Of what an error boundary was given. */
export function isDatabaseAwayPage(error: unknown): boolean {
	return typeof error === "object" && error !== null && "digest" in error && error.digest === DATABASE_AWAY;
}
