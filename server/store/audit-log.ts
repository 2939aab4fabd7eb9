/** Writes the audit log: append-only rows in a hash chain, committed together with the change that they describe. */
import { sql } from "kysely";
import { z } from "zod";
import { auditHash, FIRST_HASH } from "#server/store/audit-chain.ts";
import { auditOrigin } from "#server/store/audit-origin.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { insertAll } from "#server/store/listed.ts";

export interface NewAuditEntry {
	at: Date;
	/** Null when Cauri itself acts. */
	memberId: string | null;
	action: string;
	subjectKind:
		| "payment"
		| "batch"
		| "recipient"
		| "member"
		| "session"
		| "setting"
		| "operator"
		| "wallet"
		| "transaction"
		| "audit"
		| "export"
		| "change";
	subjectId: string | null;
	/** Flat, without secrets, numbers masked. */
	details?: Record<string, string>;
	/** The request's address; `withAuditOrigin` sets it for every entry of a request. */
	address?: string | null;
	userAgent?: string | null;
}

const CHAIN_LOCK = 7_270_401;

/**
 * Serialises writers until their transaction ends, because the chain has one end. Lock payment rows before it and the rows that
 * stop sending after it; another order can deadlock.
 */
export async function awaitAuditTurn(trx: DatabaseTransaction): Promise<void> {
	// guard: record-takes-turns
	await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(trx);
}

export async function recordAudit(trx: DatabaseTransaction, entry: NewAuditEntry): Promise<void> {
	await recordAudits(trx, [entry]);
}

export async function recordAudits(trx: DatabaseTransaction, entries: readonly NewAuditEntry[]): Promise<void> {
	await awaitAuditTurn(trx);
	const { last, names, account } = await readEnd(trx, entries);
	let previousHash = last ?? FIRST_HASH;
	const rows = entries.map((told) => {
		const memberName = names[told.memberId ?? ""] ?? null;
		// A cut text may end with half a surrogate pair, which PostgreSQL refuses; the hash must be over what it stores.
		const details = Object.fromEntries(
			Object.entries(told.details ?? {}).map(([name, value]) => [name, value.toWellFormed()]),
		);
		const entry = { ...auditOrigin(), ...told, details, memberName, writtenBy: account };
		const hash = auditHash(previousHash, entry);
		const row = {
			at: entry.at,
			member_id: entry.memberId,
			member_name: memberName,
			action: entry.action,
			subject_kind: entry.subjectKind,
			subject_id: entry.subjectId,
			details,
			address: entry.address,
			user_agent: entry.userAgent,
			previous_hash: previousHash,
			hash,
		};
		previousHash = hash;
		return row;
	});
	let head: AnnouncedHead | undefined;
	const written = await insertAll(trx, "audit_entry", rows).returning(["id", "hash", "at"]).execute();
	for (const { id, hash, at } of written)
		if (!head || BigInt(id) > BigInt(head.entry)) head = { entry: id, hash, at: at.toISOString() };
	// PostgreSQL sends this head at commit: every worker on every machine then keeps it outside the database.
	if (head) await sql`select pg_notify(${HEADS_CHANNEL}, ${JSON.stringify(head)})`.execute(trx);
	if (head) writtenHeads.set(trx, head);
}

interface ChainEnd {
	/** Hash of the newest entry; null when there is none. */
	last: string | null;
	/** The members' present names by id: an entry keeps the name that its member had when it was written. */
	names: Record<string, string>;
	/** The account of this connection; the database notes by itself which account wrote an entry. */
	account: string;
}

async function readEnd(trx: DatabaseTransaction, entries: readonly NewAuditEntry[]): Promise<ChainEnd> {
	const members = [...new Set(entries.flatMap(({ memberId }) => memberId ?? []))];
	const { rows } = await sql<ChainEnd>`
		select (select hash from audit_entry order by id desc limit 1) as last, current_user::text as account,
			coalesce((select jsonb_object_agg(id, name) from member where id = any(${members})), '{}') as names`.execute(trx);
	return rows[0] ?? { last: null, names: {}, account: "" };
}

const writtenHeads = new WeakMap<DatabaseTransaction, AnnouncedHead>();

/** The last entry that this transaction wrote; no other transaction writes one before this one ends. */
export function writtenHead(trx: DatabaseTransaction): AnnouncedHead | null {
	return writtenHeads.get(trx) ?? null;
}

/** Each commit that wrote to the audit log announces its last entry here. */
export const HEADS_CHANNEL = "cauri_heads";

const toldSchema = z.object({ entry: z.string().regex(/^\d{1,18}$/), hash: z.string(), at: z.iso.datetime() });
export type AnnouncedHead = z.infer<typeof toldSchema>;

/** Reads a notification's payload; null when it is not ours. */
export function readAnnouncedHead(payload: string | undefined): AnnouncedHead | null {
	try {
		return toldSchema.parse(JSON.parse(payload ?? ""));
	} catch {
		return null;
	}
}
