import { CHANGE_KIND_FACTS, type ChangeKindFacts } from "#lib/change-kinds.ts";
import { type ChangeRow, differences } from "#server/guarded-changes/guarded-change.ts";
import { maskNumber } from "#server/log.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type Happened = "asked" | "confirmed" | "took_effect" | "refused" | "withdrawn" | "expired" | "void";

/** Writes the audit log entry and notifies every screen, in the commit of the change. `by`: null for Cauri itself. */
export async function recordChange(
	trx: DatabaseTransaction,
	row: ChangeRow,
	{ at, by, happened }: { at: Date; by: string | null; happened: Happened },
): Promise<void> {
	await recordAudit(trx, {
		at,
		memberId: by,
		action: `change.${happened}`,
		subjectKind: "change",
		subjectId: row.id,
		details: { change: row.kind, ...subjectOf(row), ...differences(row.before, row.after), ...noteOf(row) },
	});
	await publishChange(trx, { topic: "change_requests", id: row.id });
}

function subjectOf({ kind, subject }: ChangeRow): Record<string, string> {
	const facts: ChangeKindFacts = CHANGE_KIND_FACTS[kind];
	if (facts.subject === undefined) return {};
	return { [facts.subject]: facts.subject === "number" ? maskNumber(subject) : subject };
}

function noteOf({ note }: ChangeRow): Record<string, string> {
	return note === null ? {} : { note };
}
