/** What every step that applies a confirmed change is told, and what it answers. */
import type { Selectable } from "kysely";
import type { SystemContext } from "#server/context.ts";
import type { ChangeRequestTable } from "#server/store/change-request-table.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export type ChangeRow = Selectable<ChangeRequestTable>;

/** Whose change it is, for the row and the record. */
export interface ChangeStep {
	at: Date;
	/** Null when Cauri's own command line acts. */
	by: string | null;
	/** The name of the second admin. */
	confirmedBy?: string | undefined;
}

/** `void`: what it was about is not as it was when it was asked for, and nothing was written. */
type Applied = "done" | "void";

/** The row is confirmed in this transaction; the guards of the database let exactly its change pass. */
export type ApplyChange = (
	system: SystemContext,
	trx: DatabaseTransaction,
	row: ChangeRow,
	step: ChangeStep,
) => Promise<Applied>;
