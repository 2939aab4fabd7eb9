/** The tables of the wallet and of its mirror as Kysely sees them; the others are in tables.ts. */
import type { ColumnType, Generated } from "kysely";
import type { UnreadableFault } from "#lib/contracts/movement.ts";
import type { OptionalErrorCode, OptionalText, OptionalTime, Time } from "#server/store/column-types.ts";

export interface WalletLookTable {
	id: Generated<string>;
	environment: string;
	currency: string;
	wallet_reference: string;
	balance: string;
	updated_at: Time;
	/** The same words were read from here … */
	first_fetched_at: ColumnType<Date, Date | undefined, Date>;
	/** … to here. */
	fetched_at: Time;
	/** First written, by the database's clock. */
	kept_at: ColumnType<Date, Date | undefined, never>;
}

/** Unlogged: what people who look at once share of their question to the service. */
export interface BalanceQuestionTable {
	environment: string;
	currency: string;
	asked_at: OptionalTime;
	answers: Generated<string>;
	/** The newest look held still … */
	look_id: OptionalText;
	/** … at this time, though it was not kept anew. */
	held_at: OptionalTime;
}

export interface MovementTable {
	id: Generated<string>;
	environment: string;
	currency: string;
	type: string;
	amount: string;
	fee: string;
	created_at: Time;
	/** 1 for the first of identical lines, 2 for the second …: the mirror is a multiset. */
	occurrence: number;
	first_seen_at: Time;
	/** The service lists it no more, though it lists older ones; null: it stands. */
	withdrawn_at: OptionalTime;
	/** The line that came in its place: same time and amount, another fee or type. */
	replaced_by: OptionalText;
	/** The version of the mirror in which it was last withdrawn or came back. */
	changed_in: OptionalText;
}

/** The first lines of the last answer that could not be read. */
export interface UnreadableMovementTable {
	environment: string;
	currency: string;
	/** In the service's array, 1 for the first. */
	place: number;
	/** Null: the line as a whole. */
	field: string | null;
	fault: UnreadableFault;
	excerpt: string;
	since: Time;
}

export interface MovementSyncTable {
	environment: string;
	currency: string;
	started_at: Time;
	synced_at: OptionalTime;
	rows_seen: ColumnType<number, number | undefined, number>;
	/** Rows that stand; those that were withdrawn are counted beside them. */
	mirror_rows: ColumnType<number, number | undefined, number>;
	withdrawn_rows: ColumnType<number, number | undefined, number>;
	/** One more each time that a line came, went or came back. */
	version: ColumnType<string, string | undefined, string>;
	/** Of the body that made this mirror. */
	body_digest: OptionalText;
	/** By the database's clock: the last sync that ended well. */
	began_at: OptionalTime;
	ended_at: OptionalTime;
	unreadable_lines: ColumnType<number, number | undefined, number>;
	/** The newest id of the mirror at the last merge. */
	last_movement_id: ColumnType<string, string | undefined, string>;
	may_be_cut: ColumnType<boolean, boolean | undefined, boolean>;
	fault: OptionalErrorCode;
	/** `movement_chunk` is what the mirror is level with. */
	chunked: ColumnType<boolean, boolean | undefined, boolean>;
	/** Lines that stand although they are not listed: they may be among those that cannot be read. */
	spared_lines: ColumnType<number, number | undefined, number>;
	/** Whose days `movement_day` sums; null: it is not kept. */
	days_zone: OptionalText;
	/** Of a first list that is still arriving: its first line. */
	arriving_from_id: OptionalText;
	/** Of the last answer: chunks, rows that were read, rows that were known, and whether all were compared. */
	chunks: ColumnType<number, number | undefined, number>;
	rows_read: ColumnType<number, number | undefined, number>;
	rows_skipped: ColumnType<number, number | undefined, number>;
	compared_whole: ColumnType<boolean, boolean | undefined, boolean>;
}

/** A stretch of the array that a mirror is level with. */
export interface MovementChunkTable {
	environment: string;
	currency: string;
	/** Of its bytes and how they are read. */
	digest: string;
	/** How often the array holds it. */
	times: number;
	lines: number;
	unreadable: number;
	oldest: OptionalTime;
	newest: OptionalTime;
	packed: Buffer;
}

/** What stands, by calendar day of the business and type. */
export interface MovementDayTable {
	environment: string;
	currency: string;
	day: string;
	type: string;
	lines: number;
	amount: string;
	fee: string;
}
