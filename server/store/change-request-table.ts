/** The table of changes that loosen, as Kysely sees it. */
import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { ChangeKind, ChangeState, ChangeValues } from "#lib/contracts/change-request.ts";
import type { OptionalText, OptionalTime } from "#server/store/column-types.ts";

/** A change that loosens, between the admin who asks for it and the one who confirms it. Times are the database's own. */
export interface ChangeRequestTable {
	id: string;
	kind: ChangeKind;
	subject: string;
	before: JSONColumnType<ChangeValues>;
	after: JSONColumnType<ChangeValues>;
	note: OptionalText;
	/** Of a password that waits: its hash. */
	secret: OptionalText;
	state: ColumnType<ChangeState, ChangeState | undefined, ChangeState>;
	asked_by: string;
	asked_at: Generated<Date>;
	effective_at: OptionalTime;
	expires_at: Generated<Date>;
	decided_by: OptionalText;
	decided_at: OptionalTime;
	spent_at: OptionalTime;
}
