/** What happened to payments, as Kysely sees it: rows are only added; the other tables are in tables.ts. */
import type { ColumnType, Generated } from "kysely";
import type { EventDetails, OldCorrection } from "#lib/contracts/payment-event.ts";
import type { PaymentEventKey } from "#lib/payment-events.ts";
import type { PaymentState } from "#lib/payment-state.ts";
import type { OptionalText, Time } from "#server/store/column-types.ts";

export interface PaymentEventTable {
	id: Generated<string>;
	payment_id: string;
	at: Time;
	state: PaymentState;
	version: number;
	event: PaymentEventKey;
	by_kind: "member" | "service" | "cauri";
	member_id: OptionalText;
	/** What a person wrote; of events without `details` whatever was told. */
	note: OptionalText;
	/** By EVENT_DETAILS in lib/contracts/payment-event.ts, or older; null of events from before there were details. */
	details: ColumnType<EventDetails | OldCorrection | null, string | null | undefined, never>;
}
