/** Programs that run, as Kysely sees them. */
import type { Time } from "#server/store/tables/column-types.ts";

export interface ProgramTable {
	id: string;
	kind: "web" | "worker";
	machine: string;
	version: string;
	/** Sorted, with commas between. */
	currencies: string;
	/** A digest with a salt of this database. */
	session_password: string;
	started_at: Time;
	seen_at: Time;
}
