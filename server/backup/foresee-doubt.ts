/** What this machine's desk will say of a database that was just put back, told to whoever did it before they start it. */
import { holdAgainstHead } from "#server/payments/stop/database-doubt.ts";
import type { Database } from "#server/store/database.ts";
import { type HeadPlaces, readHead } from "#server/store/head-file.ts";
import { readServerIdentity } from "#server/store/server-identity.ts";

/**
 * `stops`: nothing is sent until an admin acknowledges, and why. `nothing_since`: the machine knows nothing newer. `no_head`: it
 * knows nothing; then nothing is sent either once payments were sent from there, unless a worker elsewhere knows better.
 */
export type ForeseenDoubt =
	| { kind: "stops"; why: "older" | "another_server"; knownEntry: string; knownAt: string }
	| { kind: "nothing_since" }
	| { kind: "no_head"; sent: boolean };

export async function foreseeDoubt(database: Database, places: HeadPlaces): Promise<ForeseenDoubt> {
	const known = await readHead(places);
	if (known === null || known.entry === "0") {
		const attempt = await database.selectFrom("attempt").select("id").limit(1).executeTakeFirst();
		return { kind: "no_head", sent: attempt !== undefined };
	}
	const found = await holdAgainstHead(database, known, await readServerIdentity(database));
	if (found === null) return { kind: "nothing_since" };
	const why = found.kind === "restored_backup" ? "older" : "another_server";
	return { kind: "stops", why, knownEntry: known.entry, knownAt: known.at };
}
