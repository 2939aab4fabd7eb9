/** Writes the audit log: append-only rows in a hash chain, committed together with the change that they describe. */
import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "kysely";
import { z } from "zod";
import { readJson } from "#lib/text/read-json.ts";
import { auditHash, FIRST_HASH } from "#server/store/audit-chain.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { insertAll } from "#server/store/sql-fragments.ts";

export interface NewAuditEntry {
	at: Date;
	/** Null when no member acts, but Cauri itself, the service, the provider or the command line. */
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
	/** Must hold no secret; phone numbers are masked. */
	details?: Record<string, string>;
	/** `withAuditOrigin` sets address and user agent for every entry of a request. */
	address?: string | null;
	userAgent?: string | null;
}

const CHAIN_LOCK = 7_270_401;

/**
 * Lets one transaction at a time append to the chain. Call it after locking payment rows and before locking the rows that stop
 * sending: another order can deadlock.
 */
export async function awaitAuditTurn(trx: DatabaseTransaction): Promise<void> {
	// guard: record-takes-turns
	await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(trx);
}

export interface AuditOrigin {
	address: string | null;
	/** The browser's own claim; not trusted. */
	userAgent: string | null;
}

/** The origin of an entry that names another member than the one who sent the request. */
export const NO_ORIGIN: AuditOrigin = { address: null, userAgent: null };
const origins = new AsyncLocalStorage<AuditOrigin>();
const AGENT_LENGTH = 300;

/** Every entry that `run` writes carries the origin. */
export function withAuditOrigin<T>(origin: AuditOrigin, run: () => T): T {
	// PostgreSQL stores no zero byte. Line breaks need no removal, because headers contain none.
	const userAgent = origin.userAgent?.replaceAll("\0", "").slice(0, AGENT_LENGTH) || null;
	return origins.run({ address: origin.address, userAgent }, run);
}

/** Returns nulls outside a request, as in the worker and in commands. */
export function auditOrigin(): AuditOrigin {
	return origins.getStore() ?? NO_ORIGIN;
}

export async function recordAudit(trx: DatabaseTransaction, entry: NewAuditEntry): Promise<void> {
	await recordAudits(trx, [entry]);
}

export async function recordAudits(trx: DatabaseTransaction, entries: readonly NewAuditEntry[]): Promise<void> {
	await awaitAuditTurn(trx);
	const { last, names, account } = await readEnd(trx, entries);
	let previousHash = last ?? FIRST_HASH;
	const rows = entries.map((given) => {
		const memberName = names[given.memberId ?? ""] ?? null;
		// A shortened text may end with half a surrogate pair, which PostgreSQL refuses. It is replaced before the entry is hashed.
		const details = Object.fromEntries(
			Object.entries(given.details ?? {}).map(([name, value]) => [name, value.toWellFormed()]),
		);
		const entry = { ...auditOrigin(), ...given, details, memberName, writtenBy: account };
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
	// PostgreSQL sends this head to all workers when the transaction commits, and each stores it outside the database.
	if (head) await sql`select pg_notify(${HEADS_CHANNEL}, ${JSON.stringify(head)})`.execute(trx);
	if (head) writtenHeads.set(trx, head);
}

interface ChainEnd {
	last: string | null;
	/** The current names of the entries' members, by id. Each entry stores the name of its member. */
	names: Record<string, string>;
	/** This connection's account, which the database stores as `written_by`. */
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

/** Returns the last entry that this transaction wrote, or null. Until it ends, no other transaction can write an entry. */
export function writtenHead(trx: DatabaseTransaction): AnnouncedHead | null {
	return writtenHeads.get(trx) ?? null;
}

export const HEADS_CHANNEL = "cauri_heads";

const announcedHeadSchema = z.object({ entry: z.string().regex(/^\d{1,18}$/), hash: z.string(), at: z.iso.datetime() });
export type AnnouncedHead = z.infer<typeof announcedHeadSchema>;

export function readAnnouncedHead(payload: string | undefined): AnnouncedHead | null {
	return announcedHeadSchema.safeParse(readJson(payload ?? "")).data ?? null;
}
