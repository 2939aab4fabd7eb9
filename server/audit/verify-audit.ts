import { readChain } from "#server/audit/read-chain.ts";
import { type AuditSeal, FIRST_HASH, isSealed, linkFault } from "#server/store/audit-chain.ts";
import type { Database } from "#server/store/database.ts";
import type { Head } from "#server/store/head-file.ts";

export interface ChainCheck {
	entries: number;
	/** Hash of the last good entry: the head of the chain. */
	head: string;
	/** The last signature that holds; null before the first. */
	seal: Omit<AuditSeal, "signature"> | null;
	/**
	 * `changed`: the content was altered. `broken`: not a successor of the previous entry; one was removed, added or moved.
	 * `forged`: a signature does not hold, or is over another chain.
	 */
	bad: { id: string; at: Date; action: string; fault: "changed" | "broken" | "forged" } | null;
	/**
	 * `cut_off`: the log ends before the head stored outside the database, or before a signature. `rewritten`: an intact chain without
	 * that head. Null: the head was found, no head is known, or an entry is bad.
	 */
	missed: { fault: "cut_off" | "rewritten"; known: Pick<Head, "entry" | "at">; lastId: string | null } | null;
}

/**
 * Recomputes the chain from its first entry, checks the signatures over it, and looks for the known head in it: a shortened or
 * forged chain can be intact in itself. Read the head before the call, so that the head's entry is already written.
 */
export async function verifyAudit(database: Database, known: Head | null = null): Promise<ChainCheck> {
	let checked: ChainCheck = { entries: 0, head: FIRST_HASH, seal: null, bad: null, missed: null };
	let lastId = "0";
	let isMet = !isKnown(known);
	for await (const steps of readChain(database)) {
		for (const { link, seal } of steps) {
			const { entry: id, at, action, hash } = link;
			const fault = linkFault(checked.head, link) ?? (seal && !isSealed(seal, hash) ? "forged" : null);
			if (fault) return { ...checked, bad: { id, at, action, fault } };
			isMet ||= id === known?.entry && hash === known.hash;
			checked = { ...checked, entries: checked.entries + 1, head: hash, seal: seal ? sealedBy(seal) : checked.seal };
			lastId = id;
		}
	}
	const beyond = await readSealBeyond(database, lastId);
	if (beyond) return { ...checked, missed: missedBy(beyond, lastId) };
	return isMet || known === null ? checked : { ...checked, missed: missedBy(known, lastId) };
}

/** Returns false without a head, and for the entry "0": the machine never knew the database. */
export function isKnown(head: Head | null): head is Head {
	return head !== null && head.entry !== "0";
}

function sealedBy({ entry, hash, at, key }: AuditSeal): ChainCheck["seal"] {
	return { entry, hash, at, key };
}

/** Finds a signature whose entry was removed from the end of the log. */
async function readSealBeyond(database: Database, lastId: string): Promise<Pick<Head, "entry" | "at"> | null> {
	const row = await database
		.selectFrom("audit_seal")
		.select(["entry", "at"])
		.where("entry", ">", lastId)
		.orderBy("entry", "desc")
		.limit(1)
		.executeTakeFirst();
	// If the entry exists, it was written and signed after the last batch was read.
	if (!row || (await isThere(database, row.entry))) return null;
	return { entry: row.entry, at: row.at.toISOString() };
}

async function isThere(database: Database, id: string): Promise<boolean> {
	return (await database.selectFrom("audit_entry").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

function missedBy(known: Pick<Head, "entry" | "at">, lastId: string): NonNullable<ChainCheck["missed"]> {
	const fault = BigInt(lastId) < BigInt(known.entry) ? "cut_off" : "rewritten";
	return { fault, known, lastId: lastId === "0" ? null : lastId };
}
