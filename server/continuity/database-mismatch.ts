/**
 * Detects a database that may not be the one this machine knows. With a restored backup, or a standby that lacks commits, the desk could
 * pay again; with another account's keys it would pay from the wrong wallet. A mismatch stops all sending (payments.md rules 13, 16).
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { MISMATCHES } from "#lib/contracts/desk-status.ts";
import { lineOfWorker, shareAnswer } from "#lib/group-calls.ts";
import type { SystemContext, WorkerCall } from "#server/context.ts";
import {
	type Before,
	canAutoResolve,
	mergeFacts,
	readBefore,
	readServer,
	SERVER_FACTS,
	type Server,
} from "#server/continuity/auto-resolve-conditions.ts";
import { findOtherEnvironment, readEnvironmentInUse } from "#server/continuity/environment-in-use.ts";
import { AppError } from "#server/errors.ts";
import { awaitAuditTurn } from "#server/store/audit-log.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { findCopyHead, type Head, type KnownHead, keepHead, readHeads, replaceHeads } from "#server/store/head-file.ts";
import type { ServerIdentity } from "#server/store/server-identity.ts";
import { readSetting, selectSetting, stopOnce } from "#server/store/settings.ts";
import { watchOtherWorkers } from "#server/store/worker-heartbeats.ts";

export const DATABASE_MISMATCH = "database_mismatch";
export const ACKNOWLEDGED_MISMATCHES = "acknowledged_doubts";

export const mismatchSchema = z.object({
	kind: z.enum(MISMATCHES),
	/** An acknowledgement is bound to this id. */
	id: z.string(),
	/** The newest audit entry that this machine knows; null when it knows none. */
	knownEntry: z.string().nullable(),
	knownAt: z.iso.datetime().nullable(),
	newestEntry: z.string().nullable(),
	newestAt: z.iso.datetime().nullable(),
	/** True when `canAutoResolve` holds: the mismatch ends by itself once every worker in `awaits` has reported that it misses no permit. */
	heals: z.boolean().default(false),
	/** The worker that found the mismatch. While it runs, no other worker ends a mismatch of kind `other_environment`. */
	foundBy: z.string().nullable().default(null),
	/** Workers that were alive in the minute before the mismatch; null when unknown. */
	awaits: z.array(z.string()).nullable().default(null),
	/** The newest payment event when the mismatch was found: a payment requested later cannot have left before the mismatch. */
	eventId: z.string().nullable().default(null),
	/** The copy of the database in which the mismatch was found (`INCARNATION`); null when unknown. */
	incarnation: z.string().nullable().default(null),
});
export type DatabaseMismatch = z.infer<typeof mismatchSchema>;

export type FoundMismatch = Omit<DatabaseMismatch, "heals" | "foundBy" | keyof Before> & { heals?: boolean };

/** `found`: the result of the last check of each worker of this process, as `findingOf` returns it. */
interface LastChecks {
	found: Map<string, string | null | undefined>;
	isUnidentifiedLogged: boolean;
}
const lastChecks = new WeakMap<Database, LastChecks>();

/**
 * Stores a mismatch that it finds; true means that nothing may be sent. Also called when idle, so that a mismatch is reported early.
 * `reportToMismatch` adds what this machine's journal knows.
 */
export const stopIfDatabaseSuspect = shareAnswer(lineOfWorker, findAndStoreMismatch);

async function findAndStoreMismatch({ system, workerId }: WorkerCall): Promise<boolean> {
	const { found } = lastChecksOf(system.database);
	const [other, ...heads] = await Promise.all([
		findOtherEnvironment(system),
		readHeads(system.config),
		readServer(system.database),
	]);
	const mismatch = other
		? mismatchOf("other_environment", other, null, await readNewest(system.database))
		: await mismatchOfHead(system, workerId, heads);
	found.set(workerId, mismatch === "waiting" ? undefined : (mismatch?.id ?? null));
	// guard: mismatch-stops-sending
	if (mismatch === null) return false;
	if (mismatch === "waiting") return true;
	const stop = (trx: DatabaseTransaction) => stopForMismatch(trx, system, mismatch, workerId);
	const isStopped = await system.database.transaction().execute(stop);
	// The shared function would wait for this call.
	return isStopped || findAndStoreMismatch({ system, workerId });
}

/** Returns the id of the mismatch that this worker's last check found; null if it found the database that it knows. */
export function findingOf(database: Database, workerId: string): string | null | undefined {
	return lastChecksOf(database).found.get(workerId);
}

/**
 * True when a running copy of this desk with the same HEAD_DIR has stored an entry that this database lacks. Call after our own entry
 * is written: of two copies that check at once, at least one then sees the other.
 */
export async function isCopyAwake(system: SystemContext, head: Head): Promise<boolean> {
	const heads = await readHeads(system.config);
	return (await findCopyHead(system, heads, head)) !== null;
}

/** Writes the newest audit entry to this machine's head. Call only without a mismatch. */
export async function advanceHead(system: SystemContext, workerId: string): Promise<void> {
	const newest = await readNewest(system.database);
	if (newest) await keepHead(system.config, workerId, newest);
}

/** Reads the newest audit log entry; inside a transaction that wrote an entry, that entry. */
export async function readNewest(database: Database): Promise<Head | null> {
	const row = await database
		.selectFrom("audit_entry")
		.select(["id", "hash", "at"])
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row ? { entry: row.id, hash: row.hash, at: row.at.toISOString() } : null;
}

async function mismatchOfHead(
	system: SystemContext,
	workerId: string,
	[heads, now]: readonly [readonly KnownHead[], Server],
): Promise<FoundMismatch | "waiting" | null> {
	const { database, config } = system;
	const [furthest] = heads;
	logUnidentified(system, now);
	if (!furthest) {
		const machine = await judgeMachine(system, workerId);
		if (machine === "waiting") return "waiting";
		if (machine === "unknown") return mismatchWithoutHead(system, workerId);
		const newest = await readNewest(database);
		if (newest) await keepHead(config, workerId, { ...newest, ...now });
		return null;
	}
	const differing = await compareWithHead(database, furthest, now);
	const copy = differing ? null : await findCopyHead(system, heads, furthest);
	const known = copy ?? furthest;
	const found = copy ? ({ kind: "restored_backup", id: copy.hash } as const) : differing;
	if (found === null) {
		const next = mergeFacts(known, now);
		if (SERVER_FACTS.some((fact) => next[fact] !== known[fact]))
			await keepHead(config, workerId, { ...known, ...next });
		return null;
	}
	const newest = await readNewest(database);
	const heals = await canAutoResolve(system, found.kind, known);
	if (await isAcknowledged(database, { ...found, heals })) {
		if (newest) await replaceHeads(config, workerId, { ...newest, ...mergeFacts(known, now) });
		return null;
	}
	return { ...mismatchOf(found.kind, found.id, known, newest), heals };
}

/** Returns the mismatch that a machine with this head must report; null for none. An acknowledgement is bound to the id. */
export async function compareWithHead(
	database: Database,
	known: KnownHead,
	now: ServerIdentity,
): Promise<Pick<DatabaseMismatch, "kind" | "id"> | null> {
	const entry = await database
		.selectFrom("audit_entry")
		.select("hash")
		.where("id", "=", known.entry)
		.executeTakeFirst();
	// guard: other-server-is-another-database
	return entry?.hash === known.hash
		? otherServer(known, now)
		: { kind: known.entry === "0" ? "unknown_database" : "restored_backup", id: known.hash };
}

/** Compares servers once the known entry was found: another server may still lack later commits. Null when no difference is known. */
function otherServer(known: KnownHead, now: ServerIdentity): Pick<DatabaseMismatch, "kind" | "id"> | null {
	const differs = (before: string | null, after: string | null) =>
		before !== null && after !== null && before !== after;
	const id = `${known.server}/${known.timeline} > ${now.server}/${now.timeline}`;
	if (differs(known.server, now.server)) return { kind: "another_server", id };
	return differs(known.timeline, now.timeline) ? { kind: "standby_promoted", id } : null;
}

function logUnidentified({ database, log }: SystemContext, { server, timeline }: ServerIdentity): void {
	const seen = lastChecksOf(database);
	if (seen.isUnidentifiedLogged || (server !== null && timeline !== null)) return;
	seen.isUnidentifiedLogged = true;
	log.warn({ event: "server_not_identified", cause: server === null ? "system identifier" : "timeline" });
}

/**
 * `new`: nothing was ever sent from this database, or another worker knows the database. `waiting`: another worker may still prove that it
 * knows the database.
 */
async function judgeMachine({ database }: SystemContext, workerId: string): Promise<"new" | "waiting" | "unknown"> {
	const attempt = await database.selectFrom("attempt").select("id").limit(1).executeTakeFirst();
	if (!attempt) return "new";
	const others = await watchOtherWorkers(database, workerId);
	return others === "yes" ? "new" : others === "waiting" ? "waiting" : "unknown";
}

/** Reports a machine that never knew this database. It stores a head with a random hash, so that later checks find the mismatch again. */
async function mismatchWithoutHead({ config, database }: SystemContext, workerId: string): Promise<FoundMismatch> {
	const head = { entry: "0", hash: randomUUID(), at: new Date(0).toISOString() };
	await keepHead(config, workerId, head);
	return mismatchOf("unknown_database", head.hash, null, await readNewest(database));
}

function mismatchOf(
	kind: DatabaseMismatch["kind"],
	id: string,
	known: Head | null,
	newest: Head | null,
): FoundMismatch {
	const isKnown = known !== null && known.entry !== "0";
	return {
		kind,
		id,
		knownEntry: isKnown ? known.entry : null,
		knownAt: isKnown ? known.at : null,
		newestEntry: newest?.entry ?? null,
		newestAt: newest?.at ?? null,
	};
}

/** Throws when the stored mismatch cannot be read, so that nothing is sent. */
export async function selectMismatch(database: Database) {
	const row = await selectSetting(database, DATABASE_MISMATCH);
	return row && { mismatch: mismatchSchema.parse(row.value), at: row.changed_at };
}

const acknowledgedSchema = z.object({ ids: z.array(z.string()) });

export async function readAcknowledged(database: Database): Promise<string[]> {
	return (await readSetting(database, ACKNOWLEDGED_MISMATCHES, acknowledgedSchema, { ids: [] })).ids;
}

async function isAcknowledged(
	database: Database,
	{ kind, id, heals }: Pick<FoundMismatch, "kind" | "id" | "heals">,
): Promise<boolean> {
	if (kind === "other_environment") return (await readEnvironmentInUse(database))?.environment === id;
	const ids = await readAcknowledged(database);
	return ids.includes(id) || (heals === true && ids.includes(movedId(id)));
}

/** Returns the id under which a mismatch that ended by itself is acknowledged. The id counts only when `canAutoResolve` holds again. */
export const movedId = (id: string) => `moved ${id}`;

function lastChecksOf(database: Database): LastChecks {
	const known = lastChecks.get(database) ?? { found: new Map(), isUnidentifiedLogged: false };
	lastChecks.set(database, known);
	return known;
}

/**
 * Stores a mismatch once, however many workers find it. A mismatch that people must end replaces one that would end by itself. Returns
 * false when the mismatch was acknowledged while this transaction waited for the audit turn.
 */
export async function stopForMismatch(
	trx: DatabaseTransaction,
	{ clock, config }: Pick<SystemContext, "clock" | "config">,
	found: FoundMismatch,
	by?: string,
): Promise<boolean> {
	const at = clock.now();
	await awaitAuditTurn(trx);
	if (await isAcknowledged(trx, found)) return false;
	const current = await readOwnMismatch(trx);
	if (current && !(current.heals && !found.heals)) return true;
	const { awaits, eventId, incarnation } = current ?? (await readBefore(trx, config));
	const value = { ...found, awaits, eventId, incarnation, heals: found.heals ?? false, foundBy: by ?? null };
	await stopOnce(trx, at, {
		replaces: current !== null,
		...{ name: DATABASE_MISMATCH, value, memberId: null, action: "setting.database_mismatched" },
		details: {
			kind: found.kind,
			...(found.knownEntry ? { known: found.knownEntry } : {}),
			...(found.newestEntry ? { newest: found.newestEntry } : {}),
		},
	});
	return true;
}

export async function readOwnMismatch(database: Database): Promise<DatabaseMismatch | null> {
	return (await selectMismatch(database))?.mismatch ?? null;
}

export async function requireMismatch(trx: DatabaseTransaction): Promise<DatabaseMismatch> {
	const current = await readOwnMismatch(trx);
	if (!current) throw new AppError("conflict", "there is no mismatch");
	return current;
}
