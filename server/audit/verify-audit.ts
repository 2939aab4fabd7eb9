import { auditHash, FIRST_HASH } from "#server/store/audit-log.ts";
import type { Database } from "#server/store/database.ts";

export interface AuditVerdict {
	/** Entries read until the end, or until the first bad one. */
	entries: number;
	/** Hash of the last good entry: the head of the chain. */
	head: string;
	/** `changed`: it does not say what it said. `broken`: it does not follow the entry before it; one was removed, added or moved. */
	bad: { id: string; at: Date; action: string; fault: "changed" | "broken" } | null;
}

const BATCH = 2_000;

/**
 * Recomputes the chain from its first entry. What it cannot see alone: entries cut off at the end, and a chain forged anew
 * from some place on; for that the head must be kept outside the database.
 */
export async function verifyAudit(database: Database): Promise<AuditVerdict> {
	let verdict: AuditVerdict = { entries: 0, head: FIRST_HASH, bad: null };
	let lastId = "0";
	for (;;) {
		const rows = await readEntries(database, lastId);
		for (const row of rows) {
			const fault = faultOf(row, verdict.head);
			if (fault) return { ...verdict, bad: { id: row.id, at: row.at, action: row.action, fault } };
			verdict = { ...verdict, entries: verdict.entries + 1, head: row.hash };
		}
		const last = rows.at(-1);
		if (!last) return verdict;
		lastId = last.id;
	}
}

type Entry = Awaited<ReturnType<typeof readEntries>>[number];

function readEntries(database: Database, afterId: string) {
	return database.selectFrom("audit_entry").selectAll().where("id", ">", afterId).orderBy("id").limit(BATCH).execute();
}

function faultOf(entry: Entry, head: string): "changed" | "broken" | null {
	const { at, member_id: memberId, action, subject_kind, subject_id: subjectId, details } = entry;
	const fact = { at, memberId, action, subjectKind: subject_kind, subjectId, details };
	// Its own link first: an entry that is whole but stands in the wrong place was not changed itself.
	if (auditHash(entry.previous_hash, fact) !== entry.hash) return "changed";
	return entry.previous_hash === head ? null : "broken";
}
