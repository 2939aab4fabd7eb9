import { auditHash, FIRST_HASH } from "#server/store/audit-log.ts";
import type { Database } from "#server/store/database.ts";
import type { Head } from "#server/store/head-file.ts";

export interface ChainCheck {
	/** Entries read until the end, or until the first bad one. */
	entries: number;
	/** Hash of the last good entry: the head of the chain. */
	head: string;
	/** `changed`: it does not say what it said. `broken`: it does not follow the entry before it; one was removed, added or moved. */
	bad: { id: string; at: Date; action: string; fault: "changed" | "broken" } | null;
	/**
	 * Against the head that is known outside the database. `cut_off`: the record ends before it. `rewritten`: the chain is whole,
	 * but it is another one. Null: it is met, or none is known, or there is a bad entry already.
	 */
	missed: { fault: "cut_off" | "rewritten"; known: Head; lastId: string | null } | null;
}

const BATCH = 2_000;

/**
 * Recomputes the chain from its first entry, and looks for the known head in it: entries cut off at the end, or a chain forged
 * anew from some place on, are whole in themselves. Read the head before: what it names is written already.
 */
export async function verifyAudit(database: Database, known: Head | null = null): Promise<ChainCheck> {
	let checked: ChainCheck = { entries: 0, head: FIRST_HASH, bad: null, missed: null };
	let lastId = "0";
	let isMet = !isKnown(known);
	for (;;) {
		const rows = await readEntries(database, lastId);
		for (const row of rows) {
			const fault = faultOf(row, checked.head);
			if (fault) return { ...checked, bad: { id: row.id, at: row.at, action: row.action, fault } };
			isMet ||= row.id === known?.entry && row.hash === known.hash;
			checked = { ...checked, entries: checked.entries + 1, head: row.hash };
		}
		const last = rows.at(-1);
		if (!last) return isMet || known === null ? checked : { ...checked, missed: missedBy(known, lastId) };
		lastId = last.id;
	}
}

/** "0" stands for a machine that never knew the database. */
export function isKnown(head: Head | null): head is Head {
	return head !== null && head.entry !== "0";
}

function missedBy(known: Head, lastId: string): NonNullable<ChainCheck["missed"]> {
	const fault = BigInt(lastId) < BigInt(known.entry) ? "cut_off" : "rewritten";
	return { fault, known, lastId: lastId === "0" ? null : lastId };
}

type Entry = Awaited<ReturnType<typeof readEntries>>[number];

function readEntries(database: Database, afterId: string) {
	return database.selectFrom("audit_entry").selectAll().where("id", ">", afterId).orderBy("id").limit(BATCH).execute();
}

function faultOf(entry: Entry, head: string): "changed" | "broken" | null {
	const { at, member_id: memberId, action, subject_kind, subject_id: subjectId, details, address } = entry;
	const origin = { address, userAgent: entry.user_agent };
	const hashed = { at, memberId, action, subjectKind: subject_kind, subjectId, details, ...origin };
	// Its own link first: an entry that is whole but stands in the wrong place was not changed itself.
	if (auditHash(entry.previous_hash, hashed) !== entry.hash) return "changed";
	return entry.previous_hash === head ? null : "broken";
}
