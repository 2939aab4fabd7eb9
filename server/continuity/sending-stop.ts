/** The emergency stop: a person or refused keys stop all sending until two admins resume it (payments.md rules 7 and 25). */
import { sql } from "kysely";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { stopOnce } from "#server/store/settings.ts";

/** The row in table `setting` exists while sending is stopped; `changed_at` is the start. */
export const SENDING_STOPPED = "sending_stopped";

/** True after a stop, refused keys, or a database mismatch. */
export async function isSendingStopped(database: Database): Promise<boolean> {
	return (await readSendingStop(database)) !== null;
}

/** Returns the setting that stops sending, a database mismatch before a stop; null while nothing does. */
export async function readSendingStop(database: Database): Promise<string | null> {
	const row = await database
		.selectFrom("setting")
		.modifyFront(PREPARED)
		.select("name")
		.where("name", "in", [SENDING_STOPPED, DATABASE_MISMATCH])
		.orderBy(sql`name = ${DATABASE_MISMATCH}`, "desc")
		.executeTakeFirst();
	return row?.name ?? null;
}

/** Lock payment rows before. Records refused keys once, however often they are found, and every stop by a person. */
export async function stopSending(
	trx: DatabaseTransaction,
	at: Date,
	cause: { httpStatus: number; paymentId: string | null } | { memberId: string; reason: string },
): Promise<void> {
	const stop = { name: SENDING_STOPPED, value: cause, action: "setting.sending_stopped" };
	if ("memberId" in cause) {
		const { memberId, reason } = cause;
		return stopOnce(trx, at, { ...stop, action: "setting.sending_stopped_by_member", memberId, details: { reason } });
	}
	const details = { httpStatus: String(cause.httpStatus), ...(cause.paymentId ? { payment: cause.paymentId } : {}) };
	return stopOnce(trx, at, { ...stop, memberId: null, details });
}
