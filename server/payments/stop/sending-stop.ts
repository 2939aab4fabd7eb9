/** The emergency stop: the first 401 or 403 of the service stops all sending until an admin says go (payments.md rule 7). */
import { DATABASE_DOUBT, ENVIRONMENT_IN_USE, environmentOf } from "#server/payments/stop/database-doubt.ts";
import { stopOnce } from "#server/payments/stop/stop-once.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Name of the row in table `setting`: present while sending is stopped, `changed_at` says since when. */
export const SENDING_STOPPED = "sending_stopped";

/** The keys were refused, or the database is not the one that we know. */
export async function isSendingStopped(database: Database | DatabaseTransaction): Promise<boolean> {
	const row = await database
		.selectFrom("setting")
		.select("name")
		.where("name", "in", [SENDING_STOPPED, DATABASE_DOUBT])
		.executeTakeFirst();
	return row !== undefined;
}

/** Stopped, or given over to another service than this one: in one question, since it is asked in the turn of the record. */
export async function isSendingStoppedFor(trx: DatabaseTransaction, environment: string): Promise<boolean> {
	const rows = await trx
		.selectFrom("setting")
		.select(["name", "value"])
		.where("name", "in", [SENDING_STOPPED, DATABASE_DOUBT, ENVIRONMENT_IN_USE])
		.execute();
	return rows.some(({ name, value }) => name !== ENVIRONMENT_IN_USE || environmentOf(value) !== environment);
}

/** Stops sending; told and recorded once, however many answers say the same. Rows of payments are locked before. */
export async function stopSending(
	trx: DatabaseTransaction,
	at: Date,
	cause: { httpStatus: number; paymentId: string | null },
): Promise<void> {
	await stopOnce(trx, at, {
		name: SENDING_STOPPED,
		value: cause,
		action: "setting.sending_stopped",
		details: { httpStatus: String(cause.httpStatus), ...(cause.paymentId ? { payment: cause.paymentId } : {}) },
	});
}
