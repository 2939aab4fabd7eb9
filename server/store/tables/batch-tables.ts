/** The tables of batches as Kysely sees them. */
import type { ColumnType, JSONColumnType } from "kysely";
import type { RowFacts, RowFault } from "#lib/contracts/batch.ts";
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
	/** What the row would pay; null while something is wrong with it. */
	facts: ColumnType<RowFacts | null, string | null | undefined, string | null>;
	faults: JSONColumnType<RowFault[]>;
}
