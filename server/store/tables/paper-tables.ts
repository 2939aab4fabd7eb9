/** The table of issued papers as Kysely sees it. */
import type { PaperKind } from "#lib/papers/paper-kinds.ts";
import type { Time } from "#server/store/tables/column-types.ts";

export interface IssuedPaperTable {
	code: string;
	kind: PaperKind;
	subject: string;
	digest: string;
	/** "2026-11-24" */
	day: string;
	issued_at: Time;
	issued_by: string;
}
