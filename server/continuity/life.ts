/**
 * The unbroken life of a worker process: its sign of life every few seconds, and the question whether time went missing since the
 * last one. Three clocks are asked: one stands still while a machine sleeps, one can be set, one is the database's.
 */
import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { type GapCause, openGaps } from "#server/continuity/continuity-gap.ts";
import type { Database } from "#server/store/database.ts";
import { readArriving } from "#server/wallets/sync-row.ts";

export interface Life {
	readonly workerId: string;
	/** Does this worker know the database from outside of it? Its sign says so to machines that are new. */
	knowsDatabase(): boolean;
	/** The last sign of life as this process knows it; null before the first. */
	mark: Mark | null;
}

/** Of one moment, in ms. */
interface Mark {
	wall: number;
	/** Monotonic: cannot be set. */
	ticks: number;
	/** The database's clock, as it is written in the worker's row. */
	database: number;
}

/** So much time without a sign of life, or between two clocks' words on it, is a gap. */
// guard: minute-is-a-gap
const GAP_MS = 60_000;

export function newLife(workerId: string, knowsDatabase: () => boolean = () => false): Life {
	return { workerId, knowsDatabase, mark: null };
}

/** Was anything missed since the last sign of life? Then wallets must be read before a payout leaves. Asked before each send. */
export async function askLife(system: SystemContext, life: Life): Promise<void> {
	const cause = await findCause(system, life, clocks(system));
	if (cause) await openGaps(system, cause);
}

/** A sign of life; what was missed since the last one is kept first. The clocks count from the question: who sleeps after it is asked again. */
export async function showLife(system: SystemContext, life: Life): Promise<void> {
	const at = clocks(system);
	const cause = await findCause(system, life, at);
	const knowsDatabase = life.knowsDatabase();
	const known = { knowsDatabase, onlyWithinMs: GAP_MS };
	let seenAt = cause ? null : await signOfLife(system.database, life.workerId, known);
	if (seenAt === null) {
		await openGaps(system, cause ?? "pause");
		seenAt = await signOfLife(system.database, life.workerId, { knowsDatabase });
	}
	life.mark = { ...at, database: seenAt?.getTime() ?? 0 };
}

/**
 * By the database's clock. With it stands how far the database knew the wallets: what comes later was not seen by this worker.
 * Null, and nothing is written, when the last sign is older than `onlyWithinMs`.
 */
export async function signOfLife(
	database: Database,
	workerId: string,
	{ knowsDatabase = false, onlyWithinMs }: { knowsDatabase?: boolean; onlyWithinMs?: number } = {},
): Promise<Date | null> {
	const look = await database
		.selectFrom("wallet_look")
		.select((of) => of.fn.max("id").as("id"))
		.executeTakeFirst();
	const line = await database
		.selectFrom("movement")
		.select((of) => of.fn.max("id").as("id"))
		.executeTakeFirst();
	// Lines of a first list that is still arriving were not looked at: they are none of what was known.
	const arriving = await readArriving(database);
	const lineId = BigInt(line?.id ?? 0);
	const known = arriving !== null && BigInt(arriving) <= lineId ? BigInt(arriving) - 1n : lineId;
	const reach = { look_id: look?.id ?? "0", movement_id: String(known) };
	const sign = { seen_at: sql<Date>`now()`, ...reach, knows_database: knowsDatabase };
	const row = await database
		.insertInto("worker")
		.values({ id: workerId, started_at: sql<Date>`now()`, ...sign })
		.onConflict((conflict) => {
			const renewed = conflict.column("id").doUpdateSet(sign);
			if (onlyWithinMs === undefined) return renewed;
			return renewed.where("worker.seen_at", ">", sql<Date>`now() - ${onlyWithinMs} * interval '1 millisecond'`);
		})
		.returning("seen_at")
		.executeTakeFirst();
	return row?.seen_at ?? null;
}

async function findCause(
	system: SystemContext,
	{ workerId, mark }: Life,
	{ wall, ticks }: Omit<Mark, "database">,
): Promise<GapCause | null> {
	// guard: start-is-a-gap
	if (mark === null) return "start";
	const row = await system.database
		.selectFrom("worker")
		.select(["seen_at", sql<Date>`now()`.as("now")])
		.where("id", "=", workerId)
		.executeTakeFirst();
	// Our own last sign is gone: another state of the database was put back under our feet.
	if (!row || row.seen_at.getTime() < mark.database) return "went_back";
	return causeOf([wall - mark.wall, ticks - mark.ticks, row.now.getTime() - mark.database]);
}

/** What the clocks' words on the same stretch of time mean. Pure. */
export function causeOf(passed: readonly number[]): GapCause | null {
	const [least, most] = [Math.min(...passed), Math.max(...passed)];
	if (least >= GAP_MS) return "pause";
	if (most >= GAP_MS || most - least >= GAP_MS) return "clock";
	return null;
}

function clocks({ clock }: SystemContext): Omit<Mark, "database"> {
	return { wall: clock.now().getTime(), ticks: performance.now() };
}
