/** Decisions of people about payments, as Kysely sees them: approvals, and outcomes of payments without an answer. */
import type { Generated, JSONColumnType } from "kysely";
import type { VerdictOutcome } from "#lib/payment-state.ts";
import type { OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

/** An approver's decision, bound to the facts shown. */
export interface DecisionTable {
	id: Generated<string>;
	payment_id: string;
	payment_version: number;
	member_id: string;
	verdict: "approve" | "reject";
	facts: string;
	at: Time;
	recorded_at: Generated<Date>;
	voided_at: OptionalTime;
	step_up_id: OptionalText;
}

/** A person's decision on an unknown payment; it counts for its version. */
export interface ResolutionTable {
	id: Generated<string>;
	payment_id: string;
	payment_version: number;
	member_id: string;
	outcome: VerdictOutcome;
	/** Two-decimal text as typed: the amount paid for `paid_other`, else the payment's own. */
	amount: string;
	reason: string;
	evidence: JSONColumnType<object>;
	at: Time;
	recorded_at: Generated<Date>;
	withdrawn_at: OptionalTime;
}
