import type { ChangeStep } from "#server/change-requests/ask/change-step.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** One row of what admins decide, its entry in the record and its notice. */
export async function keepSetting(
	trx: DatabaseTransaction,
	{ name, value, action, details }: { name: string; value: object; action: string; details: Record<string, string> },
	{ at, by, confirmedBy }: ChangeStep,
): Promise<void> {
	const row = { value: JSON.stringify(value), changed_at: at, changed_by: by };
	await trx
		.insertInto("setting")
		.values({ name, ...row })
		.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
		.execute();
	await recordAudit(trx, {
		...{ at, memberId: by, action, subjectKind: "setting", subjectId: name },
		details: { ...details, ...(confirmedBy ? { confirmedBy } : {}) },
	});
	await tellChange(trx, { topic: "settings", id: name });
}
