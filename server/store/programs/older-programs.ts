import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { UserFacingError } from "#server/errors.ts";
import { type LivingProgram, readPossiblePrograms } from "#server/store/programs/program-heartbeats.ts";
import { isAtLeast, leastVersion, readSchemaVersion } from "#server/store/schema-version.ts";
import { WORKER_AWAY_MS } from "#server/store/worker-heartbeats.ts";

const POLL_MS = 500;

/**
 * Throws a UserFacingError when a program runs that is too old for a missing migration. A heartbeat may be the last one of an ended
 * program: calls `onWait`, then throws if another heartbeat comes, and returns once the last is 20 s old or none has come for 20 s.
 */
export async function requireNoOlderProgram<T>(
	database: Kysely<T>,
	onWait: () => void = () => undefined,
): Promise<void> {
	const { missing } = await readSchemaVersion(database);
	if (missing.length === 0 || !(await hasPrograms(database))) return;
	const read = async () =>
		(await readPossiblePrograms(database)).filter(
			({ version }) => !missing.every((name) => isAtLeast(version, leastVersion(name))),
		);
	const end = performance.now() + WORKER_AWAY_MS;
	const first = await read();
	if (first.length > 0) onWait();
	const before = new Map(first.map(({ id, seen_at }) => [id, seen_at.getTime()]));
	for (let older = first; older.length > 0 && performance.now() < end; older = await read()) {
		if (older.some(({ id, seen_at }) => before.get(id) !== seen_at.getTime()))
			throw new UserFacingError(refusal(missing, older));
		await pause(POLL_MS);
	}
}

async function hasPrograms<T>(database: Kysely<T>): Promise<boolean> {
	const { rows } = await sql<{ there: boolean }>`select to_regclass('program') is not null as there`.execute(database);
	return rows[0]?.there ?? false;
}

function refusal(missing: readonly string[], older: readonly LivingProgram[]): string {
	const [least = ""] = missing.map(leastVersion).sort((a, b) => (isAtLeast(a, b) ? -1 : 1));
	const named = older.map(
		({ kind, version, machine, started_at }) =>
			`${kind} ${version} on ${machine}, since ${started_at.toISOString().slice(0, 16).replace("T", " ")} UTC`,
	);
	return `Nothing was migrated: the missing migrations (up to ${missing.at(-1)}) need programs of ${least} or newer, and older ones run (${named.join("; ")}). Stop them, then run npm run migrate again.`;
}
