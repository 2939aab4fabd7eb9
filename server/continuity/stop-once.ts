import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

interface Stop {
	name: string;
	value: object;
	action: string;
	/** Null for Cauri itself. */
	memberId: string | null;
	details: Record<string, string>;
	/** A stop of the same name gets this value. */
	replaces?: boolean;
}

/** Lock order: payment rows, the audit turn, then the rows that stop sending. */
export async function stopOnce(trx: DatabaseTransaction, at: Date, stop: Stop): Promise<void> {
	await awaitAuditTurn(trx);
	const row = { value: JSON.stringify(stop.value), changed_at: at, changed_by: stop.memberId };
	const inserted = await trx
		.insertInto("setting")
		.values({ name: stop.name, ...row })
		.onConflict((conflict) => {
			const same = conflict.column("name");
			return stop.replaces ? same.doUpdateSet(row) : same.doNothing();
		})
		.returning("name")
		.executeTakeFirst();
	// A person's reason is recorded even when sending is already stopped.
	if (!inserted && stop.memberId === null) return;
	await recordAudit(trx, {
		...{ at, memberId: stop.memberId, action: stop.action },
		...{ subjectKind: "setting", subjectId: stop.name, details: stop.details },
	});
	await publishChange(trx, { topic: "status", id: null });
}
