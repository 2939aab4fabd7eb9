/** The tables of statements, as Kysely sees them; the others are in tables.ts. */
import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { OptionalText, OptionalTime, Time } from "#server/store/tables/column-types.ts";

/** Triggers write it. */
export interface MovementOperatorDayTable {
	environment: string;
	currency: string;
	day: string;
	operator: string;
	type: string;
	lines: number;
	amount: string;
	fee: string;
}

export interface StatementClosingTable {
	id: Generated<string>;
	environment: string;
	currency: string;
	/** "2026-10" */
	month: string;
	version: number;
	since: Time;
	until: Time;
	/** JSON text of the figures. */
	figures: string;
	digest: string;
	accounts: JSONColumnType<object>;
	proposed_by: string;
	proposed_at: ColumnType<Date, Date | undefined, never>;
	confirmed_by: OptionalText;
	confirmed_at: OptionalTime;
	ended_by: OptionalText;
	ended_at: OptionalTime;
}

export interface StatementClosingPageTable {
	closing_id: string;
	place: number;
	/** JSON text of lines. */
	lines: string;
}

/** Triggers write it. */
export interface StatementLateLineTable {
	closing_id: string;
	movement_id: string;
	change: number;
	noted_at: Generated<Date>;
}

/** Receipts and statements that left the desk. */
export interface IssuedPaperTable {
	code: string;
	kind: `${"receipt" | "open"}.${PaymentKind}` | "statement";
	subject: string;
	digest: string;
	/** "2026-11-24" */
	day: string;
	issued_at: Time;
	issued_by: string;
}
