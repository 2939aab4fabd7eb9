/** The tables as Kysely sees them. Amounts are decimal text (`numeric`), times are Date. */

import type { ColumnType, Generated, JSONColumnType, Selectable } from "kysely";
import type { OwnWait, WaitKind } from "#lib/contracts/payout-wait.ts";
import type { ObservationKind, ServiceEndpoint } from "#lib/contracts/service-record.ts";
import type { ImportState } from "#lib/imports/import-states.ts";
import type { PaymentKind, PaymentState } from "#lib/payment-state.ts";
import type { Flow } from "#lib/payments/flows.ts";
import type * as Batches from "#server/store/tables/batch-tables.ts";
import type { ChangeRequestTable } from "#server/store/tables/change-request-table.ts";
import type { OptionalCause, OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";
import type * as Continuity from "#server/store/tables/continuity-tables.ts";
import type * as Decisions from "#server/store/tables/decision-tables.ts";
import type * as Exports from "#server/store/tables/export-tables.ts";
import type * as Mirror from "#server/store/tables/mirror-tables.ts";
import type { PaymentEventTable } from "#server/store/tables/payment-event-table.ts";
import type * as People from "#server/store/tables/people-tables.ts";
import type * as Recipients from "#server/store/tables/recipient-tables.ts";
import type * as Reconciliation from "#server/store/tables/reconciliation-tables.ts";
import type * as Factors from "#server/store/tables/second-factor-tables.ts";
import type * as Statements from "#server/store/tables/statement-tables.ts";
import type * as Views from "#server/store/tables/view-tables.ts";

export interface PaymentTable {
	id: string;
	kind: PaymentKind;
	state: PaymentState;
	version: ColumnType<number, number | undefined, number>;
	environment: string;
	amount: string;
	currency: string;
	operator: string;
	operator_name: string;
	flow: ColumnType<Flow | null, Flow | null | undefined, Flow | null>;
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
	/** Deposits: our id, sent by us. Payouts: the service's value. */
	opaque_id: string;
	service_status: OptionalText;
	/** The service's last report under the payment's reference, equal to ours or not. */
	service_amount: OptionalText;
	service_currency: OptionalText;
	failure_reason: OptionalText;
	/** The amount really paid, when two people confirmed another than `amount`; it then counts everywhere. */
	paid_amount: OptionalText;
	payment_url: OptionalText;
	qr_code: OptionalText;
	/** The reason for no usable answer, for refused, not_sent, unknown and needs_review; else null. */
	failure_cause: OptionalCause;
	check_cause: OptionalCause;
	check_words: OptionalText;
	hint_reference: OptionalText;
	late: ColumnType<boolean, boolean | undefined, boolean>;
	created_at: Time;
	sent_at: OptionalTime;
	processed_at: OptionalTime;
	/** Deadline for the POST's answer, by the desk's clock; the attempt has it by the database's. */
	send_deadline: OptionalTime;
	payer_deadline: OptionalTime;
	/** Without a permit here: when its mismatch was acknowledged, by the database's clock. */
	may_have_left_until: OptionalTime;
	/** An approved payout over its daily limit is not retried before this time. */
	waits_until: OptionalTime;
	/** Why it waits until then. */
	waits_for: ColumnType<OwnWait | null, OwnWait | null | undefined, OwnWait | null>;
	last_checked_at: OptionalTime;
	next_check_at: OptionalTime;
	checks: ColumnType<number, number | undefined, number>;
	final_at: OptionalTime;
	/** The service's own clock at the permit, from its answers; null when unknown. */
	service_sent_at: OptionalTime;
	/** The creation time that the service gives for the transaction of our POST; not verified. */
	service_created_at: OptionalTime;
	/** As it was at the request; null when nobody named the recipient. */
	recipient_name: OptionalText;
	batch_id: OptionalText;
	batch_row: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface AttemptTable {
	id: string;
	/** Unique: one attempt, so one POST, per payment for ever. */
	payment_id: string;
	worker_id: string;
	permitted_at: Time;
	send_deadline: Time;
	answered_at: OptionalTime;
	outcome: OptionalText;
	http_status: ColumnType<number | null, number | null | undefined, number | null>;
	excerpt: OptionalText;
}

/** The payout rules of one currency, set by admins; no row: no limits, one approver. */
export interface PayoutRuleTable {
	currency: string;
	version: ColumnType<number, number | undefined, number>;
	per_payment: OptionalText;
	per_person_day: OptionalText;
	per_destination_day: OptionalText;
	no_approver_up_to: ColumnType<string, string | undefined, string>;
	one_approver_up_to: OptionalText;
	changed_at: Time;
	changed_by: OptionalText;
}

interface LookupTable {
	member_id: string;
	environment: string;
	reference: string;
	found: boolean;
	looked_up_at: Time;
}

interface ImportedTransactionTable {
	environment: string;
	reference: string;
	state: ImportState;
	transaction_type: OptionalText;
	amount: OptionalText;
	currency: OptionalText;
	service_status: OptionalText;
	created_at: OptionalTime;
	processed_at: OptionalTime;
	cause: OptionalCause;
	imported_by: string;
	imported_at: Time;
	position: number;
	last_checked_at: OptionalTime;
	next_check_at: OptionalTime;
	checks: ColumnType<number, number | undefined, number>;
}

export interface OperatorTable {
	code: string;
	name: string;
	country: string;
	currency: string;
	flow: Flow;
	prefixes: JSONColumnType<string[]>;
	dial_code: OptionalText;
	window_minutes: number;
	enabled: boolean;
}

interface AuditEntryTable {
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
}

interface AuditSealTable {
	entry: string;
	hash: string;
	at: Time;
	key: string;
	signature: string;
}

interface SettingTable {
	name: string;
	value: JSONColumnType<object>;
	changed_at: Time;
	changed_by: OptionalText;
}

/** One behaviour of the service, counted; no personal data. */
interface ObservationTable {
	kind: ObservationKind;
	endpoint: ServiceEndpoint;
	value: string;
	count: ColumnType<string, number | string, number | string>;
	first_at: Time;
	last_at: Time;
	max_ms: ColumnType<number | null, number | null | undefined, number | null>;
	example: OptionalText;
}

export type ObservationRow = Selectable<ObservationTable>;

/** Payouts of a wallet wait while its balance cannot be read. */
export interface PayoutWaitTable {
	environment: string;
	currency: string;
	kind: WaitKind;
	cause: OptionalCause;
	words: OptionalText;
	since: Time;
	tries: number;
	/** By the database's clock. */
	retry_at: Time;
}

export interface Tables {
	continuity_gap: Continuity.ContinuityGapTable;
	proved_wallet: Continuity.ProvedWalletTable;
	observation: ObservationTable;
	member: People.MemberTable;
	session: Factors.SessionTable;
	sign_in_delay: People.SignInDelayTable;
	known_browser: People.KnownBrowserTable;
	sign_in_guess: People.SignInGuessTable;
	invitation: People.InvitationTable;
	set_up_link: People.SetUpLinkTable;
	notice: People.NoticeTable;
	passkey: Factors.PasskeyTable;
	approver_key: Factors.ApproverKeyTable;
	totp: Factors.TotpTable;
	recovery_code: Factors.RecoveryCodeTable;
	webauthn_answer: Factors.WebauthnAnswerTable;
	step_up: Factors.StepUpTable;
	step_up_subject: Factors.StepUpSubjectTable;
	member_identity: People.MemberIdentityTable;
	provider_session: People.ProviderSessionTable;
	provider_logout: People.ProviderLogoutTable;
	payment: PaymentTable;
	batch: Batches.BatchTable;
	batch_row: Batches.BatchRowTable;
	background_export: Exports.BackgroundExportTable;
	background_export_part: Exports.BackgroundExportPartTable;
	list_layout: Views.ListLayoutTable;
	list_view: Views.ListViewTable;
	issued_paper: Statements.IssuedPaperTable;
	recipient: Recipients.RecipientTable;
	blocked_number: Recipients.BlockedNumberTable;
	attempt: AttemptTable;
	payment_event: PaymentEventTable;
	orphan_answer: Continuity.OrphanAnswerTable;
	payout_rule: PayoutRuleTable;
	payout_wait: PayoutWaitTable;
	decision: Decisions.DecisionTable;
	resolution: Decisions.ResolutionTable;
	balance_reading: Mirror.BalanceReadingTable;
	service_question: Mirror.ServiceQuestionTable;
	movement: Mirror.MovementTable;
	movement_sync: Mirror.MovementSyncTable;
	movement_chunk: Mirror.MovementChunkTable;
	movement_day: Mirror.MovementDayTable;
	movement_operator_day: Statements.MovementOperatorDayTable;
	statement_closing: Statements.StatementClosingTable;
	statement_closing_page: Statements.StatementClosingPageTable;
	statement_late_line: Statements.StatementLateLineTable;
	unreadable_movement: Mirror.UnreadableMovementTable;
	lookup: LookupTable;
	imported_transaction: ImportedTransactionTable;
	operator: OperatorTable;
	reconciliation_wallet: Reconciliation.ReconciliationWalletTable;
	reconciliation_exception: Reconciliation.ReconciliationExceptionTable;
	reconciliation_pending: Reconciliation.ReconciliationPendingTable;
	reconciliation_line: Reconciliation.ReconciliationLineTable;
	reconciliation_payment: Reconciliation.ReconciliationPaymentTable;
	reconciliation_decision: Reconciliation.ReconciliationDecisionTable;
	balance_proof: Reconciliation.BalanceProofTable;
	audit_entry: AuditEntryTable;
	audit_seal: AuditSealTable;
	setting: SettingTable;
	change_request: ChangeRequestTable;
	worker: Continuity.WorkerTable;
	program: Continuity.ProgramTable;
	forgotten_permit: Continuity.ForgottenPermitTable;
}
