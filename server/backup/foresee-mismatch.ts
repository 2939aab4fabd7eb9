import { compareWithHead } from "#server/continuity/database-mismatch.ts";
import type { Database } from "#server/store/database.ts";
import type { HeadPlaces } from "#server/store/durable-file.ts";
import { readHead } from "#server/store/head-file.ts";
import { readServerIdentity } from "#server/store/server-identity.ts";

/**
 * `stops`: a worker of this machine will find a mismatch and send nothing until it ends. `nothing_since`: the database has the machine's
 * head. `no_head`: the machine has none; if payments were `sent`, sending stops unless another worker knows the database.
 */
export type ForeseenMismatch =
	| { kind: "stops"; why: "older" | "another_server"; knownEntry: string; knownAt: string }
	| { kind: "nothing_since" }
	| { kind: "no_head"; sent: boolean };

export async function foreseeMismatch(database: Database, places: HeadPlaces): Promise<ForeseenMismatch> {
	const known = await readHead(places);
	if (known === null || known.entry === "0") {
		const attempt = await database.selectFrom("attempt").select("id").limit(1).executeTakeFirst();
		return { kind: "no_head", sent: attempt !== undefined };
	}
	const found = await compareWithHead(database, known, await readServerIdentity(database));
	if (found === null) return { kind: "nothing_since" };
	const why = found.kind === "restored_backup" ? "older" : "another_server";
	return { kind: "stops", why, knownEntry: known.entry, knownAt: known.at };
}
