import type { Action } from "#lib/roles.ts";
import { demandStill } from "#server/access/demand-still.ts";
import type { Actor } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Like `demandStill`, for a word that has weight: the database counts none of a new approver's. Throws `forbidden`, `too_new_to_decide`. */
export async function demandStillDecides(
	context: { member: Pick<Actor, "id"> },
	trx: DatabaseTransaction,
	action: Action,
): Promise<void> {
	const { decides } = await demandStill(context, trx, action);
	if (!decides) throw new AppError("too_new_to_decide", "no second admin has looked at this member yet");
}
