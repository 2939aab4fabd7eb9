/** Records the confirmation and writes the change in one transaction. The request ends as confirmed or void. */
import { sql } from "kysely";
import type { ChangeValues } from "#lib/contracts/change-request.ts";
import { lockAdmins } from "#server/access/recheck-permission.ts";
import { CHANGE_REGISTRY } from "#server/change-requests/change-registry.ts";
import type { SystemContext } from "#server/context.ts";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { AppError } from "#server/errors.ts";
import { type ChangeRow, isByProvider } from "#server/guarded-changes/guarded-change.ts";
import { recordChange } from "#server/guarded-changes/record-change.ts";
import { lockMember } from "#server/second-factor/factors-of.ts";
import { NO_ORIGIN, withAuditOrigin } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** `second`: the confirming admin; null when nobody objected in time. The database accepts only another admin. Returns the new row. */
export async function confirmChange(
	system: SystemContext,
	trx: DatabaseTransaction,
	row: ChangeRow,
	second: { id: string; name: string } | null,
): Promise<ChangeRow> {
	const at = system.clock.now();
	const by = second?.id ?? null;
	const change = CHANGE_REGISTRY[row.kind];
	const after = change.schema.parse(row.after);
	const now = await change.read(trx, { subject: row.subject, after }).catch(nothingThere);
	const isSame =
		now !== null && Object.keys({ ...row.before, ...now }).every((field) => now[field] === row.before[field]);
	const isAsAsked = isSame && (await doesAskerCount(trx, row, by));
	const decided = await trx
		.updateTable("change_request")
		.set({ state: isAsAsked ? "confirmed" : "void", decided_by: by, decided_at: sql<Date>`now()` })
		.where("id", "=", row.id)
		.returningAll()
		.executeTakeFirstOrThrow();
	if (!isAsAsked) {
		await recordChange(trx, decided, { at, by, happened: "void" });
		return decided;
	}
	const step = { at, by: isByProvider(row) ? null : row.asked_by, confirmedBy: second?.name };
	// The entries of the change name who asked for it, whose address is not that of the confirming request.
	await withAuditOrigin(NO_ORIGIN, () => change.write(trx, { ...row, after }, step, system));
	await recordChange(trx, decided, { at, by, happened: second === null ? "took_effect" : "confirmed" });
	system.log.warn({ event: "loosened", kind: row.kind, member: row.asked_by, second: by, change: row.id });
	return decided;
}

/** Returns true if the asker is still an admin, or if the provider's groups gave the role and an admin confirms it. */
async function doesAskerCount(trx: DatabaseTransaction, row: ChangeRow, by: string | null): Promise<boolean> {
	const counts = trx.selectNoFrom(sql<boolean>`may_confirm(${row.asked_by})`.as("counts"));
	return (isByProvider(row) && by !== null) || (await counts.executeTakeFirstOrThrow()).counts;
}

function nothingThere(error: unknown): ChangeValues | null {
	if (error instanceof AppError) return null;
	throw error;
}

const BATCH = 50;

/**
 * Applies changes whose objection period passed, and expires requests that nobody confirmed. Uses the database clock; several workers
 * may run this at once. Returns the number of ended requests.
 */
export async function endWaitingChanges(system: SystemContext): Promise<number> {
	const due = await system.database
		.selectFrom("change_request")
		.select(["id", "kind", "subject"])
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
			// A request that fails must not keep the others waiting; the next round tries it again.
			system.log.error({ event: "change_not_ended", change: request.id, kind: request.kind, err: error });
		}
	}
	return ended;
}

async function endOne(
	system: SystemContext,
	trx: DatabaseTransaction,
	{ id, kind, subject }: Pick<ChangeRow, "id" | "kind" | "subject">,
): Promise<boolean> {
	await CHANGE_REGISTRY[kind].lock?.(trx);
	const admins = await lockAdmins(trx);
	await lockMember(trx, subject);
	const row = await trx
		.selectFrom("change_request")
		.selectAll()
		.select([sql<boolean>`expires_at <= now()`.as("over"), sql<boolean>`is_right_lost_since(asked_at)`.as("contested")])
		.select(
			sql<string | null>`(select value ->> 'heals' from setting
				where name = ${DATABASE_MISMATCH} and value ->> 'kind' <> 'other_environment'
				and kind <> 'database_mismatch')`.as("heals"),
		)
		.where("id", "=", id)
		.where("state", "=", "waiting")
		.forUpdate()
		.executeTakeFirst();
	if (!row) return false;
	const { over, contested, heals, ...request } = row;
	// The time that a restored database lost may hold an objection.
	const end = over ? "expired" : admins.has(row.asked_by) && heals !== "false" ? null : "void";
	// Somebody lost the right to object since the request: it does not take effect automatically, but waits for an admin until it expires.
	if (end === null && (contested || heals === "true")) return false;
	if (end === null) {
		await confirmChange(system, trx, request, null);
		return true;
	}
	await trx.updateTable("change_request").set({ state: end }).where("id", "=", id).execute();
	await recordChange(trx, request, { at: system.clock.now(), by: null, happened: end });
	return true;
}
