/** The tables of what guards the sign-in: delays, known browsers, counts of guesses. */
import type { ColumnType } from "kysely";
import type { OptionalText, Time } from "#server/store/column-types.ts";

export interface SignInDelayTable {
	/** Digest of whom it delays. */
	key: string;
	kind: "pair" | "browser" | "account" | "address";
	/** Digest of the e-mail, where it is about one account. */
	account: OptionalText;
	failures: number;
	blocked_until: Time;
}

export interface KnownBrowserTable {
	/** Names this browser of this member for good; the token is a new one at each sign-in. */
	id: string;
	/** SHA-256 of what the browser's cookie holds, hex. */
	token_hash: string;
	member_id: string;
	created_at: Time;
	last_used_at: Time;
}

export interface SignInGuessTable {
	/** The beginning of the hour. */
	hour: Time;
	/** Empty: e-mails that no member has. */
	member_id: string;
	guesses: number;
	/** So many of them are in the record. */
	told: ColumnType<number, number | undefined, number>;
}
