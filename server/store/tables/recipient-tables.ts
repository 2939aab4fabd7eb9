/** The tables of the book as Kysely sees them. */
import type { ColumnType, GeneratedAlways } from "kysely";
import type { OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

export interface RecipientTable {
	id: string;
	version: ColumnType<number, number | undefined, number>;
	name: string;
	/** Without capitals and accents. */
	sort_name: GeneratedAlways<string>;
	/** E.164; one recipient for each. */
	number: string;
	operator: OptionalText;
	country: string;
	purpose: OptionalText;
	reference: OptionalText;
	note: OptionalText;
	groups: ColumnType<string[], string[] | undefined, string[]>;
	words: GeneratedAlways<string>;
	/** Null: it is the number that the recipient was added with. */
	number_changed_at: OptionalTime;
	earlier_number: OptionalText;
	idempotency_key: OptionalText;
	request_digest: OptionalText;
	created_at: Time;
	created_by: string;
	archived_at: OptionalTime;
	merged_into: OptionalText;
}

/** No payout leaves for it. */
export interface BlockedNumberTable {
	number: string;
	reason: string;
	at: Time;
	member_id: string;
}
