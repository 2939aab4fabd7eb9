/** The table of change requests, as Kysely sees it. */
import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { ChangeKind } from "#lib/change-kinds.ts";
import type { ChangeState, ChangeValues } from "#lib/contracts/change-request.ts";
import type { OptionalText, OptionalTime } from "#server/store/tables/column-types.ts";

/** A relaxing change between the request by one admin and the confirmation by another. Times are the database's own. */
export interface ChangeRequestTable {
	id: string;
	kind: ChangeKind;
	subject: string;
	before: JSONColumnType<ChangeValues>;
	after: JSONColumnType<ChangeValues>;
	note: OptionalText;
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
