/** Batches and the book of recipients, as Kysely sees them; the migrations say what columns mean. */

import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { RowFacts, RowFault, RowWarning } from "#lib/contracts/batch.ts";
import type { OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

export interface BatchTables {
	batch: {
		id: string;
		environment: string;
		name: string;
		version: Generated<number>;
		maker_id: string;
		idempotency_key: string;
		request_digest: string;
		created_at: Time;
		requested_at: OptionalTime;
		cancelled_at: OptionalTime;
		paused_at: OptionalTime;
		paused_by: OptionalText;
		failure_limit: Generated<number>;
		failures_accepted: Generated<number>;
		based_on: OptionalText;
		sent_back_by: OptionalText;
		sent_back_reason: OptionalText;
	};
	/** Texts of cells are as typed or as in the file; empty where the row has no such cell. */
	batch_row: {
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
		duplicate_of: Generated<string[]>;
		facts: ColumnType<RowFacts | null, string | null | undefined, string | null>;
		faults: JSONColumnType<RowFault[]>;
		warnings: ColumnType<RowWarning[], string | undefined, string>;
		version: Generated<number>;
		changed_by: Generated<string[]>;
		retry_of: OptionalText;
	};
	recipient: {
		id: string;
		version: Generated<number>;
		name: string;
		sort_name: GeneratedAlways<string>;
		number: string;
		operator: OptionalText;
		country: string;
		purpose: OptionalText;
		reference: OptionalText;
		note: OptionalText;
		groups: Generated<string[]>;
		words: GeneratedAlways<string>;
		number_changed_at: OptionalTime;
		earlier_number: OptionalText;
		idempotency_key: OptionalText;
		request_digest: OptionalText;
		created_at: Time;
		created_by: string;
		archived_at: OptionalTime;
		merged_into: OptionalText;
	};
	blocked_number: {
		number: string;
		reason: string;
		at: Time;
		member_id: string;
	};
}
