/** The tables as Kysely sees them. Amounts come and go as decimal text (`numeric`), times as Date. */

import type { ColumnType, Generated, JSONColumnType, Selectable } from "kysely";
import type { WaitKind } from "#lib/contracts/payment.ts";
import type { ObservationKind, ServiceEndpoint } from "#lib/contracts/service-record.ts";
import type { Flow } from "#lib/flows.ts";
import type { ImportState } from "#lib/import-states.ts";
import type { PaymentKind, PaymentState } from "#lib/payment-state.ts";
import type { Role } from "#lib/roles.ts";
import type { ChangeRequestTable } from "#server/store/change-request-table.ts";
import type { OptionalCause, OptionalText, OptionalTime, Time } from "#server/store/column-types.ts";
import type { ContinuityGapTable, WorkerTable } from "#server/store/continuity-tables.ts";
import type * as Guard from "#server/store/guard-tables.ts";
import type * as Lost from "#server/store/lost-database-tables.ts";
import type * as Mirror from "#server/store/mirror-tables.ts";
import type { PaymentEventTable } from "#server/store/payment-event-table.ts";
import type * as People from "#server/store/people-tables.ts";
import type * as Reconciliation from "#server/store/reconciliation-tables.ts";
import type * as Said from "#server/store/said-tables.ts";
import type * as Factors from "#server/store/second-factor-tables.ts";
import type * as SingleSignOn from "#server/store/single-sign-on-tables.ts";

export interface MemberTable {
	id: string;
	email: string;
	name: string;
	role: Role;
	password_hash: string;
	locale: OptionalText;
	theme: OptionalText;
	disabled_at: OptionalTime;
	created_at: Time;
	/** These five are the database's own (migrations 0023, 0033, 0042). */
	version: Generated<number>;
	password_temporary: Generated<boolean>;
	password_temporary_until: OptionalTime;
	decides_from: OptionalTime;
	/** Until then a first factor has weight at once. */
	factor_expected_until: OptionalTime;
}

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
	/** Digest of the request's body: same key with another body is refused. */
	request_digest: string;
	maker_id: string;
	approver_id: OptionalText;
	/** Digest of the facts that were approved. */
	approved_facts: OptionalText;
	/** Ids of earlier payments of the same number and amount, known when it was asked for. */
	duplicate_of: ColumnType<string[] | null, string | null | undefined, string | null>;
	/** Why all the same. */
	duplicate_reason: OptionalText;
	/** The approver who said so; null: the maker. */
	duplicate_by: OptionalText;
	/** The highest amount that was asked for before a correction; null: `amount`. */
	highest_amount: OptionalText;
	reference: OptionalText;
	/** Deposits: sent by us, our id. Payouts: whatever the service returned. */
	opaque_id: string;
	service_status: OptionalText;
	/** Of what the service last said under the payment's reference, equal to ours or not. */
	said_amount: OptionalText;
	said_currency: OptionalText;
	/** Why it did not succeed, in the service's own word. */
	failure_reason: OptionalText;
	/** What was really paid, where two people said so and it is not `amount`: then this counts everywhere. */
	paid_amount: OptionalText;
	payment_url: OptionalText;
	qr_code: OptionalText;
	/** Of refused, not_sent, unknown and needs_review: why there is no answer that could be used; null where it is not that. */
	failure_cause: OptionalCause;
	/** Why the last look at a pending payment did not work, and the service's own words where it gave some. */
	look_cause: OptionalCause;
	look_words: OptionalText;
	hint_reference: OptionalText;
	late: ColumnType<boolean, boolean | undefined, boolean>;
	created_at: Time;
	sent_at: OptionalTime;
	processed_at: OptionalTime;
	/** Until when the answer of the POST is waited for, by the desk's clock; the attempt has it by the database's. */
	send_deadline: OptionalTime;
	/** Of accepted deposits: when the payer's window at the operator usually ends. */
	payer_deadline: OptionalTime;
	/** Without a permit here: when its doubt was acknowledged, by the database's clock. */
	may_have_left_until: OptionalTime;
	last_checked_at: OptionalTime;
	next_check_at: OptionalTime;
	checks: ColumnType<number, number | undefined, number>;
	final_at: OptionalTime;
	/** The service's own clock at the permit, as its answers say it; null when none did. */
	service_sent_at: OptionalTime;
	/** When the service says that it made the transaction of our POST, believed or not. */
	service_created_at: OptionalTime;
}

export interface AttemptTable {
	id: string;
	/** Unique: one attempt, so one POST, per payment for ever. */
	payment_id: string;
	worker_id: string;
	permitted_at: Time;
	/** Until when the answer of the POST is waited for, by the database's clock. */
	send_deadline: Time;
	answered_at: OptionalTime;
	outcome: OptionalText;
	http_status: ColumnType<number | null, number | null | undefined, number | null>;
	/** First characters of the answer, kept as evidence. */
	excerpt: OptionalText;
}

/** What admins decide about payouts of one currency; no row: no limits, one approver. */
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
	/** When the service says it was made. */
	created_at: OptionalTime;
	processed_at: OptionalTime;
	/** Why the answer could not be read. */
	cause: OptionalCause;
	imported_by: string;
	imported_at: Time;
	position: number;
	last_checked_at: OptionalTime;
	/** Null: not looked at any more. */
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
	action: string;
	subject_kind: string;
	subject_id: OptionalText;
	details: JSONColumnType<Record<string, string>>;
	address: OptionalText;
	user_agent: OptionalText;
	previous_hash: string;
	hash: string;
}

interface SettingTable {
	name: string;
	value: JSONColumnType<object>;
	changed_at: Time;
	changed_by: OptionalText;
}

/** One thing that the service did, counted; no personal data. */
interface ObservationTable {
	kind: ObservationKind;
	endpoint: ServiceEndpoint;
	word: string;
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
	/** The service's own. */
	words: OptionalText;
	since: Time;
	looks: number;
	/** By the database's clock. */
	look_at: Time;
}

export interface Tables {
	continuity_gap: ContinuityGapTable;
	observation: ObservationTable;
	member: MemberTable;
	session: Factors.SessionTable;
	sign_in_delay: Guard.SignInDelayTable;
	known_browser: Guard.KnownBrowserTable;
	sign_in_guess: Guard.SignInGuessTable;
	invitation: People.InvitationTable;
	set_up_link: People.SetUpLinkTable;
	notice: People.NoticeTable;
	passkey: Factors.PasskeyTable;
	totp: Factors.TotpTable;
	recovery_code: Factors.RecoveryCodeTable;
	webauthn_challenge: Factors.WebauthnChallengeTable;
	step_up: Factors.StepUpTable;
	step_up_subject: Factors.StepUpSubjectTable;
	member_identity: SingleSignOn.MemberIdentityTable;
	provider_session: SingleSignOn.ProviderSessionTable;
	told_sign_out: SingleSignOn.ToldSignOutTable;
	payment: PaymentTable;
	attempt: AttemptTable;
	payment_event: PaymentEventTable;
	orphan_answer: Lost.OrphanAnswerTable;
	payout_rule: PayoutRuleTable;
	payout_wait: PayoutWaitTable;
	decision: Said.DecisionTable;
	resolution: Said.ResolutionTable;
	wallet_look: Mirror.WalletLookTable;
	balance_question: Mirror.BalanceQuestionTable;
	movement: Mirror.MovementTable;
	movement_sync: Mirror.MovementSyncTable;
	movement_chunk: Mirror.MovementChunkTable;
	movement_day: Mirror.MovementDayTable;
	unreadable_movement: Mirror.UnreadableMovementTable;
	lookup: LookupTable;
	imported_transaction: ImportedTransactionTable;
	operator: OperatorTable;
	reconciliation_wallet: Reconciliation.ReconciliationWalletTable;
	reconciliation_finding: Reconciliation.ReconciliationFindingTable;
	reconciliation_pending: Reconciliation.ReconciliationPendingTable;
	reconciliation_line: Reconciliation.ReconciliationLineTable;
	reconciliation_payment: Reconciliation.ReconciliationPaymentTable;
	reconciliation_decision: Reconciliation.ReconciliationDecisionTable;
	balance_proof: Reconciliation.BalanceProofTable;
	audit_entry: AuditEntryTable;
	setting: SettingTable;
	change_request: ChangeRequestTable;
	worker: WorkerTable;
	forgotten_permit: Lost.ForgottenPermitTable;
}
