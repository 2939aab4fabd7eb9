import { sql } from "kysely";
import { lockAdmins } from "#server/access/lock-admins.ts";
import { recordChange } from "#server/change-requests/ask/record-change.ts";
import { confirmChange } from "#server/change-requests/confirm-change.ts";
import type { SystemContext } from "#server/context.ts";
import { lockWaiting } from "#server/payments/stop/stop-waiting.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const BATCH = 50;

/**
 * What waited its day without a no takes effect; what nobody confirmed in time is over. All by the database's clock, and safe
 * beside other workers. Returns how many ended.
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
		if (await system.database.transaction().execute((trx) => endOne(system, trx, request))) ended += 1;
	}
	return ended;
}

async function endOne(
	system: SystemContext,
	trx: DatabaseTransaction,
	{ id, kind }: { id: string; kind: string },
): Promise<boolean> {
	if (kind === "database_doubt") await lockWaiting(trx);
	const admins = await lockAdmins(trx);
	const row = await trx
		.selectFrom("change_request")
		.selectAll()
		.select(sql<boolean>`expires_at <= now()`.as("over"))
		.where("id", "=", id)
		.where("state", "=", "waiting")
		.forUpdate()
		.executeTakeFirst();
	if (!row) return false;
	const { over, ...request } = row;
	// Who asked is no admin any more: nobody asks for it.
	const end = over ? "expired" : admins.has(row.asked_by) ? null : "void";
	if (end === null) {
		await confirmChange(system, trx, request, null);
		return true;
	}
	await trx.updateTable("change_request").set({ state: end }).where("id", "=", id).execute();
	await recordChange(trx, request, { at: system.clock.now(), by: null, happened: end });
	return true;
}
