/** A role that the provider's groups give above the member's own waits for an admin, where there is one. */
import { sql } from "kysely";
import type { Role } from "#lib/roles.ts";
import { keepRequest, loosens } from "#server/guarded-changes/propose-change.ts";
import { voidChanges } from "#server/guarded-changes/void-changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

interface Standing {
	id: string;
	role: Role;
	version: number;
}

/**
 * True when the role is only asked for. A role that an admin refused is not asked for again until the groups give another. The
 * transaction must act for the provider.
 */
export async function askForRole(
	trx: DatabaseTransaction,
	at: Date,
	{ id, role, version }: Standing,
	wanted: Role,
): Promise<boolean> {
	const change = {
		...({ kind: "member_changed", subject: id } as const),
		...{ before: { role, disabled: false, version }, after: { role: wanted, disabled: false, password: false } },
	};
	const isAsked = (await loosens(trx, change)) && (await isAdminThere(trx, id));
	const [newest] = await trx
		.selectFrom("change_request")
		.select(["state", "after"])
		.where("kind", "=", change.kind)
		.where("subject", "=", id)
		.where("asked_by", "=", id)
		.orderBy("asked_at", "desc")
		.orderBy("id", "desc")
		.limit(1)
		.execute();
	const isAnswered = newest?.state === "refused" && newest.after.role === wanted;
	const waits = newest?.state === "waiting" && newest.after.role === wanted;
	if (newest?.state === "waiting" && !(isAsked && waits)) await voidChanges(trx, at, change);
	if (isAsked && !isAnswered) await keepRequest({ clock: { now: () => at }, member: { id } }, trx, change);
	return isAsked;
}

/** True when an admin could confirm the role of this member. */
export async function isAdminThere(trx: DatabaseTransaction, id: string): Promise<boolean> {
	const there = sql<boolean>`is_admin_there(${id})`.as("there");
	return (await trx.selectNoFrom(there).executeTakeFirstOrThrow()).there;
}
