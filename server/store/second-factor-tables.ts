/** The tables of sessions, of the second factor and of fresh proofs, as Kysely sees them. */
import type { ColumnType, Generated } from "kysely";
import type { FactorKind, StepUpMethod, StepUpPurpose } from "#lib/contracts/second-factor.ts";
import type { OptionalText, OptionalTime, Time } from "#server/store/column-types.ts";

export interface PasskeyTable {
	/** Of the credential, base64url. */
	id: string;
	member_id: string;
	name: string;
	public_key: ColumnType<Buffer, Uint8Array, Uint8Array>;
	counter: ColumnType<string, number | string, number | string>;
	transports: ColumnType<string[], string, string>;
	backed_up: boolean;
	created_at: Time;
	/** The database's own (migration 0042): from then on it proves what matters. */
	counts_from: Generated<Date>;
	last_used_at: OptionalTime;
}

export interface TotpTable {
	member_id: string;
	/** Sealed. */
	secret: string;
	created_at: Time;
	/** Null: counts for nothing yet. */
	confirmed_at: OptionalTime;
	last_used_at: OptionalTime;
	last_step: ColumnType<string | null, number | null | undefined, number | null>;
	/** The database's own, set with the first code. */
	counts_from: Generated<Date>;
}

export interface RecoveryCodeTable {
	member_id: string;
	code_hash: string;
	created_at: Time;
	used_at: OptionalTime;
	/** The database's own. */
	counts_from: Generated<Date>;
}

export interface WebauthnChallengeTable {
	challenge: string;
	purpose: "enrolment" | "second_step" | "passwordless";
	session_key: OptionalText;
	created_at: Time;
}

export interface StepUpTable {
	id: string;
	member_id: string;
	session_key: string;
	purpose: StepUpPurpose;
	digest: OptionalText;
	nonce: string;
	created_at: Time;
	method: ColumnType<StepUpMethod | null, StepUpMethod | null | undefined, StepUpMethod | null>;
	proved_at: OptionalTime;
}

export interface StepUpSubjectTable {
	step_up_id: string;
	digest: string;
	used_at: OptionalTime;
}

type SessionFactor = ColumnType<FactorKind | null, FactorKind | null | undefined, FactorKind | null>;

export interface SessionTable {
	/** SHA-256 of the id in the cookie, hex. */
	id_hash: string;
	member_id: string;
	created_at: Time;
	last_seen_at: Time;
	ended_at: OptionalTime;
	user_agent: OptionalText;
	/** The first `id_hash` of the session: stays when the id is renewed. */
	key: ColumnType<string, string | undefined, never>;
	/** The `id_hash` before the last renewal, good for requests that were under way. */
	renewed_from: OptionalText;
	renewed_at: OptionalTime;
	/** With what the member passed the second step; null: not yet, or none is asked for. */
	factor: SessionFactor;
	factor_at: OptionalTime;
}
