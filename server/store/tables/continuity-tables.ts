/** Workers, programs, gaps, proved wallets, orphan answers and forgotten permits, as Kysely sees them; the migrations say what columns mean. */

import type { ColumnType, Generated, RawBuilder } from "kysely";
import type { OrphanResolution } from "#lib/contracts/orphan-answer.ts";
import type { WalletFinding } from "#lib/contracts/wallet-gaps.ts";
import type { ErrorCode } from "#lib/error-codes.ts";
import type { Cause } from "#lib/failure-causes.ts";
import type { PaymentKind, PaymentState } from "#lib/payment-state.ts";
import type { Optional, OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

export interface ContinuityTables {
	continuity_gap: {
		environment: string;
		currency: string;
		since: OptionalTime;
		reading_id: OptionalText;
		movement_id: OptionalText;
		cause: "start" | "pause" | "clock" | "went_back" | "restart" | "fall";
		detected_at: Time;
		event_id: string;
		tries: Generated<number>;
		retry_at: Generated<Date>;
		fault: Optional<ErrorCode>;
		finding: ColumnType<WalletFinding | null, string | null | undefined, string | null>;
		version: ColumnType<string, string | undefined, string | RawBuilder<string>>;
		taken_by: OptionalText;
		taken_at: ColumnType<Date | null, Date | null | undefined, Date | RawBuilder<Date> | null>;
	};
	proved_wallet: {
		environment: string;
		currency: string;
		reading_id: string;
		movement_id: string;
	};
	orphan_answer: {
		attempt_id: string;
		environment: string;
		payment_id: string;
		worker_id: string;
		state: PaymentState;
		reference: OptionalText;
		hint_reference: OptionalText;
		service_status: OptionalText;
		http_status: Optional<number>;
		cause: Optional<Cause>;
		words: OptionalText;
		excerpt: OptionalText;
		answered_at: Time;
		kept_at: Time;
		resolved_at: OptionalTime;
		resolved_by: OptionalText;
		resolution: ColumnType<OrphanResolution | null, undefined, OrphanResolution | null>;
		reason: OptionalText;
	};
	worker: {
		id: string;
		started_at: Time;
		seen_at: Time;
		reading_id: OptionalText;
		movement_id: OptionalText;
		knows_database: Generated<boolean>;
		places: Generated<string[]>;
		reported: OptionalText;
		found: OptionalText;
	};
	program: {
		id: string;
		kind: "web" | "worker";
		machine: string;
		version: string;
		/** Sorted, with commas between. */
		currencies: string;
		session_password: string;
		started_at: Time;
		seen_at: Time;
	};
	forgotten_permit: {
		attempt_id: string;
		payment_id: string;
		kind: PaymentKind;
		amount: string;
		currency: string;
		phone_number: string;
		environment: string;
		worker_id: string;
		sent_at: Time;
		permitted_at: Time;
		found_at: Time;
		closed_at: OptionalTime;
		closed_by: OptionalText;
		reason: OptionalText;
	};
}
