/**
 * Is this the database that we know? One that is older than the head beside it is a restored backup: it would pay its old
 * approvals again. One of another service would pay there what was approved for here. Another server or a standby may lack
 * what was committed last. All send nothing until an admin acknowledges (payments.md rules 13 and 16).
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { DOUBTS } from "#lib/contracts/desk-status.ts";
import type { SystemContext } from "#server/context.ts";
import { keepForgottenPermits } from "#server/payments/stop/forgotten-permits.ts";
import { stopOnce } from "#server/payments/stop/stop-once.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { type Head, type KnownHead, keepHead, readHead, replaceHeads } from "#server/store/head-file.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import { watchColleagues } from "#server/store/living-workers.ts";
import { readServerIdentity, type ServerIdentity } from "#server/store/server-identity.ts";

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

/** What this process found at its last looks: who knows the database, and which doubts it has told all about. */
interface Looks {
	knowing: Set<string>;
	told: Set<string>;
	isUnidentifiedSaid: boolean;
}
const looks = new WeakMap<Database, Looks>();

/** Looks, and stops sending when in doubt. True: nothing may be sent. Also called in quiet times, so that it is said early. */
export async function isDatabaseDoubted(system: SystemContext, workerId: string): Promise<boolean> {
	const { knowing } = looksAt(system.database);
	const [ofEnvironment, ...heads] = await Promise.all([
		doubtOfEnvironment(system),
		readHead(system.config),
		readServerIdentity(system.database),
	]);
	const doubt = ofEnvironment ?? (await doubtOfHead(system, workerId, heads));
	if (doubt === null) knowing.add(workerId);
	else knowing.delete(workerId);
	// guard: doubt-stops-sending
	if (doubt === null) return false;
	if (doubt === "waiting") return true;
	const at = system.clock.now();
	await system.database.transaction().execute((trx) => stopForDoubt(trx, at, doubt));
	await tellForgotten(system, doubt);
	return true;
}

/** Did the last look of this worker find the database that it knows? Its signs of life say so to machines that are new. */
export function isKnownTo(database: Database, workerId: string): boolean {
	return looksAt(database).knowing.has(workerId);
}

/** Brings the file forward to what the database has; only called when that is not in doubt. */
export async function advanceHead(system: SystemContext, workerId: string): Promise<void> {
	const newest = await readNewest(system.database);
	if (newest) await keepHead(system.config, workerId, newest);
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

async function doubtOfHead(
	system: SystemContext,
	workerId: string,
	[known, now]: readonly [KnownHead | null, ServerIdentity],
): Promise<Doubt | "waiting" | null> {
	const { database, config } = system;
	sayUnidentified(system, now);
	if (known === null) {
		const place = await placeOf(system, workerId);
		if (place === "waiting") return "waiting";
		if (place === "stranger") return strangerOf(system, workerId);
		const newest = await readNewest(database);
		if (newest) await keepHead(config, workerId, { ...newest, ...now });
		return null;
	}
	const found = await holdAgainstHead(database, known, now);
	if (found === null) {
		// A head of an earlier version, or of a server that did not tell: from now on it is known.
		if ((known.server === null && now.server) || (known.timeline === null && now.timeline))
			await keepHead(config, workerId, { ...known, ...told(known, now) });
		return null;
	}
	const newest = await readNewest(database);
	if (await isAcknowledged(database, found.id)) {
		if (newest) await replaceHeads(config, workerId, { ...newest, ...told(known, now) });
		return null;
	}
	return doubt(found.kind, found.id, known, newest);
}

/** What a machine that knows this head will say of this database; null: no doubt. The id is what an acknowledgement is bound to. */
export async function holdAgainstHead(
	database: Database,
	known: KnownHead,
	now: ServerIdentity,
): Promise<Pick<Doubt, "kind" | "id"> | null> {
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

/** All that we know is there, but who answers is somebody else: what was committed last may be missing all the same. */
function otherServer(known: KnownHead, now: ServerIdentity): Pick<Doubt, "kind" | "id"> | null {
	const differs = (before: string | null, after: string | null) =>
		before !== null && after !== null && before !== after;
	const id = `${known.server}/${known.timeline} > ${now.server}/${now.timeline}`;
	if (differs(known.server, now.server)) return { kind: "another_server", id };
	return differs(known.timeline, now.timeline) ? { kind: "standby_promoted", id } : null;
}

/** What a server does not tell stays as it was known. */
function told(known: ServerIdentity, now: ServerIdentity): ServerIdentity {
	return { server: now.server ?? known.server, timeline: now.timeline ?? known.timeline };
}

function sayUnidentified({ database, log }: SystemContext, { server, timeline }: ServerIdentity): void {
	const seen = looksAt(database);
	if (seen.isUnidentifiedSaid || (server !== null && timeline !== null)) return;
	seen.isUnidentifiedSaid = true;
	log.warn({ event: "server_not_identified", cause: server === null ? "system identifier" : "timeline" });
}

/** Without a head: nothing was ever sent from this database, or another worker lives on it and would have said so. */
async function placeOf({ database }: SystemContext, workerId: string): Promise<"new" | "waiting" | "stranger"> {
	const attempt = await database.selectFrom("attempt").select("id").limit(1).executeTakeFirst();
	if (!attempt) return "new";
	const colleagues = await watchColleagues(database, workerId);
	return colleagues === "yes" ? "new" : colleagues === "waiting" ? "waiting" : "stranger";
}

/** A machine that never knew this database: a backup on a new machine looks like this. It is remembered by a sign of its own. */
async function strangerOf({ config, database }: SystemContext, workerId: string): Promise<Doubt> {
	const stranger = { entry: "0", hash: randomUUID(), at: new Date(0).toISOString() };
	await keepHead(config, workerId, stranger);
	return doubt("unknown_database", stranger.hash, null, await readNewest(database));
}

async function doubtOfEnvironment({ database, config, clock }: SystemContext): Promise<Doubt | null> {
	const inUse = await readEnvironmentInUse(database);
	if (inUse === config.environment) return null;
	if (inUse === null) {
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

/** Null: not said yet. What cannot be read is no environment of ours. */
async function readEnvironmentInUse(database: Database | DatabaseTransaction): Promise<string | null> {
	const row = await database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", ENVIRONMENT_IN_USE)
		.executeTakeFirst();
	return row ? environmentOf(row.value) : null;
}

/** Of a row of `setting`. */
export function environmentOf(value: unknown): string {
	return z.object({ environment: z.string() }).safeParse(value).data?.environment ?? "";
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
		.modifyFront(PREPARED)
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

/** For people: what left by a database that is gone. A journal that cannot be read now is read at the next look. */
async function tellForgotten(system: SystemContext, { id, kind }: Doubt): Promise<void> {
	const { told } = looksAt(system.database);
	if (kind === "other_environment" || told.has(id)) return;
	try {
		await keepForgottenPermits(system);
		told.add(id);
	} catch (error) {
		system.log.error({ event: "journal_not_read", err: error });
	}
}

function looksAt(database: Database): Looks {
	const known = looks.get(database) ?? { knowing: new Set(), told: new Set(), isUnidentifiedSaid: false };
	looks.set(database, known);
	return known;
}

/** Said and recorded once, however many workers see it. */
export async function stopForDoubt(trx: DatabaseTransaction, at: Date, found: Doubt): Promise<void> {
	await stopOnce(trx, at, {
		name: DATABASE_DOUBT,
		value: found,
		action: "setting.database_doubted",
		details: {
			kind: found.kind,
			...(found.knownEntry ? { known: found.knownEntry } : {}),
			...(found.newestEntry ? { newest: found.newestEntry } : {}),
		},
	});
}
