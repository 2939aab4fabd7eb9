/** What a database that is gone has left behind, as Kysely sees it: its permits and its answers; the other tables are in tables.ts. */
import type { ColumnType } from "kysely";
import type { OrphanResolution } from "#lib/contracts/orphan-answer.ts";
import type { PaymentKind, PaymentState } from "#lib/payment-state.ts";
import type { OptionalCause, OptionalText, OptionalTime, Time } from "#server/store/column-types.ts";

/** An answer whose attempt this database does not have. */
export interface OrphanAnswerTable {
	attempt_id: string;
	environment: string;
	payment_id: string;
	worker_id: string;
	state: PaymentState;
	reference: OptionalText;
	hint_reference: OptionalText;
	service_status: OptionalText;
	http_status: ColumnType<number | null, number | null | undefined, number | null>;
	cause: OptionalCause;
	/** The service's own. */
	words: OptionalText;
	excerpt: OptionalText;
	answered_at: Time;
	kept_at: Time;
	resolved_at: OptionalTime;
	resolved_by: OptionalText;
	resolution: ColumnType<OrphanResolution | null, undefined, OrphanResolution | null>;
	reason: OptionalText;
}

/** In a machine's journal of permits and without an attempt here: a database that is gone gave it. */
export interface ForgottenPermitTable {
	attempt_id: string;
	payment_id: string;
	kind: PaymentKind;
	amount: string;
	currency: string;
	phone_number: string;
	environment: string;
	worker_id: string;
	sent_at: Time;
	permitted_at: Time;
	found_at: Time;
	closed_at: OptionalTime;
	closed_by: OptionalText;
	reason: OptionalText;
}
