/** The tables of the reconciliation as Kysely sees them; the others are in tables.ts. */
import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { DayProof, Verdict } from "#lib/contracts/reconciliation.ts";
import type { OptionalText, OptionalTime, Time } from "#server/store/column-types.ts";

/** How far the reconciliation of a wallet has come. */
export interface ReconciliationWalletTable {
	environment: string;
	currency: string;
	books_from: OptionalTime;
	last_movement_id: string;
	proved_movement_id: ColumnType<string, string | undefined, string>;
	/** Up to which version of the mirror withdrawn and returned lines are matched, and are in the proofs kept. */
	last_mirror_version: ColumnType<string, string | undefined, string>;
	proved_mirror_version: ColumnType<string, string | undefined, string>;
	/** Unexplained deposits that are not told one by one. */
	findings_beyond: ColumnType<number, number | undefined, number>;
	/** When something changed that kept proofs may rest on; null when they were looked at since. */
	touched_from: OptionalTime;
	touched_until: OptionalTime;
	reconciled_at: Time;
}

/** What the machine could not tell, as of the last reconciliation. */
export interface ReconciliationFindingTable {
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

/** What changed and has not been reconciled; written by triggers. */
export interface ReconciliationPendingTable {
	id: Generated<string>;
	environment: string;
	currency: string;
	payment_id: OptionalText;
	reference: OptionalText;
}

/** The machine's word on a line of the mirror. */
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

/** A payment that is owed a line and has none for certain. */
export interface ReconciliationPaymentTable {
	payment_id: string;
	environment: string;
	currency: string;
	status: "waiting" | "missing" | "ambiguous";
	group_id: OptionalText;
	due_at: Time;
	changed_at: Time;
}

/** A person's verdict on a line or on a payment; the newest counts. */
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
