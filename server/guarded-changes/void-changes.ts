import type { ChangeKind } from "#lib/change-kinds.ts";
import { recordChange } from "#server/guarded-changes/record-change.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Voids the waiting requests that were made against the previous state, in the commit of the change that took effect. */
export async function voidChanges(
	trx: DatabaseTransaction,
	at: Date,
	{ kind, subject }: { kind: ChangeKind; subject: string },
): Promise<void> {
	const rows = await trx
		.updateTable("change_request")
		.set({ state: "void" })
		.where("kind", "=", kind)
		.where("subject", "=", subject)
		.where("state", "=", "waiting")
		.returningAll()
		.execute();
	for (const row of rows) await recordChange(trx, row, { at, by: null, happened: "void" });
}
