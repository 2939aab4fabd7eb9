/** The tables as Kysely sees them; the migrations say what columns mean. Amounts are decimal text (`numeric`), times are Date. */

import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { ChangeKind } from "#lib/change-kinds.ts";
import type { ChangeState, ChangeValues } from "#lib/contracts/change-request.ts";
import type { EventDetails, PaymentEventKey } from "#lib/contracts/payment-event.ts";
import type { OwnWait, WaitKind } from "#lib/contracts/payout-wait.ts";
import type { ObservationKind, ServiceEndpoint } from "#lib/contracts/service-record.ts";
import type { Cause } from "#lib/failure-causes.ts";
import type { ImportState } from "#lib/imports/import-states.ts";
import type { PaymentKind, PaymentState, VerdictOutcome } from "#lib/payment-state.ts";
import type { Flow } from "#lib/payments/flows.ts";
import type { BatchTables } from "#server/store/tables/batch-tables.ts";
import type { Optional, OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";
import type { ContinuityTables } from "#server/store/tables/continuity-tables.ts";
import type { MemberTables } from "#server/store/tables/member-tables.ts";
import type { ReconciliationTables } from "#server/store/tables/reconciliation-tables.ts";
import type { SecondFactorTables } from "#server/store/tables/second-factor-tables.ts";
import type { WalletTables } from "#server/store/tables/wallet-tables.ts";

export interface Tables
	extends BatchTables,
		ContinuityTables,
		WalletTables,
		MemberTables,
		ReconciliationTables,
		SecondFactorTables {
	observation: {
		kind: ObservationKind;
		endpoint: ServiceEndpoint;
		value: string;
		count: ColumnType<string, number | string, number | string>;
		first_at: Time;
		last_at: Time;
		max_ms: Optional<number>;
		example: OptionalText;
	};
	payment: {
		id: string;
		kind: PaymentKind;
		state: PaymentState;
		version: Generated<number>;
		environment: string;
		amount: string;
		currency: string;
		operator: string;
		operator_name: string;
		flow: Optional<Flow>;
		country: string;
		/** E.164: the payer of a deposit, the recipient of a payout. */
		phone_number: string;
		note: OptionalText;
		metadata: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
		idempotency_key: string;
		request_digest: string;
		maker_id: string;
		approver_id: OptionalText;
		/** Digest of the approved facts. */
		approved_facts: OptionalText;
		duplicate_of: ColumnType<string[] | null, string | null | undefined, string | null>;
		duplicate_reason: OptionalText;
		duplicate_by: OptionalText;
		highest_amount: OptionalText;
		reference: OptionalText;
		/** The service's id, which may repeat the one that a deposit's request sent; ours until the answer. */
		opaque_id: string;
		service_status: OptionalText;
		service_amount: OptionalText;
		service_currency: OptionalText;
		failure_reason: OptionalText;
		paid_amount: OptionalText;
		payment_url: OptionalText;
		qr_code: OptionalText;
		/** The reason for a missing or unusable answer, in refused, not_sent, unknown and needs_review; else null. */
		failure_cause: Optional<Cause>;
		check_cause: Optional<Cause>;
		check_words: OptionalText;
		hint_reference: OptionalText;
		late: Generated<boolean>;
		created_at: Time;
		/** When the permit was taken, before anything left; also set for a payment that ended `not_sent`. */
		sent_at: OptionalTime;
		processed_at: OptionalTime;
		/** Deadline for the POST's answer, by the desk's clock; the attempt has the same deadline by the database's clock. */
		send_deadline: OptionalTime;
		payer_deadline: OptionalTime;
		/** Set for a payment that may have left by a permit of a lost database: when the mismatch was acknowledged, by the database's clock. */
		may_have_left_until: OptionalTime;
		/** An approved payout is not tried again before this time; `waits_for` says why. */
		waits_until: OptionalTime;
		waits_for: Optional<OwnWait>;
		last_checked_at: OptionalTime;
		asked_at: OptionalTime;
		next_check_at: OptionalTime;
		checks: Generated<number>;
		final_at: OptionalTime;
		service_sent_at: OptionalTime;
		/** The creation time that the service gives for the transaction of our POST; not verified. */
		service_created_at: OptionalTime;
		/** The name at the time of the request; null when nobody named the recipient. */
		recipient_name: OptionalText;
		batch_id: OptionalText;
		batch_row: Optional<number>;
		has_failed: Generated<boolean>;
	};
	attempt: {
		id: string;
		/** Unique: one attempt, so one POST, per payment for ever. */
		payment_id: string;
		worker_id: string;
		permitted_at: Time;
		send_deadline: Time;
		answered_at: OptionalTime;
		outcome: OptionalText;
		http_status: Optional<number>;
		excerpt: OptionalText;
	};
	payment_event: {
		id: Generated<string>;
		payment_id: string;
		at: Time;
		state: PaymentState;
		version: number;
		event: PaymentEventKey;
		by_kind: "member" | "service" | "cauri";
		member_id: OptionalText;
		note: OptionalText;
		/** The form depends on `event`: EVENT_DETAILS in lib/contracts/payment-event.ts. */
		details: ColumnType<EventDetails, string | undefined, never>;
	};
	payout_rule: {
		currency: string;
		version: Generated<number>;
		per_payment: OptionalText;
		per_person_day: OptionalText;
		per_destination_day: OptionalText;
		no_approver_up_to: Generated<string>;
		one_approver_up_to: OptionalText;
		changed_at: Time;
		changed_by: OptionalText;
	};
	payout_wait: {
		environment: string;
		currency: string;
		kind: WaitKind;
		cause: Optional<Cause>;
		words: OptionalText;
		since: Time;
		tries: number;
		retry_at: Time;
	};
	decision: {
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
	};
	resolution: {
		id: Generated<string>;
		payment_id: string;
		payment_version: number;
		member_id: string;
		outcome: VerdictOutcome;
		amount: string;
		reason: string;
		evidence: JSONColumnType<object>;
		at: Time;
		recorded_at: Generated<Date>;
		withdrawn_at: OptionalTime;
	};
	lookup: {
		member_id: string;
		environment: string;
		reference: string;
		found: boolean;
		looked_up_at: Time;
	};
	imported_transaction: {
		environment: string;
		reference: string;
		state: ImportState;
		transaction_type: OptionalText;
		amount: OptionalText;
		currency: OptionalText;
		service_status: OptionalText;
		created_at: OptionalTime;
		processed_at: OptionalTime;
		cause: Optional<Cause>;
		imported_by: string;
		imported_at: Time;
		position: number;
		last_checked_at: OptionalTime;
		next_check_at: OptionalTime;
		checks: Generated<number>;
	};
	operator: {
		code: string;
		name: string;
		country: string;
		currency: string;
		flow: Flow;
		prefixes: JSONColumnType<string[]>;
		dial_code: OptionalText;
		window_minutes: number;
		enabled: boolean;
	};
	audit_entry: {
		id: Generated<string>;
		at: Time;
		member_id: OptionalText;
		member_name: OptionalText;
		action: string;
		subject_kind: string;
		subject_id: OptionalText;
		details: JSONColumnType<Record<string, string>>;
		address: OptionalText;
		user_agent: OptionalText;
		written_by: Generated<string>;
		previous_hash: string;
		hash: string;
	};
	audit_seal: {
		entry: string;
		hash: string;
		at: Time;
		key: string;
		signature: string;
	};
	setting: {
		name: string;
		value: JSONColumnType<object>;
		changed_at: Time;
		changed_by: OptionalText;
	};
	/** Changes that relax a control: one admin requests, another confirms. Times are by the database's clock. */
	change_request: {
		id: string;
		kind: ChangeKind;
		subject: string;
		before: JSONColumnType<ChangeValues>;
		after: JSONColumnType<ChangeValues>;
		note: OptionalText;
		secret: OptionalText;
		state: Generated<ChangeState>;
		asked_by: string;
		asked_at: Generated<Date>;
		effective_at: OptionalTime;
		expires_at: Generated<Date>;
		decided_by: OptionalText;
		decided_at: OptionalTime;
		spent_at: OptionalTime;
	};
}
