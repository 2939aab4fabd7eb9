/** The reconciliation tables, as Kysely sees them; the others are in tables.ts. */
import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { DayProof } from "#lib/contracts/reconciliation.ts";
import type { Verdict } from "#lib/line-verdicts.ts";
import type { OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

export interface ReconciliationWalletTable {
	environment: string;
	currency: string;
	books_from: OptionalTime;
	last_movement_id: string;
	proved_movement_id: ColumnType<string, string | undefined, string>;
	last_mirror_version: ColumnType<string, string | undefined, string>;
	proved_mirror_version: ColumnType<string, string | undefined, string>;
	exceptions_beyond: ColumnType<number, number | undefined, number>;
	touched_from: OptionalTime;
	touched_until: OptionalTime;
	reconciled_at: Time;
}

export interface ReconciliationExceptionTable {
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
}

/** Changes not yet reconciled; triggers write them. */
export interface ReconciliationPendingTable {
	id: Generated<string>;
	environment: string;
	currency: string;
	payment_id: OptionalText;
	reference: OptionalText;
}

export interface ReconciliationLineTable {
	movement_id: string;
	environment: string;
	currency: string;
	status: "matched" | "open" | "ambiguous" | "unexplained";
	how: "time" | "only" | "order" | "person" | null;
	payment_id: OptionalText;
	transaction_reference: OptionalText;
	group_id: OptionalText;
	changed_at: Time;
}

/** A payment that should have a line and has no certain one. */
export interface ReconciliationPaymentTable {
	payment_id: string;
	environment: string;
	currency: string;
	status: "waiting" | "missing" | "ambiguous";
	group_id: OptionalText;
	due_at: Time;
	changed_at: Time;
}

/** A person's decision on a line or a payment; the newest counts. */
export interface ReconciliationDecisionTable {
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
}

export interface BalanceProofTable {
	id: Generated<string>;
	environment: string;
	currency: string;
	/** Calendar day of the business, "2026-11-21". */
	day: string;
	status: DayProof["status"];
	proof: JSONColumnType<DayProof>;
	computed_at: Time;
}
