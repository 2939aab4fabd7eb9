import { compareWithHead, type DatabaseMismatch } from "#server/continuity/database-mismatch.ts";
import type { Database } from "#server/store/database.ts";
import type { HeadPlaces } from "#server/store/durable-file.ts";
import { type KnownHead, readHead } from "#server/store/head-file.ts";
import { readServerIdentity } from "#server/store/server-identity.ts";

/**
 * The mismatch that a worker of this machine will find: it sends nothing until that ends. `nothing_since`: the database has the machine's
 * head. `no_head`: the machine has none; if payments were `sent`, sending stops unless another worker knows the database.
 */
export type PredictedMismatch =
	| { kind: DatabaseMismatch["kind"]; known: KnownHead }
	| { kind: "nothing_since" }
	| { kind: "no_head"; sent: boolean };

export async function predictMismatch(database: Database, places: HeadPlaces): Promise<PredictedMismatch> {
	const known = await readHead(places);
	if (known === null || known.entry === "0") {
		const attempt = await database.selectFrom("attempt").select("id").limit(1).executeTakeFirst();
		return { kind: "no_head", sent: attempt !== undefined };
	}
	const found = await compareWithHead(database, known, await readServerIdentity(database));
	return found ? { kind: found.kind, known } : { kind: "nothing_since" };
}
