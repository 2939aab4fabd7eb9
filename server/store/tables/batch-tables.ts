/** The tables of batches as Kysely sees them. */
import type { ColumnType, JSONColumnType } from "kysely";
import type { RowFacts, RowFault, RowWarning } from "#lib/contracts/batch.ts";
import type { OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

export interface BatchTable {
	id: string;
	environment: string;
	name: string;
	version: ColumnType<number, number | undefined, number>;
	maker_id: string;
	idempotency_key: string;
	request_digest: string;
	created_at: Time;
	/** Null: a draft. */
	requested_at: OptionalTime;
	cancelled_at: OptionalTime;
	paused_at: OptionalTime;
	paused_by: OptionalText;
	failure_limit: ColumnType<number, number | undefined, number>;
	failures_accepted: ColumnType<number, number | undefined, number>;
	/** The batch whose rows this draft began with. */
	based_on: OptionalText;
	sent_back_by: OptionalText;
	sent_back_reason: OptionalText;
}

/** Texts as they were typed or read; empty when the row does not say. */
export interface BatchRowTable {
	batch_id: string;
	n: number;
	destination: string;
	amount: string;
	currency: string;
	operator: string;
	country: string;
	name: string;
	purpose: string;
	left_out: OptionalText;
	duplicate_reason: OptionalText;
	/** The payouts that the reason was given for. */
	duplicate_of: ColumnType<string[], string[] | undefined, string[]>;
	/** What the row would pay; null while it cannot be read. A row with faults is not paid. */
	facts: ColumnType<RowFacts | null, string | null | undefined, string | null>;
	faults: JSONColumnType<RowFault[]>;
	warnings: ColumnType<RowWarning[], string | undefined, string>;
	version: ColumnType<number, number | undefined, number>;
	/** Members other than the maker who changed it. */
	changed_by: ColumnType<string[], string[] | undefined, string[]>;
}
