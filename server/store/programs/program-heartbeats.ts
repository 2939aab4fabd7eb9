import { createHmac } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, type Selectable, sql } from "kysely";
import { ulid } from "ulid";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/store/database.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { IS_ALIVE, WORKER_AWAY_MS } from "#server/store/worker-heartbeats.ts";
import manifest from "../../../package.json" with { type: "json" };

export const PROGRAM_BEAT_MS = 5_000;

export type LivingProgram = Selectable<Tables["program"]>;

/** SQL: the OIDs of the database and a table. They are equal on all its standbys, and usually differ on another database. */
const SALT = sql<string>`concat_ws(' ', (select oid from pg_database where datname = current_database()), 'program'::regclass::oid)`;

type Shared = Pick<Config, "sessionPasswords" | "walletCurrencies">;

/** Returns a function that writes this program's row; its first call also deletes rows that are a day old. */
export function programHeartbeat(database: Database, kind: DeskProgram, shared: Shared): () => Promise<void> {
	const machine = hostname();
	const id = `${kind}:${machine}:${process.pid}:${ulid()}`;
	let own: Omit<Tables["program"], "id" | "seen_at" | "started_at"> | null = null;
	return async () => {
		if (own === null) {
			await sql`delete from program where seen_at < now() - interval '1 day'`.execute(database);
			const { rows } = await sql<{ salt: string }>`select ${SALT} as salt`.execute(database);
			own = { kind, machine, version: manifest.version, ...digested(shared, rows[0]?.salt ?? "") };
		}
		const seen = { seen_at: sql<Date>`now()` };
		await database
			.insertInto("program")
			.values({ id, ...own, ...seen, started_at: sql<Date>`now() - ${process.uptime()} * interval '1 second'` })
			.onConflict((conflict) => conflict.column("id").doUpdateSet(seen))
			.execute();
	};
}

function digested({ sessionPasswords, walletCurrencies }: Shared, salt: string) {
	const passwords = Object.values(sessionPasswords).map((password) => password.reveal());
	return {
		currencies: [...walletCurrencies].sort().join(","),
		session_password: createHmac("sha256", passwords.join(",")).update(salt).digest("hex").slice(0, 16),
	};
}

export function readLivingPrograms(database: Database): Promise<LivingProgram[]> {
	return database
		.selectFrom("program")
		.selectAll()
		.where(IS_ALIVE)
		.orderBy("machine")
		.orderBy("kind")
		.orderBy("id")
		.execute();
}

interface Watch {
	/** Chooses the programs to look for; all by default. */
	isMeant?: (program: LivingProgram) => boolean;
	onWait?: (() => void) | undefined;
	signal?: AbortSignal | undefined;
}

const POLL_MS = 500;

/**
 * Returns the programs that run. A heartbeat may be the last one of an ended program: calls `onWait`, then returns the programs once
 * another heartbeat comes, or none once the last is 20 s old or none has come for 20 s.
 */
export async function findRunningPrograms<T>(
	database: Kysely<T>,
	{ isMeant = () => true, onWait, signal }: Watch = {},
): Promise<LivingProgram[]> {
	if (!(await hasPrograms(database))) return [];
	const read = async () => (await readPossiblePrograms(database)).filter(isMeant);
	const end = performance.now() + WORKER_AWAY_MS;
	const first = await read();
	if (first.length > 0) onWait?.();
	const before = new Map(first.map(({ id, seen_at }) => [id, seen_at.getTime()]));
	for (let found = first; found.length > 0 && performance.now() < end; found = await read()) {
		if (found.some(({ id, seen_at }) => before.get(id) !== seen_at.getTime())) return found;
		await pause(POLL_MS, undefined, { signal });
	}
	return [];
}

async function hasPrograms<T>(database: Kysely<T>): Promise<boolean> {
	const { rows } = await sql<{ there: boolean }>`select to_regclass('program') is not null as there`.execute(database);
	return rows[0]?.there ?? false;
}

/** Also returns programs whose heartbeat is ahead of the database's clock: after that clock was set back, they may live. */
function readPossiblePrograms<T>(database: Kysely<T>): Promise<LivingProgram[]> {
	return (database as unknown as Database)
		.selectFrom("program")
		.selectAll()
		.where("seen_at", ">", sql<Date>`now() - ${WORKER_AWAY_MS} * interval '1 millisecond'`)
		.orderBy("id")
		.execute();
}
