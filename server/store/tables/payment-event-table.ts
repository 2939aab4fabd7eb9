/** Events of payments, as Kysely sees them: rows are only added; the other tables are in tables.ts. */
import type { ColumnType, Generated } from "kysely";
import type { EventDetails } from "#lib/contracts/payment-event.ts";
import type { PaymentState } from "#lib/payment-state.ts";
import type { PaymentEventKey } from "#lib/payments/payment-events.ts";
import type { OptionalText, Time } from "#server/store/tables/column-types.ts";

export interface PaymentEventTable {
	id: Generated<string>;
	payment_id: string;
	at: Time;
	state: PaymentState;
	version: number;
	event: PaymentEventKey;
	by_kind: "member" | "service" | "cauri";
	member_id: OptionalText;
	note: OptionalText;
	/** By EVENT_DETAILS in lib/contracts/payment-event.ts. */
	details: ColumnType<EventDetails, string | undefined, never>;
}
