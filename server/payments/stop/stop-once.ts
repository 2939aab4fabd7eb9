/** What stops all sending stands as one row of `setting` and one entry of the record, however many find it. */
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

interface Stop {
	/** Of the row in `setting`. */
	name: string;
	value: object;
	/** In the record. */
	action: string;
	details: Record<string, string>;
}

/** Rows of payments are locked before: payments, then the turn in the record, then the rows that stop sending. */
export async function stopOnce(trx: DatabaseTransaction, at: Date, stop: Stop): Promise<void> {
	await awaitAuditTurn(trx);
	const inserted = await trx
		.insertInto("setting")
		.values({ name: stop.name, value: JSON.stringify(stop.value), changed_at: at, changed_by: null })
		.onConflict((conflict) => conflict.column("name").doNothing())
		.returning("name")
		.executeTakeFirst();
	if (!inserted) return;
	await recordAudit(trx, {
		...{ at, memberId: null, action: stop.action },
		...{ subjectKind: "setting", subjectId: stop.name, details: stop.details },
	});
	await tellChange(trx, { topic: "status", id: null });
}
