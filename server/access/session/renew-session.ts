/** Gives the session a new id at a proof of identity, so that an id that was observed before the proof is worthless after it. */
import { sql } from "kysely";
import type { FactorKind } from "#lib/contracts/second-factor.ts";
import { hashSessionId, newSessionId } from "#server/access/session-id.ts";
import { AppError } from "#server/errors.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Returns the id for the cookie. Throws `unauthenticated` when the session has ended meanwhile. */
export async function renewSession(
	trx: DatabaseTransaction,
	now: Date,
	{ key, factor }: { key: string /** The factor that passed the second step. */; factor?: FactorKind },
): Promise<string> {
	const id = newSessionId();
	await trx
		.updateTable("session")
		.set({
			// After the second step the previous id stops working at once. Else it works until the browser has used the new one,
			// whose answer may have been lost: then it stays the previous id at the next renewal, too.
			renewed_from:
				factor === undefined
					? sql<string>`case when renewed_at is null then coalesce(renewed_from, id_hash) else id_hash end`
					: null,
			renewed_at: null,
			id_hash: hashSessionId(id),
			...(factor === undefined ? {} : { factor, factor_at: now }),
		})
		.where("key", "=", key)
		.where("ended_at", "is", null)
		.returning("key")
		.executeTakeFirstOrThrow(() => new AppError("unauthenticated", "the session ended meanwhile"));
	return id;
}
