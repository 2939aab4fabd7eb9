/**
 * Writes a worker's heartbeat every few seconds, and checks for missing time since the last one. Compares the monotonic clock, which may
 * stop while a machine sleeps, the wall clock, which can be set, and the database's clock.
 */
import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { type GapCause, openGaps } from "#server/continuity/continuity-gap.ts";
import { moveIdleWallets } from "#server/continuity/explained-until.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { INCARNATION, readIncarnation } from "#server/store/server-identity.ts";
import { ARRIVING_FROM } from "#server/wallets/sync-row.ts";

export interface Heartbeat {
	readonly workerId: string;
	/** True when this worker knows the database from its own files; its heartbeat reports this to new machines. */
	knowsDatabase(): boolean;
	/** Names of its folders outside the database (`readPlaces`): by them a restarted worker answers for one that ended. */
	readonly places: readonly string[];
	/** Null before the first heartbeat. */
	last: LastHeartbeat | null;
}

/** The clocks at one moment, in ms. */
interface LastHeartbeat {
	wall: number;
	/** Monotonic; it cannot be set. */
	ticks: number;
	/** Database time, as written in the worker's row. */
	database: number;
	/** Identifies the running server and copy of the database (`INCARNATION`); read before the heartbeat was written. */
	incarnation: string;
}

type Clocks = Pick<LastHeartbeat, "wall" | "ticks">;

/** A gap is this much time without a heartbeat, or this much difference between the times that two clocks measured. */
// guard: minute-is-a-gap
const GAP_MS = 60_000;

export function newHeartbeat(
	workerId: string,
	knowsDatabase: () => boolean = () => false,
	places: readonly string[] = [],
): Heartbeat {
	return { workerId, knowsDatabase, places, last: null };
}

/** Opens gaps if time is missing since the last heartbeat, so that wallets are read before a payout leaves. Called before each payout. */
export async function openGapIfTimeIsMissing(system: SystemContext, heartbeat: Heartbeat): Promise<void> {
	const cause = await findCause(system, heartbeat, clocks(system));
	if (cause) await openGaps(system, cause);
}

/**
 * Writes a heartbeat, after recording any missing time. Clocks and incarnation are read first, so that a later sleep
 * or restore is noticed next time.
 */
export async function writeHeartbeat(system: SystemContext, heartbeat: Heartbeat): Promise<void> {
	const at = clocks(system);
	const incarnation = await readIncarnation(system.database);
	const cause = await findCause(system, heartbeat, at);
	const known = { knowsDatabase: heartbeat.knowsDatabase(), places: heartbeat.places };
	const within = { ...known, onlyWithinMs: GAP_MS };
	let seenAt = cause ? null : await keepHeartbeat(system.database, heartbeat.workerId, within);
	if (seenAt === null) {
		await openGaps(system, cause ?? "pause");
		seenAt = await keepHeartbeat(system.database, heartbeat.workerId, known);
	}
	await moveIdleWallets(system.database);
	heartbeat.last = { ...at, database: seenAt?.getTime() ?? 0, incarnation };
}

/** True when the permit's transaction runs on the same server start and copy of the database as the last heartbeat. */
export async function isSameIncarnation(trx: DatabaseTransaction, { last }: Heartbeat): Promise<boolean> {
	return (await readIncarnation(trx)) === last?.incarnation;
}

interface Known {
	knowsDatabase: boolean;
	places: readonly string[];
}

/**
 * Writes a heartbeat in database time, with the newest reading and line in the database; this worker has seen nothing newer. Returns null,
 * without writing, when the last heartbeat is older than `onlyWithinMs`.
 */
export async function keepHeartbeat(
	database: Database,
	workerId: string,
	{ knowsDatabase = false, places = [], onlyWithinMs }: Partial<Known> & { onlyWithinMs?: number } = {},
): Promise<Date | null> {
	const written = {
		seen_at: sql<Date>`now()`,
		reading_id: sql<string>`coalesce((select max(id) from balance_reading), 0)`,
		// While a wallet's first list of movements is still arriving, its lines are unchecked, so they do not count as known.
		movement_id: sql<string>`least(coalesce((select max(id) from movement), 0), ${ARRIVING_FROM} - 1)`,
		knows_database: knowsDatabase,
	};
	const row = await database
		.insertInto("worker")
		.values({ id: workerId, started_at: sql<Date>`now()`, places: [...places], ...written })
		.onConflict((conflict) => {
			const renewed = conflict.column("id").doUpdateSet(written);
			if (onlyWithinMs === undefined) return renewed;
			return renewed.where("worker.seen_at", ">", sql<Date>`now() - ${onlyWithinMs} * interval '1 millisecond'`);
		})
		.returning("seen_at")
		.executeTakeFirst();
	return row?.seen_at ?? null;
}

async function findCause(
	system: SystemContext,
	{ workerId, last }: Heartbeat,
	{ wall, ticks }: Clocks,
): Promise<GapCause | null> {
	// guard: start-is-a-gap
	if (last === null) return "start";
	const row = await system.database
		.selectFrom("worker")
		.select(["seen_at", sql<Date>`now()`.as("now"), INCARNATION.as("incarnation")])
		.where("id", "=", workerId)
		.executeTakeFirst();
	// Our own last heartbeat is missing: the database was restored while we ran.
	if (!row || row.seen_at.getTime() < last.database) return "went_back";
	// guard: restart-is-a-gap
	if (row.incarnation !== last.incarnation) return "restart";
	return causeOf([wall - last.wall, ticks - last.ticks, row.now.getTime() - last.database]);
}

/** `passed`: milliseconds since the last heartbeat by each clock. Null for no gap. Pure. */
export function causeOf(passed: readonly number[]): GapCause | null {
	const [least, most] = [Math.min(...passed), Math.max(...passed)];
	if (least >= GAP_MS) return "pause";
	if (most >= GAP_MS || most - least >= GAP_MS) return "clock";
	return null;
}

function clocks({ clock }: SystemContext): Clocks {
	return { wall: clock.now().getTime(), ticks: performance.now() };
}
