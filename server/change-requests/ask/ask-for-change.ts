/** Instead of loosening anything: the wish is kept, told and recorded; a second admin's word makes it so. */
import { sql } from "kysely";
import { ulid } from "ulid";
import type { Asked, ChangeKind, ChangeValues } from "#lib/contracts/change-request.ts";
import { demandStillDecides } from "#server/access/demand-still-decides.ts";
import { readChangeRequests } from "#server/change-requests/ask/read-change-requests.ts";
import { recordChange } from "#server/change-requests/ask/record-change.ts";
import type { Actor, Clock } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface NewChange {
	kind: ChangeKind;
	/** A currency, a member's id, a word of the service, a doubt. */
	subject: string;
	before: ChangeValues;
	after: ChangeValues;
	note?: string;
	/** Hash of a password that waits. */
	secret?: string | null;
}

/** Who asks: the member who is at it, or in whose name it is done by their own act of before. */
export interface Asker {
	clock: Clock;
	member: Pick<Actor, "id" | "role">;
}

/**
 * The database says how long it waits, and for whom. Throws `change_waits` when one about the same waits already,
 * `too_new_to_decide` for who asks before their own right has any weight.
 */
export async function askForChange(context: Asker, trx: DatabaseTransaction, change: NewChange): Promise<Asked> {
	await demandStillDecides(context, trx, "change_request.confirm");
	const at = context.clock.now();
	// One whose time is over stands in nobody's way, also before a worker has said so.
	await trx
		.updateTable("change_request")
		.set({ state: "expired" })
		.where("kind", "=", change.kind)
		.where("subject", "=", change.subject)
		.where("state", "=", "waiting")
		.where("expires_at", "<=", sql<Date>`now()`)
		.execute();
	const row = await trx
		.insertInto("change_request")
		.values({
			id: ulid(at.getTime()),
			...{ kind: change.kind, subject: change.subject, note: change.note ?? null, secret: change.secret ?? null },
			...{ before: JSON.stringify(change.before), after: JSON.stringify(change.after) },
			asked_by: context.member.id,
		})
		.onConflict((conflict) => conflict.columns(["kind", "subject"]).where("decided_at", "is", null).doNothing())
		.returningAll()
		.executeTakeFirst();
	if (!row) throw new AppError("change_waits", "a change of the same already waits");
	await recordChange(trx, row, { at, by: context.member.id, happened: "asked" });
	const [changeRequest] = await readChangeRequests(trx, context.member, { id: row.id });
	if (!changeRequest) throw new Error("what was just asked for can be read");
	return { changeRequest };
}
