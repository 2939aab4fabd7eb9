/** What people said of a payment, as Kysely sees it: approvals, and how one without an answer ended. */
import type { Generated, JSONColumnType } from "kysely";
import type { VerdictOutcome } from "#lib/payment-state.ts";
import type { OptionalTime, Time } from "#server/store/column-types.ts";

/** An approver's word, bound to what was seen. */
export interface DecisionTable {
	id: Generated<string>;
	payment_id: string;
	payment_version: number;
	member_id: string;
	verdict: "approve" | "reject";
	/** Digest of the facts decided on. */
	facts: string;
	at: Time;
	said_at: Generated<Date>;
	/** A correction undid it. */
	voided_at: OptionalTime;
}

/** A person's verdict on an unknown payment; it counts for the version it was said of. */
export interface ResolutionTable {
	id: Generated<string>;
	payment_id: string;
	payment_version: number;
	member_id: string;
	outcome: VerdictOutcome;
	/** As typed, two-decimal text: of `paid_other` what was paid, else the payment's own. */
	amount: string;
	reason: string;
	/** What the evidence panel showed at that moment. */
	evidence: JSONColumnType<object>;
	at: Time;
	said_at: Generated<Date>;
	withdrawn_at: OptionalTime;
}
