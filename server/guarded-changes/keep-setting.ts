import type { ChangeStep } from "#server/guarded-changes/guarded-change.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface SettingToKeep {
	name: string;
	value: object;
	action: string;
	details: Record<string, string>;
}

/** Writes a setting with its audit log entry and its notification. */
export async function keepSetting(
	trx: DatabaseTransaction,
	{ name, value, action, details }: SettingToKeep,
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
	await publishChange(trx, { topic: "settings", id: name });
}
