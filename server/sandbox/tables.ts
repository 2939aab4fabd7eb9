/** The sandbox's tables (schema `sandbox`). Amounts are decimal text, times are Date. */
import type { ColumnType, Generated, Kysely, Transaction } from "kysely";
import type { Flow } from "#lib/payments/flows.ts";
import type { FailureCode } from "#server/sandbox/transactions/outcomes.ts";

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Json<T> = ColumnType<T, string, string>;

export type AccountKind = "wallet" | "reserved" | "fees" | "subscriber" | "operators";

export type JournalKind = "funds" | "deposit" | "payout_reserved" | "payout_settled" | "payout_released" | "correction";

export type TransactionKind = "deposit" | "withdrawal";

export interface TransactionTable {
	reference: string;
	kind: TransactionKind;
	opaque_id: string;
	status: string;
	amount: string;
	fee: string;
	currency: string;
	operator: string;
	operator_name: string;
	country: string;
	/** E.164 with the plus sign. */
	phone_number: string;
	flow: Optional<Flow>;
	metadata: ColumnType<unknown, string | null | undefined, string | null>;
	created_at: Date;
	processed_at: Optional<Date>;
	expires_at: Optional<Date>;
	answered_at: Optional<Date>;
	otp_code: Optional<string>;
	wrong_tries: Generated<number>;
	unordered: Generated<boolean>;
}

export interface HistoryTable {
	id: Generated<string>;
	reference: string;
	status: string;
	source: string;
	at: Date;
}

export interface MovementTable {
	id: Generated<string>;
	reference: Optional<string>;
	type: string;
	amount: string;
	fee: string;
	currency: string;
	created_at: Date;
	shown_from: Optional<Date>;
}

export interface StepTable {
	id: Generated<string>;
	reference: string;
	action: "settle" | "fail" | "expire" | "autopilot";
	code: Optional<FailureCode>;
	due_at: Date;
}

export interface FaultTable {
	id: Generated<string>;
	endpoint: string;
	fault: string;
	params: Json<Record<string, unknown>>;
	match: Optional<string>;
	times_left: Optional<number>;
	created_at: Date;
}

export interface RequestTable {
	id: Generated<string>;
	at: Date;
	method: string;
	path: string;
	endpoint: Optional<string>;
	headers: Json<Record<string, string>>;
	body: string;
	state: "arrived" | "answered" | "broken";
	status: Optional<number>;
	fault: Optional<string>;
	reference: Optional<string>;
	answered_at: Optional<Date>;
}

export interface SandboxTables {
	control: {
		single: Generated<boolean>;
		clock_offset_ms: ColumnType<string, number | undefined, number>;
		autopilot: boolean;
		speed: number;
		seed: Optional<number>;
		seed_days: Optional<number>;
		seeded_for: Optional<Date>;
	};
	account: {
		id: string;
		kind: AccountKind;
		currency: string;
		balance: Generated<string>;
		updated_at: Date;
	};
	wallet: {
		currency: string;
		reference: string;
		account_id: string;
	};
	journal: {
		id: string;
		kind: JournalKind;
		reference: Optional<string>;
		at: Date;
	};
	entry: {
		journal_id: string;
		account_id: string;
		amount: string;
	};
	transaction: TransactionTable;
	history: HistoryTable;
	movement: MovementTable;
	step: StepTable;
	reference_counter: {
		/** `YYYY-MM-DD`. */
		day: string;
		last: number;
	};
	handset: {
		phone_number: string;
		country: string;
		first_seen_at: Date;
		watched_at: Optional<Date>;
	};
	message: {
		id: Generated<string>;
		phone_number: string;
		kind: string;
		details: Json<Record<string, string>>;
		at: Date;
	};
	fault: FaultTable;
	request: RequestTable;
}

/** Always used with `.withSchema("sandbox")`: see `open-store.ts`. */
export type SandboxDatabase = Kysely<SandboxTables>;
export type SandboxTransaction = Transaction<SandboxTables>;
