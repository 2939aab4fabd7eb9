/** Reconciliation and statements, as Kysely sees them; the migrations say what columns mean. */

import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { DayProof } from "#lib/contracts/reconciliation.ts";
import type { Verdict } from "#lib/line-verdicts.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

export interface ReconciliationTables {
	/** Receipts and statements that left the desk. */
	issued_paper: {
		code: string;
		kind: `${"receipt" | "open"}.${PaymentKind}` | "statement";
		subject: string;
		digest: string;
		/** "2026-11-24" */
		day: string;
		issued_at: Time;
		issued_by: string;
	};
	/** Only triggers write these rows. */
	movement_operator_day: {
		environment: string;
		currency: string;
		day: string;
		operator: string;
		type: string;
		lines: number;
		amount: string;
		fee: string;
	};
	statement_closing: {
		id: Generated<string>;
		environment: string;
		currency: string;
		/** "2026-10" */
		month: string;
		version: number;
		since: Time;
		until: Time;
		/** JSON text of the figures. */
		figures: string;
		digest: string;
		accounts: JSONColumnType<object>;
		proposed_by: string;
		proposed_at: ColumnType<Date, Date | undefined, never>;
		confirmed_by: OptionalText;
		confirmed_at: OptionalTime;
		ended_by: OptionalText;
		ended_at: OptionalTime;
	};
	statement_closing_page: {
		closing_id: string;
		place: number;
		/** JSON text of lines. */
		lines: string;
	};
	/** Only triggers write these rows. */
	statement_late_line: {
		closing_id: string;
		movement_id: string;
		change: number;
		noted_at: Generated<Date>;
	};
	reconciliation_wallet: {
		environment: string;
		currency: string;
		books_from: OptionalTime;
		last_movement_id: string;
		proved_movement_id: Generated<string>;
		last_mirror_version: Generated<string>;
		proved_mirror_version: Generated<string>;
		exceptions_beyond: Generated<number>;
		touched_from: OptionalTime;
		touched_until: OptionalTime;
		reconciled_at: Time;
	};
	reconciliation_exception: {
		environment: string;
		currency: string;
		digest: string;
		alarm: boolean;
		at: Time;
		since: Time;
		until: Time;
		surplus: string;
		waits: boolean;
		told: JSONColumnType<object>;
	};
	/** Payments and references that changed since the last reconciliation; triggers write the rows. */
	reconciliation_pending: {
		id: Generated<string>;
		environment: string;
		currency: string;
		payment_id: OptionalText;
		reference: OptionalText;
	};
	reconciliation_line: {
		movement_id: string;
		environment: string;
		currency: string;
		status: "matched" | "open" | "ambiguous" | "unexplained";
		how: "time" | "only" | "order" | "person" | null;
		payment_id: OptionalText;
		transaction_reference: OptionalText;
		group_id: OptionalText;
		changed_at: Time;
	};
	reconciliation_payment: {
		payment_id: string;
		environment: string;
		currency: string;
		status: "waiting" | "missing" | "ambiguous";
		group_id: OptionalText;
		due_at: Time;
		changed_at: Time;
	};
	reconciliation_decision: {
		id: Generated<string>;
		environment: string;
		currency: string;
		movement_id: OptionalText;
		payment_id: OptionalText;
		verdict: Verdict;
		reference: OptionalText;
		reason: string;
		member_id: string;
		at: Time;
		recorded_at: Generated<Date>;
		awaits_second: Generated<boolean>;
	};
	balance_proof: {
		id: Generated<string>;
		environment: string;
		currency: string;
		/** Calendar day of the business, "2026-11-21". */
		day: string;
		status: DayProof["status"];
		proof: JSONColumnType<DayProof>;
		computed_at: Time;
	};
}
