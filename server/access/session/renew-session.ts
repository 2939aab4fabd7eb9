/** Gives the session a new id, so that an id observed before a proof is worthless after it. */
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
	const renewed = await trx
		.updateTable("session")
		.set((eb) => ({
			// An id from before the second step never works after it, not even for requests under way.
			renewed_from: factor === undefined ? eb.ref("id_hash") : null,
			renewed_at: now,
			id_hash: hashSessionId(id),
			...(factor === undefined ? {} : { factor, factor_at: now }),
		}))
		.where("key", "=", key)
		.where("ended_at", "is", null)
		.returning("key")
		.executeTakeFirst();
	if (!renewed) throw new AppError("unauthenticated", "the session ended meanwhile");
	return id;
}
