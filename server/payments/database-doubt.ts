/**
 * Is this the database that we know? One that is older than the head beside it is a restored backup: it would pay its old
 * approvals again. One of another service would pay there what was approved for here. Both send nothing until an admin
 * acknowledges (payments.md rule 13).
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { DOUBTS } from "#lib/contracts/desk-status.ts";
import type { SystemContext } from "#server/context.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { type Head, keepHead, readHead, replaceHeads } from "#server/store/head-file.ts";
import { WORKER_AWAY_MS } from "#server/store/worker-signs.ts";

/** Rows of table `setting`. */
export const DATABASE_DOUBT = "database_doubt";
export const ACKNOWLEDGED_DOUBTS = "acknowledged_doubts";
export const ENVIRONMENT_IN_USE = "environment_in_use";

export const doubtSchema = z.object({
	kind: z.enum(DOUBTS),
	/** What an acknowledgement is bound to. */
	id: z.string(),
	/** The newest entry that this machine knows of; null when it knows none. */
	knownEntry: z.string().nullable(),
	knownAt: z.iso.datetime().nullable(),
	/** The newest entry that the database has. */
	newestEntry: z.string().nullable(),
	newestAt: z.iso.datetime().nullable(),
});
export type Doubt = z.infer<typeof doubtSchema>;

/** Looks, and stops sending when in doubt. True: nothing may be sent. Also called in quiet times, so that it is said early. */
export async function isDatabaseDoubted(system: SystemContext, workerId: string): Promise<boolean> {
	const doubt = (await doubtOfEnvironment(system)) ?? (await doubtOfHead(system, workerId));
	if (doubt === null) return false;
	const at = system.clock.now();
	await system.database.transaction().execute((trx) => stopForDoubt(trx, at, doubt));
	return true;
}

/** Brings the file forward to what the database has; only called when that is not in doubt. */
export async function advanceHead(system: SystemContext, workerId: string): Promise<void> {
	const newest = await readNewest(system.database);
	if (newest) await keepHead(system.config.dataDir, workerId, newest);
}

/** The newest entry of the record; inside of a transaction that wrote one, its own. */
export async function readNewest(database: Database | DatabaseTransaction): Promise<Head | null> {
	const row = await database
		.selectFrom("audit_entry")
		.select(["id", "hash", "at"])
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row ? { entry: row.id, hash: row.hash, at: row.at.toISOString() } : null;
}

async function doubtOfHead(system: SystemContext, workerId: string): Promise<Doubt | null> {
	const { database, config } = system;
	const known = await readHead(config.dataDir);
	if (known === null) {
		if (!(await isNewHere(system, workerId))) return strangerOf(system, workerId);
		await advanceHead(system, workerId);
		return null;
	}
	const entry = await database
		.selectFrom("audit_entry")
		.select("hash")
		.where("id", "=", known.entry)
		.executeTakeFirst();
	if (entry?.hash === known.hash) return null;
	const newest = await readNewest(database);
	if (await isAcknowledged(database, known.hash)) {
		if (newest) await replaceHeads(config.dataDir, workerId, newest);
		return null;
	}
	return doubt(known.entry === "0" ? "unknown_database" : "restored_backup", known.hash, known, newest);
}

/** Without a head: nothing was ever sent from this database, or another worker lives on it and would have said so. */
async function isNewHere({ database }: SystemContext, workerId: string): Promise<boolean> {
	const attempt = await database.selectFrom("attempt").select("id").limit(1).executeTakeFirst();
	if (!attempt) return true;
	const other = await database
		.selectFrom("worker")
		.select("id")
		.where("id", "<>", workerId)
		.where("seen_at", ">", sql<Date>`now() - ${WORKER_AWAY_MS} * interval '1 millisecond'`)
		.executeTakeFirst();
	return other !== undefined;
}

/** A machine that never knew this database: a backup on a new machine looks like this. It is remembered by a sign of its own. */
async function strangerOf({ config, database }: SystemContext, workerId: string): Promise<Doubt> {
	const stranger = { entry: "0", hash: randomUUID(), at: new Date(0).toISOString() };
	await keepHead(config.dataDir, workerId, stranger);
	return doubt("unknown_database", stranger.hash, null, await readNewest(database));
}

async function doubtOfEnvironment({ database, config, clock }: SystemContext): Promise<Doubt | null> {
	const row = await database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", ENVIRONMENT_IN_USE)
		.executeTakeFirst();
	const parsed = z.object({ environment: z.string() }).safeParse(row?.value).data;
	if (parsed?.environment === config.environment) return null;
	if (row === undefined) {
		const value = JSON.stringify({ environment: config.environment });
		await database
			.insertInto("setting")
			.values({ name: ENVIRONMENT_IN_USE, value, changed_at: clock.now(), changed_by: null })
			.onConflict((conflict) => conflict.column("name").doNothing())
			.execute();
		return null;
	}
	return doubt("other_environment", config.environment, null, await readNewest(database));
}

function doubt(kind: Doubt["kind"], id: string, known: Head | null, newest: Head | null): Doubt {
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

/** What stands in the way of sending, and since when; for people. */
export async function readDoubt(database: Database): Promise<(Omit<Doubt, "id"> & { at: string }) | null> {
	const row = await database
		.selectFrom("setting")
		.select(["value", "changed_at"])
		.where("name", "=", DATABASE_DOUBT)
		.executeTakeFirst();
	if (!row) return null;
	const { id: _id, ...found } = doubtSchema.parse(row.value);
	return { ...found, at: row.changed_at.toISOString() };
}

export async function readAcknowledged(database: Database | DatabaseTransaction): Promise<string[]> {
	const row = await database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", ACKNOWLEDGED_DOUBTS)
		.executeTakeFirst();
	return z.object({ ids: z.array(z.string()) }).safeParse(row?.value).data?.ids ?? [];
}

async function isAcknowledged(database: Database, id: string): Promise<boolean> {
	return (await readAcknowledged(database)).includes(id);
}

/** Said and recorded once, however many workers see it. */
async function stopForDoubt(trx: DatabaseTransaction, at: Date, found: Doubt): Promise<void> {
	const inserted = await trx
		.insertInto("setting")
		.values({ name: DATABASE_DOUBT, value: JSON.stringify(found), changed_at: at, changed_by: null })
		.onConflict((conflict) => conflict.column("name").doNothing())
		.returning("name")
		.executeTakeFirst();
	if (!inserted) return;
	await recordAudit(trx, {
		at,
		memberId: null,
		action: "setting.database_doubted",
		subjectKind: "setting",
		subjectId: DATABASE_DOUBT,
		details: {
			kind: found.kind,
			...(found.knownEntry ? { known: found.knownEntry } : {}),
			...(found.newestEntry ? { newest: found.newestEntry } : {}),
		},
	});
	await tellChange(trx, { topic: "status", id: null });
}
