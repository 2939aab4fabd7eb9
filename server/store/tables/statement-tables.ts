/** The tables of statements, as Kysely sees them; the others are in tables.ts. */

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
