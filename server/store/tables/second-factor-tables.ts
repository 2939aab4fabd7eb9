/** Sessions, second factors and proofs of identity, as Kysely sees them; the migrations say what columns mean. */

import type { ColumnType, Generated } from "kysely";
import type { FactorKind, StepUpMethod, StepUpPurpose } from "#lib/contracts/second-factor.ts";
import type { Optional, OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

/** A passkey's answer, base64url. */
export interface Assertion {
	passkey: string;
	authenticatorData: string;
	clientDataJSON: string;
	signature: string;
	/** The signed challenge is a digest of this salt, the step-up's purpose and the digest of its subjects. */
	salt: string;
}

export interface SecondFactorTables {
	session: {
		/** SHA-256 of the id in the cookie, hex. */
		id_hash: string;
		member_id: string;
		created_at: Time;
		last_seen_at: Time;
		ended_at: OptionalTime;
		user_agent: OptionalText;
		key: ColumnType<string, string | undefined, never>;
		/** The `id_hash` before the last renewal; it stays valid briefly, for requests that were under way. */
		renewed_from: OptionalText;
		renewed_at: OptionalTime;
		factor: Optional<FactorKind>;
		factor_at: OptionalTime;
	};
	passkey: {
		id: string;
		member_id: string;
		name: string;
		public_key: ColumnType<Buffer, Uint8Array, Uint8Array>;
		counter: ColumnType<string, number | string, number | string>;
		transports: ColumnType<string[], string, string>;
		backed_up: boolean;
		created_at: Time;
		counts_from: Generated<Date>;
		last_used_at: OptionalTime;
	};
	approver_key: {
		passkey_id: string;
		member_id: string;
		public_key: ColumnType<Buffer, Uint8Array, Uint8Array>;
		seen_at: Generated<Date>;
		gone_at: OptionalTime;
	};
	totp: {
		member_id: string;
		secret: string;
		created_at: Time;
		confirmed_at: OptionalTime;
		last_used_at: OptionalTime;
		last_step: ColumnType<string | null, number | null | undefined, number | null>;
		counts_from: Generated<Date>;
	};
	new_totp: {
		member_id: string;
		secret: string;
		created_at: Time;
	};
	recovery_code: {
		member_id: string;
		code_hash: string;
		created_at: Time;
		used_at: OptionalTime;
		counts_from: Generated<Date>;
	};
	webauthn_answer: {
		challenge: string;
		answered_at: Time;
	};
	step_up: {
		id: string;
		member_id: string;
		session_key: string;
		purpose: StepUpPurpose;
		digest: OptionalText;
		nonce: string;
		created_at: Time;
		method: Optional<StepUpMethod>;
		proved_at: OptionalTime;
		assertion: ColumnType<Assertion | null, string | undefined, string>;
	};
	step_up_subject: {
		step_up_id: string;
		digest: string;
		used_at: OptionalTime;
	};
}
