/** The writer of the record: append-only rows in a hash chain, written in the same commit as what they tell of. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { auditOrigin } from "#server/store/audit-origin.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface NewAuditEntry {
	at: Date;
	/** Null when Cauri itself acts. */
	memberId: string | null;
	/** `noun.verb`. */
	action: string;
	subjectKind:
		| "payment"
		| "member"
		| "session"
		| "setting"
		| "operator"
		| "wallet"
		| "transaction"
		| "audit"
		| "change";
	subjectId: string | null;
	/** Flat, no secrets, numbers masked. */
	details?: Record<string, string>;
	/** Of the request; the door tells them for every entry that is written behind it. */
	address?: string | null;
	userAgent?: string | null;
}

const CHAIN_LOCK = 7_270_401;
export const FIRST_HASH = "0".repeat(64);

/**
 * The chain has one end: writers take turns, for the rest of their transaction. Rows of payments are locked before it, and the
 * rows that stop sending after it; whoever did it the other way round could wait for one who waits for them.
 */
export async function awaitAuditTurn(trx: DatabaseTransaction): Promise<void> {
	// guard: record-takes-turns
	await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(trx);
}

export async function recordAudit(trx: DatabaseTransaction, entry: NewAuditEntry): Promise<void> {
	await recordAudits(trx, [entry]);
}

// PostgreSQL takes 65,535 parameters a statement; an entry has ten.
const ENTRIES_AT_ONCE = 2_000;

/** Many at once, in the order given. */
export async function recordAudits(trx: DatabaseTransaction, entries: readonly NewAuditEntry[]): Promise<void> {
	await awaitAuditTurn(trx);
	const last = await trx.selectFrom("audit_entry").select("hash").orderBy("id", "desc").limit(1).executeTakeFirst();
	let previousHash = last?.hash ?? FIRST_HASH;
	const rows = entries.map((told) => {
		const entry = { ...auditOrigin(), ...told };
		const hash = auditHash(previousHash, entry);
		const row = {
			at: entry.at,
			member_id: entry.memberId,
			action: entry.action,
			subject_kind: entry.subjectKind,
			subject_id: entry.subjectId,
			details: JSON.stringify(entry.details ?? {}),
			address: entry.address,
			user_agent: entry.userAgent,
			previous_hash: previousHash,
			hash,
		};
		previousHash = hash;
		return row;
	});
	let head: ToldHead | undefined;
	for (let start = 0; start < rows.length; start += ENTRIES_AT_ONCE) {
		const written = await trx
			.insertInto("audit_entry")
			.values(rows.slice(start, start + ENTRIES_AT_ONCE))
			.returning(["id", "hash", "at"])
			.execute();
		for (const { id, hash, at } of written)
			if (!head || BigInt(id) > BigInt(head.entry)) head = { entry: id, hash, at: at.toISOString() };
	}
	// At the commit: every worker of every machine keeps it beside the database.
	if (head) await sql`select pg_notify(${HEADS_CHANNEL}, ${JSON.stringify(head)})`.execute(trx);
	if (head) writtenHeads.set(trx, head);
}

const writtenHeads = new WeakMap<DatabaseTransaction, ToldHead>();

/** The last entry that this transaction wrote: nobody else writes one before it ends. */
export function writtenHead(trx: DatabaseTransaction): ToldHead | null {
	return writtenHeads.get(trx) ?? null;
}

/** Where each commit that wrote to the record tells its last entry. */
export const HEADS_CHANNEL = "cauri_heads";

const toldSchema = z.object({ entry: z.string().regex(/^\d{1,18}$/), hash: z.string(), at: z.iso.datetime() });
export type ToldHead = z.infer<typeof toldSchema>;

/** A notice of that channel, or null when it is none of ours. */
export function readTold(payload: string | undefined): ToldHead | null {
	try {
		return toldSchema.parse(JSON.parse(payload ?? ""));
	} catch {
		return null;
	}
}

/** Pure: SHA-256 over the previous hash and the facts in a fixed order; `npm run audit` recomputes it. */
export function auditHash(
	previousHash: string,
	entry: Omit<NewAuditEntry, "subjectKind"> & { subjectKind: string },
): string {
	const details = Object.entries(entry.details ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
	const entries: unknown[] = [
		entry.at.toISOString(),
		entry.memberId,
		entry.action,
		entry.subjectKind,
		entry.subjectId,
		details,
	];
	// Entries from before origins were kept have the hash of six facts.
	const { address = null, userAgent = null } = entry;
	if (address !== null || userAgent !== null) entries.push(address, userAgent);
	return createHash("sha256").update(previousHash).update(JSON.stringify(entries)).digest("hex");
}
