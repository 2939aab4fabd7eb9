import { sql } from "kysely";
import type { ChangeKind } from "#lib/change-kinds.ts";
import { lockAdmins } from "#server/access/recheck-permission.ts";
import { confirmChange } from "#server/change-requests/confirm-change.ts";
import { KINDS_OF_CHANGE } from "#server/change-requests/kinds-of-change.ts";
import type { SystemContext } from "#server/context.ts";
import { recordChange } from "#server/guarded-changes/record-change.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const BATCH = 50;

/**
 * Applies changes whose objection period passed, and expires requests that nobody confirmed. Uses the database clock; safe beside
 * other workers. Returns the number of ended requests.
 */
export async function endWaitingChanges(system: SystemContext): Promise<number> {
	const due = await system.database
		.selectFrom("change_request")
		.select(["id", "kind"])
		.where("state", "=", "waiting")
		.where((eb) => eb.or([eb("expires_at", "<=", sql<Date>`now()`), eb("effective_at", "<=", sql<Date>`now()`)]))
		.orderBy("asked_at")
		.limit(BATCH)
		.execute();
	let ended = 0;
	for (const request of due) {
		try {
			if (await system.database.transaction().execute((trx) => endOne(system, trx, request))) ended += 1;
		} catch (error) {
			// One that fails must not keep the others waiting; the next round tries it again.
			system.log.error({ event: "change_not_ended", change: request.id, kind: request.kind, err: error });
		}
	}
	return ended;
}

async function endOne(
	system: SystemContext,
	trx: DatabaseTransaction,
	{ id, kind }: { id: string; kind: ChangeKind },
): Promise<boolean> {
	await KINDS_OF_CHANGE[kind].lock?.(trx);
	const admins = await lockAdmins(trx);
	const row = await trx
		.selectFrom("change_request")
		.selectAll()
		.select([sql<boolean>`expires_at <= now()`.as("over"), sql<boolean>`is_right_lost_since(asked_at)`.as("contested")])
		.where("id", "=", id)
		.where("state", "=", "waiting")
		.forUpdate()
		.executeTakeFirst();
	if (!row) return false;
	const { over, contested, ...request } = row;
	// The requester is no longer an admin, so the request is void.
	const end = over ? "expired" : admins.has(row.asked_by) ? null : "void";
	// Somebody who could have objected lost the right meanwhile: the request waits for another admin until it expires.
	if (end === null && contested) return false;
	if (end === null) {
		await confirmChange(system, trx, request, null);
		return true;
	}
	await trx.updateTable("change_request").set({ state: end }).where("id", "=", id).execute();
	await recordChange(trx, request, { at: system.clock.now(), by: null, happened: end });
	return true;
}
