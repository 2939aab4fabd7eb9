/** Wallets and their mirrors, as Kysely sees them; the migrations say what columns mean. */

import type { ColumnType, Generated } from "kysely";
import type { UnreadableFault } from "#lib/contracts/movement.ts";
import type { ErrorCode } from "#lib/error-codes.ts";
import type { Optional, OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

export type QuestionKind = "balance" | "detail" | "history" | "status";

export interface WalletTables {
	balance_reading: {
		id: Generated<string>;
		environment: string;
		currency: string;
		wallet_reference: string;
		balance: string;
		updated_at: Time;
		first_fetched_at: Generated<Date>;
		fetched_at: Time;
		kept_at: ColumnType<Date, Date | undefined, never>;
	};
	/** The web program's questions to the service, which a worker asks, and their answers. The table is unlogged: a crash empties it. */
	service_question: {
		id: Generated<string>;
		environment: string;
		kind: QuestionKind;
		subject: string;
		asked_at: Generated<Date>;
		taken_at: OptionalTime;
		answer: OptionalText;
		trace: OptionalText;
	};
	movement: {
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
		missed_at: OptionalTime;
		withdrawn_at: OptionalTime;
		replaced_by: OptionalText;
		changed_in: OptionalText;
	};
	movement_sync: {
		environment: string;
		currency: string;
		started_at: Time;
		synced_at: OptionalTime;
		rows_seen: Generated<number>;
		mirror_rows: Generated<number>;
		withdrawn_rows: Generated<number>;
		version: Generated<string>;
		body_digest: OptionalText;
		began_at: OptionalTime;
		ended_at: OptionalTime;
		unreadable_lines: Generated<number>;
		last_movement_id: Generated<string>;
		may_be_cut: Generated<boolean>;
		fault: Optional<ErrorCode>;
		chunked: Generated<boolean>;
		etag: OptionalText;
		bytes_read: ColumnType<string, number | undefined, number>;
		spared_lines: Generated<number>;
		missed_lines: Generated<number>;
		days_zone: OptionalText;
		arriving_from_id: OptionalText;
		chunks: Generated<number>;
		rows_read: Generated<number>;
		rows_skipped: Generated<number>;
		compared_whole: Generated<boolean>;
	};
	movement_chunk: {
		environment: string;
		currency: string;
		digest: string;
		times: number;
		lines: number;
		unreadable: number;
		oldest: OptionalTime;
		newest: OptionalTime;
		packed: Buffer;
	};
	movement_day: {
		environment: string;
		currency: string;
		day: string;
		type: string;
		lines: number;
		amount: string;
		fee: string;
	};
	unreadable_movement: {
		environment: string;
		currency: string;
		place: number;
		field: string | null;
		fault: UnreadableFault;
		excerpt: string;
		since: Time;
	};
}
