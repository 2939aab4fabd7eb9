/** Ensures that no program of Cauri uses a database that a restore is about to replace. */
import { setTimeout as pause } from "node:timers/promises";
import type { ClientBase } from "pg";
import { BackupError } from "#server/backup/backup-error.ts";
import { WORKER_AWAY_MS } from "#server/store/worker-signs.ts";

const LOOK_MS = 500;
const GONE_MS = 2_000;

/**
 * Checks the server's list of connections, which our programs name, and the workers' heartbeats, because a pooler may hide names.
 * A recent heartbeat may be a dead worker's: it is watched until it moves or grows old.
 */
export async function requireUnused(client: ClientBase, onWait: () => void, signal?: AbortSignal): Promise<void> {
	let names = await readPrograms(client);
	// The server lists a program for a moment after its end.
	for (
		const deadline = Date.now() + GONE_MS;
		names.length > 0 && Date.now() < deadline;
		names = await readPrograms(client)
	)
		await pause(100, undefined, { signal });
	if (names.length > 0)
		throw new BackupError(
			`This database is in use (${names.join(", ")}): stop every web and worker program that uses it first.`,
		);
	const { rows: worker } = await client.query<{ there: boolean }>("select to_regclass('worker') is not null as there");
	if (!worker[0]?.there) return;
	const first = await youngestSign(client);
	if (first && first.ageMs < WORKER_AWAY_MS) onWait();
	for (let sign = first; sign && sign.ageMs < WORKER_AWAY_MS; sign = await youngestSign(client)) {
		if (sign.at !== first?.at)
			throw new BackupError(
				"This database is in use: a worker is running on it. Stop every web and worker program that uses it first.",
			);
		await pause(LOOK_MS, undefined, { signal });
	}
}

async function youngestSign(client: ClientBase): Promise<{ at: string; ageMs: number } | null> {
	const { rows } = await client.query<{ at: string | null; age: number | null }>(
		`select max(seen_at)::text as at, (extract(epoch from clock_timestamp() - max(seen_at)) * 1000)::float8 as age from worker`,
	);
	const [row] = rows;
	return row?.at && row.age !== null ? { at: row.at, ageMs: row.age } : null;
}

async function readPrograms(client: ClientBase): Promise<string[]> {
	// Within a transaction, the first reading of the activity is cached.
	await client.query("select pg_stat_clear_snapshot()");
	const { rows } = await client.query<{ name: string }>(
		`select distinct application_name as name from pg_stat_activity
		where datname = current_database() and pid <> pg_backend_pid() and application_name like 'cauri-%' order by 1`,
	);
	return rows.map(({ name }) => name);
}
